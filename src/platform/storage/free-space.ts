import { statfs } from 'node:fs/promises'

/** Free bytes below which a disk counts as full: files of customers and the journal of messages would soon be refused. */
export const fullBelow = 200 * 1024 ** 2

/** Returns the number of bytes that this process may still write to the disk of a folder. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
