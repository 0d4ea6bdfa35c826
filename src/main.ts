/** Entry point of a process. The other imports are resolved only after `quick-resolution.ts` has run. */
import './platform/quick-resolution.ts'

await import('./process.ts')
