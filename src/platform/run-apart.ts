import { fork } from 'node:child_process'

/** Limits of a separate process: milliseconds, and megabytes of memory. */
export interface ApartLimits {
  ms: number
  megabytes: number
}

/**
 * Reads what a stranger sent in a separate process, so that it cannot block page requests. A thread is not enough: where it reaches its
 * limit of memory inside one operation, V8 ends the whole process.
 *
 * @param program file of the process; it calls `answerParent` once
 * @param input what it is sent: anything that can be cloned
 * @returns undefined when it took too long or too much memory, because a retry would do the same
 * @throws when the process ends for any other reason
 */
export async function runApart<Result>(
  program: URL,
  input: unknown,
  { ms, megabytes }: ApartLimits,
): Promise<Result | undefined> {
  const child = fork(program, {
    execArgv: [`--max-old-space-size=${megabytes}`],
    // It needs none of our secrets; compiled code, where Node keeps it, is half of its start.
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: ms,
    killSignal: 'SIGKILL',
  })
  try {
    return await new Promise((resolve, reject) => {
      child.once('message', ({ result }: { result: Result }) => resolve(result))
      child.on('error', reject)
      // Not 'exit': where several end together, it comes before the answer that one of them has sent.
      child.once('close', (code, signal) => {
        if (isOverLimit(code, signal)) resolve(undefined)
        else reject(new Error(`${program.pathname.split('/').at(-1)} ended with ${signal ?? code}`))
      })
      child.send(input as object)
    })
  } finally {
    child.kill('SIGKILL')
  }
}

/** Answers the process that started this one with `runApart`. */
export function answerParent<Input>(answer: (input: Input) => unknown): void {
  process.once('message', async (input: Input) => {
    process.send?.({ result: await answer(input) })
  })
}

/** V8 aborts a process that reaches its limit of memory; SIGKILL is the limit of time, or the system's own limit of memory. */
function isOverLimit(code: number | null, signal: NodeJS.Signals | null): boolean {
  return signal === 'SIGKILL' || signal === 'SIGABRT' || code === 134
}
