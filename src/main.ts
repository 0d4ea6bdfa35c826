/** Entry point of a process. The other imports are resolved only after `quick-resolution.ts` has run. */
import { setFlagsFromString } from 'node:v8'
import './platform/quick-resolution.ts'

// Lets garbage grow to half the size of the live heap, instead of to several times that size: a fifth less memory under load, for a tenth more of the
// application's time (docs/performance.md). NODE_OPTIONS refuses this option.
setFlagsFromString('--heap-growing-percent=50')

await import('./process.ts')
