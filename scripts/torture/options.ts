import { parseArgs } from 'node:util'
import { tortureOptions } from '../lib/arguments.mjs'
import type { Settings } from './run.ts'
import { seededBugs } from './seeded-bugs.ts'

/** Parses the command line. Exits with the usage text when it is invalid. */
export function optionsFrom(args: string[]): Settings & { plant: string | undefined } {
  try {
    const { values } = parseArgs({ args, options: tortureOptions })
    const { plant, seed = String(Math.floor(Math.random() * 1e9)) } = values
    if (plant === undefined || Object.hasOwn(seededBugs, plant)) {
      return {
        plant,
        seed,
        customers: within(values.customers, 1, 5_000),
        seconds: within(values.seconds, 5, 7_200),
        webs: within(values.webs, 1, 16),
        workers: within(values.workers, 1, 16),
      }
    }
  } catch {
    // Unknown option or invalid number: print the usage.
  }
  console.error(
    'Usage: npm run torture -- [--customers 300] [--seconds 120] [--seed TEXT] [--webs 3] [--workers 2]\n' +
      `  --plant ${Object.keys(seededBugs).join('|')}   on a copy of the code with this bug seeded\n` +
      '  --embedded [--rounds 5]   one process on the embedded database instead\n' +
      '  --rolling [--requests 100000] [--per-second 200] [--nginx PATH]   web processes restarted in turn under load\n' +
      '  --cluster [--customers 40] [--seed TEXT] [--faults NAMES]   on three PostgreSQL that fail over (docs/torture.md)',
  )
  process.exit(1)
}

export function within(text: string, min: number, max: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max) throw new RangeError(text)
  return value
}
