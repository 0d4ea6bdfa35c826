import { readFileSync } from 'node:fs'
import { inRoot } from './root.ts'

/** The version of this program. */
export function programVersion(): string {
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string }
  return version
}
