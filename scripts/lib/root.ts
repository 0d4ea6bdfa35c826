import { join } from 'node:path'

/** The folder of the repository. */
export const root = join(import.meta.dirname, '..', '..')

/** Returns a path inside the repository. */
export function inRoot(...path: string[]): string {
  return join(root, ...path)
}
