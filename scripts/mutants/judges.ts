import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer, Job, Met, Verdict } from './jobs.ts'
import type { Order } from './judge.ts'
import type { Target } from './targets.ts'

export interface Bench {
  /** What each test file meets without a mutant, by path from the folder. @throws Error if one fails */
  meet(tests: readonly string[]): Promise<Map<string, Met>>
  /** The verdict on each mutant of the jobs. */
  judge(jobs: readonly Job[], done: (count: number) => void): Promise<Map<number, Verdict>>
  /** Ends what still runs. */
  close(): void
}

/** A judge that says nothing for this long has met an endless mutant. */
const silenceMs = 30_000
/** Its first word may take longer: on a busy machine it starts slowly. */
const startMs = 180_000

/** Judges in processes of their own, `workers` at once. */
export function openBench(targets: readonly Target[], folder: string, workers: number): Bench {
  const scratch = mkdtempSync(join(tmpdir(), 'recomeco-mutants-'))
  const running = new Set<ChildProcess>()
  let count = 0

  /** One process from its start to its end; false if it went silent. */
  function once(jobs: readonly Job[], hear: (answer: Answer) => void): Promise<boolean> {
    const answers = join(scratch, `${++count}.jsonl`)
    const child = fork(join(import.meta.dirname, 'judge.ts'), [], {
      cwd: folder,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'json',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    running.add(child)
    child.send({ folder, targets, jobs, answers } satisfies Order)
    let read = 0
    let heardAt = Date.now()
    const listen = () => {
      const lines = existsSync(answers) ? readFileSync(answers, 'utf8').split('\n').slice(0, -1) : []
      for (const line of lines.slice(read)) hear(JSON.parse(line) as Answer)
      if (lines.length > read) heardAt = Date.now()
      read = lines.length
    }
    return new Promise((resolve, reject) => {
      let silent = false
      const timer = setInterval(() => {
        listen()
        silent = Date.now() - heardAt > (read === 0 ? startMs : silenceMs)
        if (silent) child.kill('SIGKILL')
      }, 200)
      child.once('exit', (code) => {
        clearInterval(timer)
        running.delete(child)
        listen()
        if (silent) resolve(false)
        else if (code === 0) resolve(true)
        else reject(new Error(`A judge of mutants ended with ${code}; the reason stands above`))
      })
    })
  }

  const shares = <T>(all: readonly T[]) =>
    Array.from({ length: workers }, (_, worker) =>
      all.filter((_, index) => index % workers === worker),
    ).filter((share) => share.length > 0)

  return {
    async meet(tests) {
      const met = new Map<string, Met>()
      const hear = (answer: Answer) => {
        if ('path' in answer) met.set(answer.path.slice(folder.length + 1).replaceAll('\\', '/'), answer)
      }
      const jobs = shares(tests).map((share) => [
        { mutant: 0, files: share.map((test) => ({ path: join(folder, test), limit: 0 })) },
      ])
      const ended = await Promise.all(jobs.map((share) => once(share, hear)))
      const failed = [...met].filter(([, { error }]) => error !== undefined)
      if (ended.includes(false)) throw new Error('A test does not end without a mutant')
      if (failed.length > 0) {
        throw new Error(
          `Without a mutant these fail: ${failed.map(([test, { error }]) => `${test}: ${error}`)}`,
        )
      }
      return met
    },
    async judge(jobs, done) {
      const verdicts = new Map<number, Verdict>()
      const work = async (share: readonly Job[]) => {
        let left = share
        while (left.length > 0) {
          let last: number | undefined
          const ended = await once(left, (answer) => {
            if ('began' in answer) last = answer.began
            if (!('verdict' in answer)) return
            verdicts.set(answer.mutant, answer.verdict)
            done(verdicts.size)
          })
          if (!ended && last !== undefined) verdicts.set(last, 'timeout')
          if (!ended && last === undefined) throw new Error('A judge of mutants did not start')
          left = left.filter(({ mutant }) => !verdicts.has(mutant))
        }
      }
      await Promise.all(shares(jobs).map(work))
      return verdicts
    },
    close() {
      for (const child of running) child.kill('SIGKILL')
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}
