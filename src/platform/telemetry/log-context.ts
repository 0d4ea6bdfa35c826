import { AsyncLocalStorage } from 'node:async_hooks'

/** Context of a log line: a request or a job. */
export type LogContext = { requestId: string } | { job: string; jobId: string }

const contexts = new AsyncLocalStorage<LogContext>()

/** Runs a function and adds the context to its log lines. */
export function inLogContext<T>(context: LogContext, run: () => T): T {
  return contexts.run(context, run)
}

/** Returns the context of the running code; empty outside of requests and jobs. */
export function logContext(): Partial<LogContext> {
  return contexts.getStore() ?? {}
}
