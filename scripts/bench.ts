// `npm run bench`: benchmarks the product on its own PostgreSQL and ports, on this machine only. Reports figures also as
// ratios to two baselines of the same run (docs/performance.md). It fails on wrong results, never on slow ones.
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bench } from '../bench/bench.ts'
import { benchDesk } from '../bench/desk.ts'
import { benchOptions } from './lib/arguments.mjs'
import { build } from './lib/build.ts'
import { temporaryRun } from './lib/temporary-run.ts'

const options = optionsFrom(process.argv.slice(2))
const { folder, onExit, exit, isStopping } = temporaryRun('bench')
await run()

async function run(): Promise<void> {
  try {
    if (!(await build().done)) throw new Error('The pages could not be built.')
    const output = openSync(join(folder, 'log'), 'a')
    const problem = options.desk
      ? await benchDesk({ ...seeded(), folder, output, onExit })
      : await bench({ ...options, folder, output, onExit })
    if (problem) throw new Error(problem)
    await exit(0)
  } catch (error) {
    if (isStopping()) return
    console.error(error instanceof Error ? error.message : error)
    await exit(1)
  }
}

/** Returns the shop that `npm run seed` filled with the same variables. */
function seeded(): { databaseUrl: string; dataDir: string } {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = 'data' } = process.env
  if (!databaseUrl) throw new Error('Set DATABASE_URL and DATA_DIR as for npm run seed.')
  return { databaseUrl, dataDir }
}

interface Options {
  quick: boolean
  keep: boolean
  /** Whether to measure the desk of a seeded shop, instead of the stages. */
  desk: boolean
  web: number
  profiles?: string
}

function optionsFrom(args: string[]): Options {
  try {
    const { values } = parseArgs({ args, options: benchOptions })
    const web = Number(values.web)
    if (Number.isInteger(web) && web >= 1 && web <= 8) {
      return {
        quick: values.quick,
        keep: values.keep,
        desk: values.desk,
        web,
        ...(values.profiles ? { profiles: values.profiles } : {}),
      }
    }
  } catch {
    // Unknown option: print the usage.
  }
  console.error('Usage: npm run bench -- [--quick] [--keep] [--web N (1 to 8)] [--profiles FOLDER] | --desk')
  process.exit(1)
}
