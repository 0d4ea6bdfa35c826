/** The JavaScript entry points of the tools in node_modules, run on the pinned Node without a shell or PATH look-up. */
export const tools = {
  reactRouter: 'node_modules/@react-router/dev/bin.cjs',
  tsc: 'node_modules/typescript/bin/tsc',
  biome: 'node_modules/@biomejs/biome/bin/biome',
  knip: 'node_modules/knip/bin/knip.js',
  vitest: 'node_modules/vitest/vitest.mjs',
  drizzleKit: 'node_modules/drizzle-kit/bin.cjs',
  playwright: 'node_modules/@playwright/test/cli.js',
} as const
