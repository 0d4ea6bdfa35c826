// `npm run model`: explores every history of the settlement model within its bounds, and compares the code's decisions with it.
// `-- --bounds small` explores the same as `npm test`, `-- --bounds withdrawals` whose money is refunded when a customer
// withdraws; `-- --mistake count-twice` explores a model with a deliberate mistake, which must be found.
import { parseArgs } from 'node:util'
import { modelOptions } from './lib/arguments.mjs'
import { type Mistake, mistakes } from './model/books.ts'
import { disputeBounds, largeBounds, smallBounds } from './model/bounds.ts'
import { disagreements } from './model/decisions.ts'
import { explore } from './model/explore.ts'
import { formatAction } from './model/format-action.ts'
import { exploreWithdrawals } from './model/withdrawal.ts'

const { bounds: name, mistake } = parseArgs({ options: modelOptions }).values
const known = { small: smallBounds, disputes: disputeBounds, large: largeBounds }[String(name)]
if (name === 'withdrawals') withdrawals()
else if (!known) fail(`There are no bounds "${name}": small, disputes, withdrawals, large.`)
else if (mistake !== undefined && !isMistake(mistake)) fail(`The model can make: ${mistakes.join(', ')}.`)
else {
  const began = Date.now()
  const seconds = () => ((Date.now() - began) / 1000).toFixed(0)
  const { states, transitions, breach } = explore(known, {
    mistake,
    // A model with a mistake is expected to differ from the code.
    look: mistake ? () => [] : disagreements,
    progress: (so) =>
      console.log(
        `${seconds().padStart(5)} s  ${so.depth} steps: ${so.states} worlds, ${so.transitions} transitions`,
      ),
  })
  console.log(`${states} worlds, ${transitions} transitions, ${seconds()} s.`)
  if (breach) {
    console.log(
      [
        'A breach, after:',
        ...breach.history.map(formatAction).map((line) => `  ${line}`),
        ...breach.says,
      ].join('\n'),
    )
    process.exitCode = 1
  } else console.log('Every law holds, and the code decides as the model does.')
}

/**
 * Explores two refunds in the provider's panel, or one beside a refund that the provider takes its time to carry out; two
 * withdrawals and a lost response; with a provider that lists its refunds and with one that does not.
 */
function withdrawals(): void {
  const [fast, slow] = [
    { paid: [10_000, 10_000] as const, panel: 2, slow: 0 },
    { paid: [10_000, 30_000] as const, panel: 1, slow: 1 },
  ]
  for (const bounds of [fast, slow].flatMap((one) =>
    [true, false].map((isListed) => ({ ...one, isListed })),
  )) {
    const { states, breach } = exploreWithdrawals({ crashes: 1, sweeps: 1, ...bounds })
    console.log(`${states} worlds.`)
    if (!breach) continue
    const history = breach.history.map((action) => `  ${JSON.stringify(action)}`)
    fail(['A breach, after:', ...history, ...breach.says].join('\n'))
  }
}

function isMistake(name: string): name is Mistake {
  return (mistakes as readonly string[]).includes(name)
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
