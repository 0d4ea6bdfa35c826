// The build as a step of `npm test`: a process of its own, so that it can be stopped and its output kept apart.
import { build } from '../lib/build.ts'

process.exitCode = (await build().done) ? 0 : 1
