import { createJobs, type JobDefinition } from '../../../src/platform/jobs/jobs.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { openAsProduct } from '../../support/open-as-product.ts'

/** Ways in which a job ends its process, one for each attempt: an exit, a kill as by the system, and memory that is used up. */
const crashes = [
  () => process.exit(1),
  () => process.kill(process.pid, 'SIGKILL'),
  () => {
    for (const kept: number[][] = []; ; ) kept.push(Array.from({ length: 100_000 }, Math.random))
  },
]

/** Jobs of the worker that crashes: one queue with a poison job among others, and another queue. */
export const crashingJobs = (attempt: number): Record<string, JobDefinition> => ({
  mixed: {
    poll: 0.5,
    async run(data) {
      // The others of its batch have ended when it crashes.
      await new Promise((resolve) => setTimeout(resolve, 200))
      if ((data as { isPoison: boolean }).isPoison) crashes[attempt]?.()
    },
  },
  beside: { poll: 0.5, run: async () => {} },
})

if (import.meta.main) {
  const [url = '', attempt = ''] = process.argv.slice(2)
  const database = openAsProduct({ url, max: 4 })
  const jobs = createJobs({ database, embedded: false, log: createLog({ level: 'silent' }) })
  const definitions = crashingJobs(Number(attempt))
  await jobs.prepare(definitions)
  await jobs.work(definitions)
}
