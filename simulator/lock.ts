import { resolve } from 'node:path'
import { FolderLockedError, lockFile } from '../src/platform/folder-lock.ts'

/**
 * Locks a data folder for one simulator: two processes on one journal would each lose what the other wrote. A lock left by a
 * killed process is ignored.
 *
 * @returns a function that releases the folder
 * @throws when a running simulator has locked it
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
