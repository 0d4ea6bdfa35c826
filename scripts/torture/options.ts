import { parseArgs } from 'node:util'
import { tortureOptions } from '../lib/arguments.mjs'
import { plants } from './plants.ts'
import type { Settings } from './run.ts'

/** What was asked for on the command line. Anything else ends the process with how to ask. */
export function optionsFrom(args: string[]): Settings & { plant: string | undefined } {
  try {
    const { values } = parseArgs({ args, options: tortureOptions })
    const { plant, seed = String(Math.floor(Math.random() * 1e9)) } = values
    if (plant === undefined || Object.hasOwn(plants, plant)) {
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
    // An option that does not exist, or not a number: the same answer.
  }
  console.error(
    'Usage: npm run torture -- [--customers 300] [--seconds 120] [--seed TEXT] [--webs 3] [--workers 2]\n' +
      `  --plant ${Object.keys(plants).join('|')}   on a copy of the code with this mistake in it\n` +
      '  --embedded [--rounds 5]   one process on the embedded database instead',
  )
  process.exit(1)
}

function within(text: string, least: number, most: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > most) throw new RangeError(text)
  return value
}
