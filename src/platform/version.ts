import { readFileSync } from 'node:fs'

/** Version of this program. */
export const programVersion: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version
