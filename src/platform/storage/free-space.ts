import { statfs } from 'node:fs/promises'

/** Below this many free bytes a disk counts as full: files of customers and the journal of messages are refused soon. */
export const fullBelow = 200_000_000

/** The bytes that this process may still write to the disk of a folder. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
