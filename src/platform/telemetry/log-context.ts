import { AsyncLocalStorage } from 'node:async_hooks'

/** What a line of the log was written for: a request, or a job. */
export type LogContext = { requestId: string } | { job: string; jobId: string }

const contexts = new AsyncLocalStorage<LogContext>()

/** Runs something whose lines in the log say what they were written for. */
export function inLogContext<T>(context: LogContext, run: () => T): T {
  return contexts.run(context, run)
}

/** What the running code works for; nothing outside of requests and jobs. */
export function logContext(): Partial<LogContext> {
  return contexts.getStore() ?? {}
}
