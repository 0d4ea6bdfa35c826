import type { Log } from '../telemetry/log.ts'

/** Reporter of failures of the queue: one log line when they begin, one a minute while they last, one when they are over. */
export interface QueueErrors {
  /** @param about the attempted action, for the log */
  failed(error: unknown, about?: Readonly<Record<string, string>>): void
  /** Reports that a query of the queue got a response. */
  answered(): void
}

/** Milliseconds between two lines while failures continue. */
const repeatedAfter = 60_000
/**
 * Milliseconds without an error after which the failures are over: a success of one of several workers does not prove that the
 * others work.
 */
const overAfter = 10_000

/**
 * Creates the reporter. Every worker and every outbox polls several times a second, so that an outage of the database would
 * produce thousands of lines.
 *
 * @param now milliseconds of a clock that never jumps
 */
export function createQueueErrors({
  log,
  now = () => performance.now(),
}: {
  log: Pick<Log, 'error' | 'warn'>
  now?: () => number
}): QueueErrors {
  let failing: { since: number; lastError: number; lastLine: number; errors: number } | undefined
  const lasted = (since: number) => Math.round((now() - since) / 1000)
  return {
    failed(error, about = {}) {
      const at = now()
      const { since, lastLine, errors } = failing ?? { since: at, lastLine: undefined, errors: 0 }
      const isLine = lastLine === undefined || at - lastLine >= repeatedAfter
      failing = { since, lastError: at, lastLine: isLine ? at : lastLine, errors: errors + 1 }
      if (!isLine) return
      const { queue, err } = causeOf(error)
      const facts = { err, ...(queue && { queue }), ...about }
      if (lastLine === undefined) log.error(facts, 'job queue error')
      else
        log.error({ ...facts, errors: failing.errors, seconds: lasted(since) }, 'the job queue still fails')
    },
    answered() {
      if (!failing || now() - failing.lastError < overAfter) return
      const { since, errors } = failing
      failing = undefined
      log.warn({ errors, seconds: lasted(since) }, 'the job queue works again')
    },
  }
}

/** Extracts the error. pg-boss passes it on as a plain object with its fields, which the log would not print. */
function causeOf(error: unknown): { err: unknown; queue?: string } {
  if (error instanceof Error || typeof error !== 'object' || error === null) return { err: error }
  const { message, stack, queue, ...fields } = error as Record<string, unknown>
  const err = Object.assign(new Error(String(message ?? '')), fields, { stack: String(stack ?? '') })
  return { err, ...(typeof queue === 'string' && { queue }) }
}
