import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { boundedQueue } from '../../../core/bounded-queue.ts'
import type { InboundMail } from '../domain/inbound-mail.ts'

/** Limits for one e-mail: milliseconds, and megabytes of memory. The largest that a person sends takes about two seconds. */
const limits = { ms: 30_000, megabytes: 256 }

/** A thread may take all of its memory: more at once would exhaust the process. */
const inTurn = boundedQueue({ slots: 2, places: 8 })

/**
 * Decodes and classifies an e-mail in a separate thread: a stranger controls its content, and megabytes of it must not block page requests.
 *
 * @param thread the thread's file (tests)
 * @returns undefined when it exceeds the limits of `parseMail`, or took too long or too much memory, because a retry would do the same
 * @throws OverloadedError when too many e-mails wait already, and an error when the thread ends for any other reason: the mail server then
 *   keeps the e-mail and retries
 */
export function readMailApart(
  bytes: Uint8Array,
  {
    ms = limits.ms,
    megabytes = limits.megabytes,
    thread = new URL('./read-mail-thread.ts', import.meta.url),
  } = {},
): Promise<InboundMail | undefined> {
  return inTurn(() => parseInThread(bytes, { ms, megabytes, thread }))
}

async function parseInThread(
  bytes: Uint8Array,
  { ms, megabytes, thread }: { ms: number; megabytes: number; thread: URL },
): Promise<InboundMail | undefined> {
  const resourceLimits = { maxOldGenerationSizeMb: megabytes }
  const worker = new Worker(thread, { workerData: bytes, resourceLimits })
  const time = AbortSignal.timeout(ms)
  try {
    const [mail] = await once(worker, 'message', { signal: time })
    return mail as InboundMail | undefined
  } catch (error) {
    if (time.aborted || isOutOfMemory(error)) return undefined
    throw error
  } finally {
    await worker.terminate()
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
