import { fork } from 'node:child_process'
import { boundedQueue } from '../../../core/bounded-queue.ts'
import type { InboundMail } from '../domain/inbound-mail.ts'

/** Limits for one e-mail: milliseconds, and megabytes of memory. The largest that a person sends takes about two seconds. */
const limits = { ms: 15_000, megabytes: 256 }

/** Each may take all of its memory: more at once would exhaust the machine. */
const inTurn = boundedQueue({ slots: 2, places: 8 })

/**
 * Decodes and classifies an e-mail in a separate process: a stranger controls its content, and megabytes of it must not block page
 * requests. A thread is not enough: where it reaches its limit of memory inside one operation, V8 ends the whole process.
 *
 * @param program the file of that process (tests)
 * @returns undefined when it exceeds the limits of `parseMail`, or took too long or too much memory, because a retry would do the same
 * @throws OverloadedError when too many e-mails wait already, and an error when the process ends for any other reason: the mail server
 *   then keeps the e-mail and retries
 */
export function readMailApart(
  bytes: Uint8Array,
  {
    ms = limits.ms,
    megabytes = limits.megabytes,
    program = new URL('./read-mail-process.ts', import.meta.url),
  } = {},
): Promise<InboundMail | undefined> {
  return inTurn(() => readInProcess(bytes, { ms, megabytes, program }))
}

async function readInProcess(
  bytes: Uint8Array,
  { ms, megabytes, program }: { ms: number; megabytes: number; program: URL },
): Promise<InboundMail | undefined> {
  const child = fork(program, {
    execArgv: [`--max-old-space-size=${megabytes}`],
    // It needs none of our secrets.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: ms,
    killSignal: 'SIGKILL',
  })
  try {
    return await new Promise((resolve, reject) => {
      child.once('message', ({ mail }: { mail: InboundMail | undefined }) => resolve(mail))
      child.on('error', reject)
      child.once('exit', (code, signal) => {
        if (isOverLimit(code, signal)) resolve(undefined)
        else reject(new Error(`the process that reads an e-mail ended with ${signal ?? code}`))
      })
      child.send(bytes)
    })
  } finally {
    child.kill('SIGKILL')
  }
}

/** V8 aborts a process that reaches its limit of memory; SIGKILL is the limit of time, or the system's own limit of memory. */
function isOverLimit(code: number | null, signal: NodeJS.Signals | null): boolean {
  return signal === 'SIGKILL' || signal === 'SIGABRT' || code === 134
}
