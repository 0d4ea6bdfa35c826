/**
 * What a program of this repository gets of the environment that starts it, as with `npm start`: where programs are, and the compiled
 * code of earlier starts, without which a start takes twice the processor time.
 */
export const startEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
}

/** Node's arguments before a program of this repository that does not begin with this import itself, as in `npm run`. */
export const quickResolution = [
  '--import',
  new URL('../../src/platform/quick-resolution.ts', import.meta.url).href,
]
