import type { Log } from '../telemetry/log.ts'

/** Reports what fails in the work on the queue: one line when it begins, one a minute while it lasts, one when it is over. */
export interface QueueErrors {
  /** @param about what was tried, for the log */
  failed(error: unknown, about?: Readonly<Record<string, string>>): void
  /** A query of the queue was answered. */
  answered(): void
}

/** Milliseconds from one line to the next while it goes on failing. */
const repeatedAfter = 60_000
/** Milliseconds without an error after which it is over: of several workers the first that works says nothing of the others. */
const overAfter = 10_000

/**
 * Every worker and every outbox looks several times a second, so that an outage of the database would be thousands of lines.
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

/** pg-boss passes an error on as a plain object with its fields, of which a log would print nothing. */
function causeOf(error: unknown): { err: unknown; queue?: string } {
  if (error instanceof Error || typeof error !== 'object' || error === null) return { err: error }
  const { message, stack, queue, ...fields } = error as Record<string, unknown>
  const err = Object.assign(new Error(String(message ?? '')), fields, { stack: String(stack ?? '') })
  return { err, ...(typeof queue === 'string' && { queue }) }
}
