import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { type Child, startNode } from '../lib/child.ts'
import type { Stage } from './step.ts'

export interface StageSettings {
  readonly name: string
  readonly workers: number
  /** Folder for the step's output file; if undefined, the output goes to the console. */
  readonly log: string | undefined
}

/** Opens a stage whose `stop` ends the step's processes and whose `close` returns its output. */
export function openStage({ name, workers, log }: StageSettings): Stage & {
  stop(): Promise<void>
  close(): string
} {
  const path = log === undefined ? undefined : join(log, `${name}.log`)
  if (log !== undefined) mkdirSync(log, { recursive: true })
  const output = path === undefined ? undefined : openSync(path, 'a+')
  const children = new Set<Child>()
  let stopped = false
  return {
    workers,
    say(line) {
      if (output === undefined) console.log(line)
      else appendFileSync(output, `${line}\n`)
    },
    async node(file, args = [], env = {}) {
      if (stopped) return false
      const child = startNode(file, file, args, {
        env: { ...process.env, ...env },
        ...(output === undefined ? {} : { output }),
      })
      children.add(child)
      const result = await child.exited
      children.delete(child)
      return result === 0
    },
    async stop() {
      stopped = true
      await Promise.all([...children].map((child) => child.stop(4_000)))
    },
    close() {
      if (output === undefined) return ''
      // Read by file descriptor, because another run in the same folder may have removed the file.
      const text = Buffer.alloc(fstatSync(output).size)
      readSync(output, text, 0, text.length, 0)
      closeSync(output)
      return text.toString()
    },
  }
}
