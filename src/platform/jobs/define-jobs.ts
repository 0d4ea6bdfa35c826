import type { z } from 'zod'
import type { Executor } from '../database/database.ts'
import { parsePayload } from '../payload.ts'
import type { JobData, JobDefinition, JobOptions, JobSettings, Schedule } from './jobs.ts'

/** Mark of a scheduled job: it is never enqueued and has no payload. */
export const scheduled = 'scheduled'

/** Jobs of a module: each queue's name with its payload schema. */
export type JobMap = Readonly<Record<string, z.ZodType<JobData> | typeof scheduled>>

/** Declares a module's jobs by queue name. Payloads are plain JSON, with ids rather than copies. */
export function defineJobs<const J extends JobMap>(jobs: J): J {
  return jobs
}

type Carrying<J extends JobMap> = {
  [N in keyof J & string as J[N] extends z.ZodType ? N : never]: J[N] extends z.ZodType
    ? z.infer<J[N]>
    : never
}

/** Enqueues a job in the caller's transaction: it runs only after that commits. Accepts only the jobs of `J`. */
export type Enqueue<J extends JobMap> = (
  executor: Executor,
  ...job: {
    [N in keyof Carrying<J>]: [job: N, data: Carrying<J>[N], options?: JobOptions]
  }[keyof Carrying<J>]
) => Promise<void>

/** What a handler returns is dropped. */
type Handlers<J extends JobMap> = {
  [N in keyof J]: J[N] extends z.ZodType
    ? JobSettings & { run(data: z.infer<J[N]>): Promise<unknown> }
    : JobSettings & { every: Schedule; run(): Promise<unknown> }
}

/** Defines a handler for each of a module's jobs. Payloads are parsed first; one that does not match the schema fails the job. */
export function handleJobs<const J extends JobMap>(
  jobs: J,
  handlers: Handlers<J>,
): { readonly [N in keyof J]: JobDefinition } {
  const definitions = Object.entries(jobs).map(([name, declared]) => {
    const { run, ...settings } = handlers[name] as JobSettings & { run(data?: unknown): Promise<unknown> }
    const parsed = (data: unknown) =>
      declared === scheduled ? run() : run(parsePayload(`job ${name}`, declared, data))
    // Async, so that an invalid payload rejects instead of throwing.
    const runParsed = async (data?: unknown) => void (await parsed(data))
    return [name, { ...settings, run: runParsed } satisfies JobDefinition]
  })
  return Object.fromEntries(definitions)
}
