import type { z } from 'zod'
import type { Executor } from '../database/database.ts'
import { parsePayload } from '../payload.ts'
import type { JobData, JobDefinition, JobOptions, JobSettings, Schedule } from './jobs.ts'

/** Of a job that comes by the clock: nobody enqueues it, and it carries nothing. */
export const scheduled = 'scheduled'

/** A module's jobs: each queue's name, and what its jobs carry. */
export type JobMap = Readonly<Record<string, z.ZodType<JobData> | typeof scheduled>>

/** Declares a module's jobs: plain JSON, ids rather than copies. The names are those of the queues. */
export function defineJobs<const J extends JobMap>(jobs: J): J {
  return jobs
}

type Carrying<J extends JobMap> = {
  [N in keyof J & string as J[N] extends z.ZodType ? N : never]: J[N] extends z.ZodType
    ? z.infer<J[N]>
    : never
}

/** Adds work to be done after the caller's transaction commits, and only if it does. Takes only the jobs of `J`. */
export type Enqueue<J extends JobMap> = (
  executor: Executor,
  ...job: {
    [N in keyof Carrying<J>]: [job: N, data: Carrying<J>[N], options?: JobOptions]
  }[keyof Carrying<J>]
) => Promise<void>

type Handlers<J extends JobMap> = {
  [N in keyof J]: J[N] extends z.ZodType
    ? JobSettings & { run(data: z.infer<J[N]>): Promise<void> }
    : JobSettings & { every: Schedule; run(): Promise<void> }
}

/** A handler for each of a module's jobs. What a job carries is parsed first: what does not parse fails the job. */
export function handleJobs<const J extends JobMap>(
  jobs: J,
  handlers: Handlers<J>,
): { readonly [N in keyof J]: JobDefinition } {
  const definitions = Object.entries(jobs).map(([name, declared]) => {
    const { run, ...settings } = handlers[name] as JobSettings & { run(data?: unknown): Promise<void> }
    const parsed = (data: unknown) =>
      declared === scheduled ? run() : run(parsePayload(`job ${name}`, declared, data))
    // In an async function, so that what does not parse rejects.
    return [name, { ...settings, run: async (data?: unknown) => parsed(data) } satisfies JobDefinition]
  })
  return Object.fromEntries(definitions)
}
