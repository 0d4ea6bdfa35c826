// `npm run bench`: benchmarks the product on its own PostgreSQL and ports, on this machine only. Reports figures also as
// ratios to two baselines of the same run (docs/performance.md). It fails on wrong results, never on slow ones.
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bench } from '../bench/bench.ts'
import { benchOptions } from './lib/arguments.mjs'
import { build } from './lib/build.ts'

const options = optionsFrom(process.argv.slice(2))
const folder = mkdtempSync(join(tmpdir(), 'recomeco-bench-'))
const cleanups: (() => Promise<unknown>)[] = []
let stopping = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void exit(130))
await run()

async function run(): Promise<void> {
  try {
    if (!(await build().done)) throw new Error('The pages could not be built.')
    const output = openSync(join(folder, 'log'), 'a')
    const problem = await bench({ ...options, folder, output, onExit: (cleanup) => cleanups.push(cleanup) })
    if (problem) throw new Error(problem)
    await exit(0)
  } catch (error) {
    if (stopping) return
    console.error(error instanceof Error ? error.message : error)
    await exit(1)
  }
}

/** Runs the cleanups, newest first. A failed run keeps its log. */
async function exit(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  for (const cleanup of cleanups.reverse()) await cleanup().catch(() => {})
  if (code === 1) console.error(`Log: ${join(folder, 'log')}`)
  else rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}

function optionsFrom(args: string[]): { quick: boolean; keep: boolean; web: number; profiles?: string } {
  try {
    const { values } = parseArgs({ args, options: benchOptions })
    const web = Number(values.web)
    if (Number.isInteger(web) && web >= 1 && web <= 8) {
      return {
        quick: values.quick,
        keep: values.keep,
        web,
        ...(values.profiles ? { profiles: values.profiles } : {}),
      }
    }
  } catch {
    // Unknown option: print the usage.
  }
  console.error('Usage: npm run bench -- [--quick] [--keep] [--web N (1 to 8)] [--profiles FOLDER]')
  process.exit(1)
}
