/** Returns the arguments with which Node loads a file of this repository before the program. */
const preload = (path) => ['--import', new URL(`../../${path}`, import.meta.url).href]

/** For programs that do not import `quick-resolution.ts` first themselves. */
export const quickResolution = preload('src/platform/quick-resolution.ts')

/** For a program with an IPC channel, which it ends with. */
const leash = preload('scripts/lib/leash.mjs')

/** For every program that a command of this repository starts. */
export const preloaded = [...leash, ...quickResolution]
