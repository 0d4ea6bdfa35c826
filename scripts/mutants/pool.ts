import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer, Coverage, Job, Status } from './jobs.ts'
import type { Target } from './targets.ts'
import type { Order, TestServer } from './worker.ts'

export interface Pool {
  /** Measures the coverage of each test file, by path from the folder. */
  measureCoverage(
    tests: readonly string[],
    done: (test: string, coverage: Coverage) => void,
  ): Promise<Map<string, Coverage>>
  /** Returns the status of each mutant of the jobs; of fewer when the time is over earlier. */
  runJobs(
    jobs: readonly Job[],
    done: (count: number, job: Job, status: Status) => void,
    until: number,
  ): Promise<Map<number, Status>>
  /** Ends the processes that are still running. */
  close(): void
}

/** Timeout for the first output of a worker, and for tests without a mutant; it is long because the machine may be busy. */
const startTimeoutMs = 600_000

/**
 * Opens a pool that judges mutants in separate processes, `workers` at once; a process without output for `silenceMs` is ended.
 */
export function openPool({
  targets,
  folder,
  workers,
  silenceMs,
  database,
}: {
  targets: readonly Target[]
  folder: string
  workers: number
  silenceMs: number
  database: TestServer | undefined
}): Pool {
  const scratch = mkdtempSync(join(tmpdir(), 'recomeco-mutants-'))
  const running = new Set<ChildProcess>()
  let count = 0

  /** Runs one process from its start to its end; resolves with false if it stopped producing output. */
  function once(
    jobs: readonly Job[],
    hear: (answer: Answer) => void,
    until = Number.POSITIVE_INFINITY,
  ): Promise<boolean> {
    const answers = join(scratch, `${++count}.jsonl`)
    const child = fork(join(import.meta.dirname, 'worker.ts'), [], {
      cwd: folder,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'json',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    running.add(child)
    const isMeasuring = jobs.some(({ mutant }) => mutant === 0)
    child.send({ folder, targets, jobs, answers, database } satisfies Order)
    let read = 0
    let lastOutputAt = Date.now()
    const listen = () => {
      const lines = existsSync(answers) ? readFileSync(answers, 'utf8').split('\n').slice(0, -1) : []
      for (const line of lines.slice(read)) hear(JSON.parse(line) as Answer)
      if (lines.length > read) lastOutputAt = Date.now()
      read = lines.length
    }
    return new Promise((resolve, reject) => {
      let silent = false
      const timer = setInterval(() => {
        listen()
        silent = Date.now() - lastOutputAt > (read === 0 || isMeasuring ? startTimeoutMs : silenceMs)
        if (silent || Date.now() > until) child.kill('SIGKILL')
      }, 200)
      child.once('exit', (code) => {
        clearInterval(timer)
        running.delete(child)
        listen()
        if (silent || Date.now() > until) resolve(false)
        else if (code === 0) resolve(true)
        else reject(new Error(`A worker exited with ${code}; the reason stands above`))
      })
    })
  }

  const shares = <T>(all: readonly T[]) =>
    Array.from({ length: workers }, (_, worker) =>
      all.filter((_, index) => index % workers === worker),
    ).filter((share) => share.length > 0)

  return {
    async measureCoverage(tests, done) {
      const coverage = new Map<string, Coverage>()
      const hear = (answer: Answer) => {
        if (!('path' in answer)) return
        const { path, ...measured } = answer
        const test = path.slice(folder.length + 1).replaceAll('\\', '/')
        coverage.set(test, measured)
        done(test, measured)
      }
      const jobs = shares(tests).map((share) => [
        {
          mutant: 0,
          files: share.map((test) => ({ path: join(folder, test), reload: true, limit: 0, timeoutMs: 0 })),
        },
      ])
      const ended = await Promise.all(jobs.map((share) => once(share, hear)))
      if (ended.includes(false)) throw new Error('A test does not end without a mutant')
      return coverage
    },
    async runJobs(jobs, done, until) {
      const statuses = new Map<number, Status>()
      const byNumber = new Map(jobs.map((job) => [job.mutant, job]))
      const hear = (mutant: number, status: Status) => {
        statuses.set(mutant, status)
        const job = byNumber.get(mutant)
        if (job) done(statuses.size, job, status)
      }
      const work = async (share: readonly Job[]) => {
        let left = share
        while (left.length > 0 && Date.now() < until) {
          let last: number | undefined
          const listen = (answer: Answer) => {
            if ('began' in answer) last = answer.began
            if ('status' in answer) hear(answer.mutant, answer.status)
          }
          const ended = await once(left, listen, until)
          if (Date.now() > until) return
          if (!ended && last !== undefined) hear(last, 'timeout')
          if (!ended && last === undefined) throw new Error('A worker did not start')
          left = left.filter(({ mutant }) => !statuses.has(mutant))
        }
      }
      await Promise.all(shares(jobs).map(work))
      return statuses
    },
    close() {
      for (const child of running) child.kill('SIGKILL')
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}
