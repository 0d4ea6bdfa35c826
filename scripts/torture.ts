// `npm run torture`: a randomised fault-injection test (docs/torture.md). Hundreds of customers use several processes on
// PostgreSQL while the simulator injects every fault and processes are killed; then the database is compared with the simulator's
// ground truth. It uses its own folder, database and ports on this machine only.
import { openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './lib/build.ts'
import { temporaryRun } from './lib/temporary-run.ts'
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
const { folder, onExit, exit, isStopping } = temporaryRun('torture', { keepsFailed: plant === undefined })
try {
  await exit((await (plant === undefined ? passes() : detects(plant))) ? 0 : 1)
} catch (error) {
  if (!isStopping()) console.error(error instanceof Error ? error.message : error)
  await exit(1)
}

async function passes(): Promise<boolean> {
  if (!(await build().done)) throw new Error('The pages could not be built.')
  const output = openSync(join(folder, 'log'), 'a')
  const result = await torture({ ...settings, folder, output, onExit })
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
