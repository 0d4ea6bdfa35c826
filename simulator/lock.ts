import { resolve } from 'node:path'
import { FolderLockedError, lockFile } from '../src/platform/folder-lock.ts'

/**
 * Takes a data folder for one simulator: two on one journal would each forget what the other wrote. A lock left by a
 * killed process does not hold.
 *
 * @returns a function that releases the folder
 * @throws when a living simulator has it
 */
export function lockFolder(dataDir: string): () => void {
  const folder = resolve(dataDir)
  try {
    return lockFile(resolve(folder, 'simulator.lock'))
  } catch (error) {
    if (!(error instanceof FolderLockedError)) throw error
    if (!error.holder) throw new Error(`${dataDir} is being fought over by other simulators`)
    throw new Error(`${folder} is in use by the simulator with process id ${error.holder.pid}`)
  }
}
