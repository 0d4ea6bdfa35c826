// The arguments of each command, so that bootstrap.mjs can refuse invalid ones before it installs anything. Plain JavaScript
// without packages. The TypeScript scripts use the same lists.
import { parseArgs } from 'node:util'

/**
 * The steps of `npm test`, in starting order: the build, which most of them need, the two longest steps and the checks of the code,
 * so that a mistake there is reported early; then the longest first, so that all lanes end at about the same time, and last those that
 * never wait, so that both cores are busy until then.
 */
export const testSteps = /** @type {const} */ ([
  'build',
  'postgres',
  'accessibility',
  'types',
  'lint',
  'knip',
  'architecture',
  'process',
  'embedded',
  'javascript',
  'no-javascript',
  'unit',
  'torture',
  'seeded-bug',
  'budgets',
  'weight',
  'mutants',
  'components',
  'pointers',
])

/** The steps of `npm run check`: those of `npm test` that need no build, database, browser or process. */
export const checkSteps = /** @type {const} */ (['types', 'lint', 'knip', 'architecture', 'unit'])

/** The options of `npm run torture`; scripts/torture/options.ts validates their values. */
export const tortureOptions = /** @type {const} */ ({
  customers: { type: 'string', default: '300' },
  seconds: { type: 'string', default: '120' },
  seed: { type: 'string' },
  webs: { type: 'string', default: '3' },
  workers: { type: 'string', default: '2' },
  plant: { type: 'string' },
})

/** The options of `npm run torture -- --embedded`; scripts/torture/embedded.ts validates their values. */
export const embeddedTortureOptions = /** @type {const} */ ({
  embedded: { type: 'boolean' },
  rounds: { type: 'string', default: '5' },
})

/** The options of `npm run torture -- --rolling`; scripts/torture/run-rolling.ts validates their values. */
export const rollingTortureOptions = /** @type {const} */ ({
  rolling: { type: 'boolean' },
  requests: { type: 'string', default: '100000' },
  'per-second': { type: 'string', default: '200' },
  nginx: { type: 'string' },
})

/** The options of `npm run torture -- --cluster`; scripts/torture/run-failover.ts validates their values. */
export const clusterTortureOptions = /** @type {const} */ ({
  cluster: { type: 'boolean' },
  customers: { type: 'string', default: '40' },
  seed: { type: 'string' },
  webs: { type: 'string', default: '3' },
  workers: { type: 'string', default: '2' },
  faults: { type: 'string' },
})

/** The options of `npm run bench`; scripts/bench.ts validates their values. */
export const benchOptions = /** @type {const} */ ({
  quick: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
  desk: { type: 'boolean', default: false },
  web: { type: 'string', default: '2' },
  profiles: { type: 'string' },
})

/** The options of `npm run seed`; scripts/seed.ts validates their values. */
export const seedOptions = /** @type {const} */ ({
  orders: { type: 'string', default: '1000000' },
})

/** The options of `npm run mutants`. */
export const mutantOptions = /** @type {const} */ ({
  money: { type: 'boolean', default: false },
  sample: { type: 'boolean', default: false },
  only: { type: 'string' },
  tests: { type: 'string' },
  'per-file': { type: 'string' },
  percent: { type: 'string' },
  minutes: { type: 'string' },
  again: { type: 'boolean', default: false },
  score: { type: 'boolean', default: false },
  workers: { type: 'string', default: '2' },
})

/** The options of `npm run model`. */
export const modelOptions = /** @type {const} */ ({
  bounds: { type: 'string', default: 'large' },
  mistake: { type: 'string' },
})

/** The options of `npm run sbom`. */
export const sbomOptions = /** @type {const} */ ({
  licences: { type: 'boolean', default: false },
})

/**
 * Returns one English sentence about invalid arguments, or undefined when they are valid. Only for developer commands: start,
 * doctor and desk check their own.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {string | undefined}
 */
export function whyRefused(command, args) {
  if (command === 'test') return unknownStep(testSteps, args)
  if (command === 'check') return unknownStep(checkSteps, args)
  if (command === 'bench') return unknownOption(benchOptions, args)
  if (command === 'seed') return unknownOption(seedOptions, args)
  if (command === 'mutants') return unknownOption(mutantOptions, args)
  if (command === 'model') return unknownOption(modelOptions, args)
  if (command === 'sbom') return unknownOption(sbomOptions, args)
  if (command === 'torture') {
    const modes = /** @type {const} */ ([
      ['--embedded', embeddedTortureOptions],
      ['--rolling', rollingTortureOptions],
      ['--cluster', clusterTortureOptions],
    ])
    const [, options] = modes.find(([mode]) => args.includes(mode)) ?? ['', tortureOptions]
    return unknownOption(options, args)
  }
  return undefined
}

/** @param {readonly string[]} steps @param {readonly string[]} names */
function unknownStep(steps, names) {
  const unknown = names.filter((name) => !steps.includes(name))
  if (unknown.length === 0) return undefined
  return `Unknown: ${unknown.join(', ')}. The steps: ${steps.join(', ')}.`
}

/** @param {import('node:util').ParseArgsOptionsConfig} options @param {readonly string[]} args */
function unknownOption(options, args) {
  try {
    parseArgs({ args: [...args], options })
    return undefined
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`)
    const [reason] = error instanceof Error ? error.message.split('. ') : ['']
    return `${reason}. The options: ${known.join(', ')}.`
  }
}
