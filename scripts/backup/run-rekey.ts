import { compose } from '../../src/composition.ts'
import { numberText } from '../../src/core/text.ts'
import { openDatabaseClock } from '../../src/platform/clock/database-clock.ts'
import { type Config, parseConfig } from '../../src/platform/config/config.ts'
import { localSecrets } from '../../src/platform/data-dir.ts'
import { connect } from '../../src/platform/database/connect.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { DatabaseError } from '../../src/platform/database/database-error.ts'
import { migrationsToApply } from '../../src/platform/database/migrate.ts'
import { aheadText } from '../../src/platform/database/migrations.ts'
import { isEmbedded } from '../../src/platform/database/startup-lock.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import type { OperatorConsole } from './console.ts'

/**
 * Runs `npm run rekey`: the last step of replacing the encryption key, while the shop already runs with the new one.
 *
 * @returns exit code: 0 when no data is encrypted with another key any more, 2 for wrong usage
 * @throws ConfigError, DataDirError, DatabaseError or KeyError
 */
export async function runRekey(argv: readonly string[], around: OperatorConsole): Promise<number> {
  if (argv.length > 0) {
    around.printError('Uso: npm run rekey')
    return 2
  }
  const config = parseConfig(around.env, localSecrets)
  const { database, close } = await connect({ config, attach: true })
  try {
    const release = (await isEmbedded(database)) ? () => {} : await lockRekey(database)
    try {
      return await rekey(config, database, around)
    } finally {
      await release()
    }
  } finally {
    await close()
  }
}

async function rekey(config: Config, database: Database, around: OperatorConsole): Promise<number> {
  const { ahead } = await migrationsToApply(database)
  if (ahead > 0) throw new DatabaseError(unknownRows(ahead))
  const clock = await openDatabaseClock({ database })
  const log = createLog({ level: 'error', destination: process.stderr })
  const app = await compose({ config, database, clock, log })
  try {
    const { values, files } = await app.reseal()
    around.print(
      `Selados de novo com a chave em uso: dados, ${numberText(values)}; arquivos, ${numberText(files)}. ` +
        'Se todos os processos já rodam com essa chave, tire ENCRYPTION_KEY_OTHERS; se algum ainda sela com a outra, reinicie-o ' +
        'e rode este comando de novo. Cópias de antes só abrem com a chave de antes.',
    )
    return 0
  } finally {
    await app.stopJobs()
  }
}

/**
 * Refuses a second `npm run rekey` at the same time, because two would write the same files. The embedded database has one session, which
 * cannot hold a lock beside the work.
 *
 * @returns ends the lock
 */
async function lockRekey({ $client }: Database): Promise<() => Promise<void>> {
  const client = await $client.connect()
  // A server may end the session in spite of the setting below.
  client.on('error', () => {})
  const release = async () => {
    await client.query('rollback').catch(() => {})
    client.release()
  }
  try {
    await client.query('begin')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const { rows } = await client.query<{ locked: boolean }>(
      "select pg_try_advisory_xact_lock(hashtextextended('rekey', 0)) as locked",
    )
    if (!rows[0]?.locked)
      throw new DatabaseError(
        'Outro npm run rekey está em execução: espere que ele termine. Nada foi alterado.',
      )
    return release
  } catch (error) {
    await release()
    throw error
  }
}

/**
 * Returns the error text for a database of a newer program: its additional data would stay encrypted with the former key, which
 * the owner then deletes.
 */
function unknownRows(ahead: number): string {
  return `O banco de dados está ${aheadText(ahead)}, que não conhece tudo o que há nele; nada foi alterado. Use a versão que o migrou.`
}
