import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type App, compose } from '../../src/composition.ts'
import { DAY } from '../../src/core/durations.ts'
import { numberText } from '../../src/core/text.ts'
import { BackupError } from '../../src/platform/backup/backup-error.ts'
import { bringBackFiles, openEachFile } from '../../src/platform/backup/files.ts'
import { loadDatabase } from '../../src/platform/backup/load.ts'
import { backupsIn, type Manifest, readManifest } from '../../src/platform/backup/manifest.ts'
import { openDatabaseClock } from '../../src/platform/clock/database-clock.ts'
import { type Config, parseConfig } from '../../src/platform/config/config.ts'
import { localSecrets } from '../../src/platform/data-dir.ts'
import { connect } from '../../src/platform/database/connect.ts'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { startEmbedded } from '../../src/platform/database/embedded.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { endRestore } from '../../src/platform/database/unfinished-restore.ts'
import { type Cipher, createCipher } from '../../src/platform/storage/cipher.ts'
import { encrypted } from '../../src/platform/storage/encrypted.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { durationText, type OperatorConsole } from './console.ts'
import { backupFolderOf, copiedFiles, storedFiles } from './make.ts'
import { recordCheck } from './record.ts'
import { verify } from './verify.ts'

const usage = [
  'Uso: npm run restore [-- <pasta da cópia>] [--check | --recovered]',
  '  sem opção     restaura no banco configurado, que tem de estar vazio, e traz de volta os arquivos que faltam',
  '  --check       restaura em um lugar de ensaio, confere tudo e apaga o ensaio; da loja só muda o resultado guardado',
  '  --recovered   confere e ajusta um banco que já voltou a um momento anterior por outro caminho (WAL, pg_restore)',
  'Sem pasta vale a cópia mais nova.',
].join('\n')

interface Restoring {
  config: Config
  folder: string
  manifest: Manifest
  cipher: Cipher
  around: OperatorConsole
}

/**
 * Runs `npm run restore`: restores a back-up, or checks that it can be restored.
 *
 * @returns exit code: 0 when everything is correct, 1 when something is not, 2 for wrong usage
 * @throws ConfigError, DataDirError, DatabaseError or BackupError
 */
export async function runRestore(argv: readonly string[], around: OperatorConsole): Promise<number> {
  const request = requestOf(argv)
  if (!request) {
    around.printError(usage)
    return 2
  }
  const config = parseConfig(around.env, localSecrets)
  if (request.recovered) return recovered(config, around)
  if (!request.check) return restore(backupToRestore(request, config, around))
  let code = 1
  try {
    code = await check(backupToRestore(request, config, around))
    return code
  } finally {
    // A named one may be an old copy: what it says is not said of the shop's newest.
    if (request.folder === undefined) await recordCheck(config, { passed: code === 0, around })
  }
}

/** Finds the named back-up, otherwise the newest. @throws BackupError when there is none, or it is not one that we can open */
function backupToRestore(
  request: { folder: string | undefined },
  config: Config,
  around: OperatorConsole,
): Restoring {
  const folder = request.folder ? resolve(request.folder) : backupsIn(backupFolderOf(config)).at(-1)
  if (!folder || !existsSync(folder)) {
    throw new BackupError(`Não há cópia em ${folder ?? backupFolderOf(config)}. Faça uma com npm run backup.`)
  }
  const cipher = createCipher(config.encryptionKey, config.otherEncryptionKeys)
  const manifest = readManifest(folder, {
    cipher,
    keys: [config.encryptionKey, ...config.otherEncryptionKeys],
  })
  around.print(`Cópia de ${manifest.at}, do programa ${manifest.program}: ${folder}`)
  return { config, folder, manifest, cipher, around }
}

/** Restores the back-up into a temporary embedded database, which is deleted afterwards; the data of the shop is not touched. */
async function check(restoring: Restoring): Promise<number> {
  const { config, folder, manifest, around } = restoring
  const began = around.now().getTime()
  deleteAbandoned()
  const scratch = mkdtempSync(join(tmpdir(), scratchPrefix))
  // Also when a signal ends the process, while the database may still write.
  const remove = () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', remove)
  const embedded = await startEmbedded({ dataDir: join(scratch, 'postgres') })
  const database = openDatabase({ url: embedded.url, max: 2 })
  try {
    await loadDatabase(database, { ...restoring, embedded: true })
    await migrate(database)
    around.print(
      `  ✓ Linhas restauradas no ensaio, no mesmo esquema e com as mesmas chaves: ${numberText(rowsOf(manifest))}.`,
    )
    const files = copiedFiles(folder)
    const opened = await openEachFile(files, encrypted(files, restoring.cipher))
    const wrong = fileProblems(opened, manifest)
    if (wrong.length === 0)
      around.print(`  ✓ Arquivos que abrem com a chave daqui: ${numberText(opened.count)}.`)
    const hasFile = async (key: string) => (await files.get(key)) !== undefined
    return await conclude({
      config: { ...config, databaseUrl: undefined },
      database,
      hasFile,
      wrong,
      began,
      around,
    })
  } finally {
    await database.$client.end()
    await embedded.close()
    process.off('exit', remove)
    remove()
  }
}

const scratchPrefix = 'recomeco-restore-'

/** Deletes what checks left that were killed more than a day ago: each is the whole database, readable. */
function deleteAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(scratchPrefix))) {
    const path = join(tmpdir(), name)
    try {
      if (Date.now() - statSync(path).mtimeMs > DAY) rmSync(path, { recursive: true, force: true })
    } catch {
      // Another user's, or another check deleted it.
    }
  }
}

async function restore(restoring: Restoring): Promise<number> {
  const { config, folder, manifest, around } = restoring
  const began = around.now().getTime()
  const { database, close } = await connect({ config, migrates: false, restores: true })
  try {
    await loadDatabase(database, { ...restoring, embedded: config.databaseUrl === undefined })
    await migrate(database)
    around.print(`  ✓ Linhas restauradas: ${numberText(rowsOf(manifest))}.`)
    const stored = storedFiles(config)
    const copied = copiedFiles(folder)
    const files = await bringBackFiles(copied, { opened: encrypted(copied, restoring.cipher), to: stored })
    const wrong = fileProblems({ ...files, count: files.added + files.kept + files.bad.length }, manifest)
    around.print(
      `  ✓ Arquivos trazidos de volta: ${numberText(files.added)}; já estavam aqui: ${numberText(files.kept)}.`,
    )
    const hasFile = async (key: string) => (await stored.get(key)) !== undefined
    return await conclude({ config, database, hasFile, wrong, began, around, adjusts: true })
  } finally {
    await close()
  }
}

function fileProblems(
  { count, bad }: { count: number; bad: readonly string[] },
  { files }: Manifest,
): string[] {
  const unopened = bad.map((key) => `Arquivos: ${key} não abre.`)
  if (count === files.count) return unopened
  return [...unopened, `Arquivos: há ${count} na cópia, e não ${files.count}.`]
}

/** Verifies and adjusts the database after a recovery made by PostgreSQL itself. */
async function recovered(config: Config, around: OperatorConsole): Promise<number> {
  const { database, close } = await connect({ config })
  try {
    const stored = storedFiles(config)
    const hasFile = async (key: string) => (await stored.get(key)) !== undefined
    const began = around.now().getTime()
    return await conclude({ config, database, hasFile, wrong: [], began, around, adjusts: true })
  } finally {
    await close()
  }
}

/**
 * Verifies the restored data and prints the result.
 *
 * @param adjusts revokes state of an earlier moment that must not continue: sessions that have ended since would be valid again,
 * and numbers of receipts that customers already have would be issued a second time
 */
async function conclude({
  config,
  database,
  hasFile,
  wrong,
  began,
  around,
  adjusts = false,
}: {
  config: Config
  database: Database
  hasFile: (key: string) => Promise<boolean>
  wrong: string[]
  began: number
  around: OperatorConsole
  adjusts?: boolean
}): Promise<number> {
  const log = createLog({ level: 'error', destination: process.stderr })
  const clock = await openDatabaseClock({ database })
  const app: App = await compose({ config: { ...config, demo: false }, database, clock, log })
  try {
    const verified = await verify(app, hasFile)
    for (const line of verified.done) around.print(`  ✓ ${line}`)
    const problems = [...wrong, ...verified.wrong]
    if (adjusts) {
      await app.finishRestore()
      await endRestore(database)
      around.print(
        '  ✓ Todos entram de novo: sessões encerradas desde então não voltam. Os recibos seguem mil números adiante.',
      )
    }
    for (const line of problems) around.printError(`  ✗ ${line}`)
    around.print(
      problems.length === 0
        ? `Conferido em ${durationText(around.now().getTime() - began)}.`
        : `Há ${problems.length} problema(s).`,
    )
    if (adjusts) {
      around.print(
        'Inicie a loja: a conciliação busca nos provedores o que falta, e npm run desk -- esquecidos lista o que precisa de alguém.',
      )
    }
    return problems.length === 0 ? 0 : 1
  } finally {
    await app.stopJobs()
  }
}

function rowsOf({ tables }: Manifest): number {
  return tables.reduce((sum, table) => sum + table.rows, 0)
}

function requestOf(
  argv: readonly string[],
): { folder: string | undefined; check: boolean; recovered: boolean } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { check: { type: 'boolean', default: false }, recovered: { type: 'boolean', default: false } },
    })
    if (positionals.length > 1 || (values.recovered && (values.check || positionals.length > 0)))
      return undefined
    return { folder: positionals[0], ...values }
  } catch {
    return undefined
  }
}
