import { mkdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { whyRefused } from '../lib/arguments.mjs'
import { inRoot } from '../lib/root.ts'
import { workInMemory } from './memory-folder.ts'
import { runSteps } from './run-steps.ts'
import type { Step } from './step.ts'
import { reports } from './steps.ts'

const logs = inRoot('test-results', 'logs')

/** Runs the named steps of a command (default: all) and exits, with 1 if anything failed. */
export async function main(
  command: string,
  steps: Readonly<Record<string, Step>>,
  names: readonly string[],
): Promise<void> {
  const refusal = whyRefused(command, names)
  if (refusal !== undefined) {
    console.error(refusal)
    process.exit(1)
  }
  for (const folder of [reports, logs]) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
  }
  workInMemory()
  const run = runSteps(steps, {
    names,
    cores: availableParallelism(),
    logs,
    print: console.log,
    now: Date.now,
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void run.stop().then(() => process.exit(130)))
  }
  const { failed } = await run.done
  // A step that timed out may otherwise keep the process alive.
  process.exit(failed > 0 ? 1 : 0)
}
