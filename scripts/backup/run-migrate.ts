import { parseConfig } from '../../src/platform/config/config.ts'
import { localSecrets } from '../../src/platform/data-dir.ts'
import { connect } from '../../src/platform/database/connect.ts'
import { migrate, migrationsToApply } from '../../src/platform/database/migrate.ts'
import { aheadText } from '../../src/platform/database/migrations.ts'
import { durationText, type OperatorConsole } from './console.ts'
import { backupFolderOf, makeBackup } from './make.ts'

const usage = [
  'Uso: npm run migrate [-- --without-backup]',
  '  Copia o banco e os arquivos (como npm run backup) e aplica as migrações que faltam. A loja pode estar no ar.',
].join('\n')

/**
 * Runs `npm run migrate`: migrates the database to the schema of this program, after a back-up if it contains any data.
 *
 * @returns exit code: 0 when the schema is current, 2 for wrong usage
 * @throws ConfigError, DataDirError, DatabaseError, KeyError or BackupError; nothing is changed then
 */
export async function runMigrate(argv: readonly string[], around: OperatorConsole): Promise<number> {
  const [option, ...more] = argv
  if (more.length > 0 || (option !== undefined && option !== '--without-backup')) {
    around.printError(usage)
    return 2
  }
  const config = parseConfig(around.env, localSecrets)
  const { database, close } = await connect({ config, attach: true, migrates: false })
  try {
    const { applied, pending, ahead } = await migrationsToApply(database)
    if (ahead > 0) {
      around.print(`O banco de dados está ${aheadText(ahead)}: outra, mais nova, já o migrou.`)
      return 0
    }
    if (pending === 0) {
      around.print('O banco de dados já está no esquema deste programa.')
      return 0
    }
    if (applied > 0 && option === undefined) {
      const { folder } = await makeBackup(database, { config, into: backupFolderOf(config) })
      around.print(`Cópia de antes: ${folder}`)
    }
    const began = around.now().getTime()
    await migrate(database)
    const done = pending === 1 ? 'Uma migração aplicada' : `${pending} migrações aplicadas`
    around.print(`${done} em ${durationText(around.now().getTime() - began)}.`)
    return 0
  } finally {
    await close()
  }
}
