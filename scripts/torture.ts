// `npm run torture`: hundreds of customers against several processes on PostgreSQL, every fault of the simulator, processes
// killed without warning; then our books are held against the simulator's truth (docs/torture.md). On a folder, a
// database and ports of its own, on this machine alone.
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './lib/build.ts'
import { optionsFrom } from './torture/options.ts'
import { plantedRun, plants } from './torture/plants.ts'
import { argumentsOf, report } from './torture/report.ts'
import { torture } from './torture/run.ts'

const args = process.argv.slice(2)
if (args.includes('--embedded')) await import('./torture/embedded.ts')

const { plant, ...settings } = optionsFrom(args)
const folder = mkdtempSync(join(tmpdir(), 'recomeco-torture-'))
const ending: (() => Promise<unknown>)[] = []
let stopping = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(130))
try {
  await end((await (plant === undefined ? isClean() : isCaught(plant))) ? 0 : 1)
} catch (error) {
  if (!stopping) console.error(error instanceof Error ? error.message : error)
  await end(1)
}

async function isClean(): Promise<boolean> {
  if (!(await build().done)) throw new Error('The pages could not be built.')
  const output = openSync(join(folder, 'log'), 'a')
  const result = await torture({ ...settings, folder, output, atEnd: (undo) => ending.push(undo) })
  console.log(report(result, settings))
  if (result.breaches.length === 0) return true
  console.error(`Again: npm run torture -- ${argumentsOf(settings).join(' ')}`)
  return false
}

async function isCaught(name: string): Promise<boolean> {
  const mistake = plants[name]
  const caught = mistake !== undefined && (await plantedRun(mistake, argumentsOf(settings), folder))
  console.log(caught ? `${name}: caught` : `${name}: not caught`)
  return caught
}

/** Undoes what was begun, last first. A failed run leaves its log where it can be read. */
async function end(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  for (const undo of ending.reverse()) await undo().catch(() => {})
  if (code === 1 && plant === undefined) console.error(`The log is ${join(folder, 'log')}`)
  else rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}
