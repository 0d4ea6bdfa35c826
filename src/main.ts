/** The entry point of a process. What it imports is resolved once `quick-resolution.ts` runs. */
import './platform/quick-resolution.ts'

await import('./process.ts')
