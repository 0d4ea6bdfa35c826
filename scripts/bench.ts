// `npm run bench`: how fast the product is, on a PostgreSQL and ports of its own, on this machine alone. Figures are
// also given as ratios to two baselines of the same run (docs/performance.md). It fails when something is done wrong,
// never because it was slow.
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bench } from '../bench/bench.ts'
import { benchOptions } from './lib/arguments.mjs'
import { build } from './lib/build.ts'

const options = optionsFrom(process.argv.slice(2))
const folder = mkdtempSync(join(tmpdir(), 'recomeco-bench-'))
const ending: (() => Promise<unknown>)[] = []
let stopping = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(130))
await run()

async function run(): Promise<void> {
  try {
    if (!(await build().done)) throw new Error('The pages could not be built.')
    const output = openSync(join(folder, 'log'), 'a')
    const problem = await bench({ ...options, folder, output, atEnd: (undo) => ending.push(undo) })
    if (problem) throw new Error(problem)
    await end(0)
  } catch (error) {
    if (stopping) return
    console.error(error instanceof Error ? error.message : error)
    await end(1)
  }
}

/** Undoes what was begun, last first. A failed run leaves its log where it can be read. */
async function end(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  for (const undo of ending.reverse()) await undo().catch(() => {})
  if (code === 1) console.error(`The log is ${join(folder, 'log')}`)
  else rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}

function optionsFrom(args: string[]): { quick: boolean; web: number; profiles?: string } {
  try {
    const { values } = parseArgs({ args, options: benchOptions })
    const web = Number(values.web)
    if (Number.isInteger(web) && web >= 1 && web <= 8) {
      return { quick: values.quick, web, ...(values.profiles ? { profiles: values.profiles } : {}) }
    }
  } catch {
    // An option that does not exist: the same answer.
  }
  console.error('Usage: npm run bench -- [--quick] [--web N (1 to 8)] [--profiles FOLDER]')
  process.exit(1)
}
