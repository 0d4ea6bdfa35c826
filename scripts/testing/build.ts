// The build step of `npm test`, as a separate process, so that it can be stopped and its output captured.
import { build } from '../lib/build.ts'

process.exitCode = (await build().done) ? 0 : 1
