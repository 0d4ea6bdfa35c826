import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { deleteOpenDrafts } from './store.server.ts'

/** One day more than the cookie that leads to a draft. */
const keptFor = 3 * 24 * 60 * 60 * 1000

/** Erases drafts nobody signed: whoever did not contract leaves no CPF behind (LGPD, arts. 15 and 16). */
export function purgeDrafts({ database, clock }: { database: Database; clock: Clock }) {
  return (): Promise<number> =>
    deleteOpenDrafts(database, { before: new Date(clock.now().getTime() - keptFor) })
}

export function purgeJob(purge: () => Promise<number>): JobDefinition {
  return {
    every: { cron: '20 3 * * *' },
    run: async () => {
      await purge()
    },
  }
}
