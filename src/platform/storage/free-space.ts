import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../error-code.ts'

/** Free bytes below which a disk counts as full: files of customers and the journal of messages would soon be refused. */
export const fullBelow = 200 * 1024 ** 2

/** What is asked of the system about a folder (tests). */
type FolderSystem = {
  statfs: (folder: string) => Promise<{ bavail: number; bsize: number }>
  access: (folder: string, mode: number) => Promise<void>
}

/**
 * Returns the number of bytes that this process may still write to the data folder or, if they are on another disk that has less, to
 * the files in it. A disk that cannot be written, such as one that became read-only, has none.
 */
export async function freeSpace(dataDir: string, system: FolderSystem = { statfs, access }): Promise<number> {
  const ofFiles = writableBytes(join(dataDir, 'files'), system).catch((error: unknown) => {
    // The folder comes with the first file.
    if (codeOf(error) === 'ENOENT') return Number.POSITIVE_INFINITY
    throw error
  })
  return Math.min(await writableBytes(dataDir, system), await ofFiles)
}

async function writableBytes(folder: string, { statfs, access }: FolderSystem): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
  return isWritable ? bavail * bsize : 0
}
