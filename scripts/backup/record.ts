import { existsSync } from 'node:fs'
import { type Config, embeddedDatabaseDir } from '../../src/platform/config/config.ts'
import { connect } from '../../src/platform/database/connect.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { OperatorConsole } from './console.ts'

/**
 * Records the time of the back-up for the daily mail and the alert about an old back-up. Does nothing if the schema has no table
 * for it yet; its migrations add one.
 */
export async function recordBackup(database: Database): Promise<void> {
  await database.$client
    .query(
      `insert into operation_alerts (key, raised_at) values ('backup:made', now())
       on conflict (key) do update set raised_at = excluded.raised_at`,
    )
    .catch(() => {})
}

/**
 * Records in the shop's database how the check of its newest back-up ended, for the daily mail and the alert. Does nothing on a
 * machine that has no database of the shop; a database that does not take it is only reported, because the check itself is done.
 */
export async function recordCheck(
  config: Config,
  { passed, around }: { passed: boolean; around: OperatorConsole },
): Promise<void> {
  if (config.databaseUrl === undefined && !existsSync(embeddedDatabaseDir(config))) return
  try {
    const { database, close } = await connect({ config, attach: true, migrates: false })
    try {
      await database.$client.query(
        `insert into operation_alerts (key, raised_at, about) values ('backup:checked', now(), $1)
         on conflict (key) do update set raised_at = excluded.raised_at, about = excluded.about`,
        [passed ? 'passed' : 'failed'],
      )
    } finally {
      await close()
    }
  } catch {
    around.printError('O resultado não pôde ser guardado no banco da loja: o e-mail diário não o dirá.')
  }
}
