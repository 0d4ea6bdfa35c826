import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TemporaryRun {
  readonly folder: string
  /** Registers what to stop when the run ends. */
  readonly onExit: (cleanup: () => Promise<unknown>) => void
  /** Runs the cleanups, newest first, and ends the process. A failed run (1) keeps its folder. */
  readonly exit: (code: number) => Promise<void>
  readonly isStopping: () => boolean
}

/**
 * Starts the run of a command with a temporary folder of its own; a signal ends it with 130.
 *
 * @param keepsFailed whether a failed run keeps its folder and names it; true by default
 */
export function temporaryRun(name: string, { keepsFailed = true } = {}): TemporaryRun {
  const folder = mkdtempSync(join(tmpdir(), `recomeco-${name}-`))
  const cleanups: (() => Promise<unknown>)[] = []
  let stopping = false
  const exit = async (code: number) => {
    if (stopping) return
    stopping = true
    for (const cleanup of cleanups.reverse()) await cleanup().catch(() => {})
    if (code === 1 && keepsFailed) console.error(`Log: ${folder}`)
    else rmSync(folder, { recursive: true, force: true })
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void exit(130))
  return { folder, onExit: (cleanup) => void cleanups.push(cleanup), exit, isStopping: () => stopping }
}
