// `npm run torture`: a randomised fault-injection test (docs/torture.md). Hundreds of customers use several processes on
// PostgreSQL while the simulator injects every fault and processes are killed; then the database is compared with the simulator's
// ground truth. It uses its own folder, database and ports on this machine only.
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './lib/build.ts'
import { optionsFrom } from './torture/options.ts'
import { argumentsOf, report } from './torture/report.ts'
import { torture } from './torture/run.ts'
import { runWithSeededBug } from './torture/run-seeded-bug.ts'
import { seededBugs } from './torture/seeded-bugs.ts'

const args = process.argv.slice(2)
if (args.includes('--embedded')) await import('./torture/embedded.ts')
if (args.includes('--rolling')) await import('./torture/run-rolling.ts')
if (args.includes('--cluster')) await import('./torture/run-failover.ts')

const { plant, ...settings } = optionsFrom(args)
const folder = mkdtempSync(join(tmpdir(), 'recomeco-torture-'))
const cleanups: (() => Promise<unknown>)[] = []
let stopping = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void exit(130))
try {
  await exit((await (plant === undefined ? passes() : detects(plant))) ? 0 : 1)
} catch (error) {
  if (!stopping) console.error(error instanceof Error ? error.message : error)
  await exit(1)
}

async function passes(): Promise<boolean> {
  if (!(await build().done)) throw new Error('The pages could not be built.')
  const output = openSync(join(folder, 'log'), 'a')
  const result = await torture({ ...settings, folder, output, onExit: (cleanup) => cleanups.push(cleanup) })
  console.log(report(result, settings))
  if (result.breaches.length === 0) return true
  writeFileSync(join(folder, 'evidence.json'), JSON.stringify(result, undefined, 1))
  console.error(`Repeat with: npm run torture -- ${argumentsOf(settings).join(' ')}`)
  return false
}

async function detects(name: string): Promise<boolean> {
  const bug = seededBugs[name]
  const detected = bug !== undefined && (await runWithSeededBug(bug, argumentsOf(settings), folder))
  console.log(detected ? `${name}: detected` : `${name}: not detected`)
  return detected
}

/** Runs the cleanups, newest first. A failed run keeps its log and its evidence. */
async function exit(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  for (const cleanup of cleanups.reverse()) await cleanup().catch(() => {})
  if (code === 1 && plant === undefined) console.error(`Log and evidence: ${folder}`)
  else rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}
