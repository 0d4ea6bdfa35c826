// Databases: both. The back-up consists of rows, types and constraints.
import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
} from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatorConsole } from '../../../scripts/backup/console.ts'
import { makeBackup } from '../../../scripts/backup/make.ts'
import { runBackup } from '../../../scripts/backup/run-backup.ts'
import { runMigrate } from '../../../scripts/backup/run-migrate.ts'
import { runRekey } from '../../../scripts/backup/run-rekey.ts'
import { runRestore } from '../../../scripts/backup/run-restore.ts'
import { schema } from '../../../scripts/doctor/checks.ts'
import { failed } from '../../../scripts/doctor/finding.ts'
import { quickResolution } from '../../../scripts/lib/preloaded.mjs'
import { inRoot } from '../../../scripts/lib/root.ts'
import { shellEnvironment } from '../../../scripts/lib/shell-environment.ts'
import { HOUR } from '../../../src/core/durations.ts'
import { dumpDatabase } from '../../../src/platform/backup/dump.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { migrateTo } from '../../../src/platform/database/migrate.ts'
import { readMigrations } from '../../../src/platform/database/migrations.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createCipher } from '../../../src/platform/storage/cipher.ts'
import { emptyDatabase, isEmbedded } from '../../support/database.ts'
import { restorableDatabase } from '../../support/restorable-database.ts'
import { type Shop, startShop } from '../../support/shop.ts'

/** An embedded database takes seconds to start, more on a busy machine. */
const slow = { timeout: 90_000 }

let shop: Shop
let into: string
/** Back-up that most tests read. */
let folder: string

beforeAll(async () => {
  into = mkdtempSync(join(tmpdir(), 'backups-'))
  shop = await startShop({ restorable: await restorableDatabase() })
  const ana = await shop.customer('Ana "Vírgula", \\Souza')
  await openSession(ana.id)
  const order = await shop.hire(ana, 'semanal-20x')
  const { id: chargeId, reference } = await shop.charge(ana, [
    (await shop.openInstalments(order))[0]?.id ?? '',
  ])
  await shop.simulator.act(reference, 'approve')
  await shop.simulator.noticesSent()
  await shop.work()
  await shop.app.receipts.openReceipt({ receiptId: chargeId, userId: ana.id })
  const document = {
    name: 'rg.png',
    type: 'image/png',
    bytes: Buffer.from('89504e470d0a1a0a0000000d', 'hex'),
  }
  await shop.app.storage.put('documents/0', document.bytes)
  // More rows than are read at once, twice.
  await shop.query(
    `insert into rate_limits (key, count, expires_at)
     select 'visitor ' || n, 1, '2100-01-01' from generate_series(1, 1001) n`,
  )
  const made = await command(runBackup, ['--to', into])
  expect(made).toMatchObject({ code: 0, text: expect.stringContaining('Cópia feita em') })
  folder = join(into, readdirSync(into)[0] ?? '')
})
afterAll(async () => {
  await shop.close()
  rmSync(into, { recursive: true })
})

async function openSession(userId: string): Promise<void> {
  await shop.query(
    `insert into sessions (id, user_id, token_hash, created_at, renewed_at, expires_at, ip, user_agent)
     values ($1::uuid, $2, $1::text, now(), now(), '2100-01-01', '127.0.0.1', 'test')`,
    [newId(), userId],
  )
}

type Run = (argv: readonly string[], around: OperatorConsole) => Promise<number>

/** Runs a command of the operator as its process does; the message of a thrown error is the command's only sentence. */
async function command(run: Run, argv: string[], variables: Record<string, string> = {}) {
  let text = ''
  const print = (line: string) => {
    text += `${line}\n`
  }
  const around = {
    env: { ...shop.variables, ...variables },
    print,
    printError: print,
    now: () => shop.clock.now(),
  }
  const code = await run(argv, around).catch((error: Error) => {
    print(error.message)
    return 1
  })
  return { code, text }
}

/** Returns every row of every table, as text. */
async function everyRow(url: string): Promise<Record<string, string[]>> {
  const database = openDatabase({ url, max: 1 })
  try {
    const { rows: tables } = await database.$client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    )
    const found: Record<string, string[]> = {}
    for (const { name } of tables) {
      const { rows } = await database.$client.query<{ row: string }>(
        `select (t.*)::text as row from "${name}" t order by 1`,
      )
      found[name] = rows.map(({ row }) => row)
    }
    return found
  } finally {
    await database.$client.end()
  }
}

test('a restored back-up has every row, constraint and file, and no sessions', slow, async () => {
  const empty = await emptyDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'restored-'))
  try {
    // A damaged copy leaves the target empty, so that another copy can be restored there.
    const file = join(folder, 'database/public.users')
    const whole = await readFile(file)
    await writeFile(file, whole.subarray(0, -1))
    const damaged = await command(runRestore, [folder], { DATABASE_URL: empty.url, DATA_DIR: dataDir })
    expect(damaged).toMatchObject({
      code: 1,
      text: expect.stringContaining('public.users da cópia foi alterado, trocado ou cortado.'),
    })
    await writeFile(file, whole)
    const restored = await command(runRestore, [folder], { DATABASE_URL: empty.url, DATA_DIR: dataDir })
    expect(restored).toMatchObject({
      code: 0,
      text: expect.stringContaining('Os livros fecham ao centavo'),
    })
    const [before, after] = [await everyRow(shop.variables.DATABASE_URL), await everyRow(empty.url)]
    expect(before.ledger_entries?.length).toBeGreaterThan(0)
    // The creation of the back-up was recorded after it.
    const noted = (row: string) => row.startsWith('(backup:made,')
    expect(before.operation_alerts?.filter(noted)).toHaveLength(1)
    const alerts = before.operation_alerts?.filter((row) => !noted(row))
    expect(before.sessions).toHaveLength(1)
    expect(after).toEqual({ ...before, operation_alerts: alerts, sessions: [] })
    expect(readFileSync(join(dataDir, 'files/documents/0'))).toEqual(
      readFileSync(join(shop.dataDir, 'files/documents/0')),
    )

    const database = openDatabase({ url: empty.url, max: 1 })
    const refused = (text: string) => expect(database.$client.query(text)).rejects.toThrow()
    await refused('update ledger_entries set amount = 1 where true')
    await refused('insert into payments select * from payments')
    await refused('delete from orders')
    // Numbers continue after the last one in the back-up, and after those that were assigned since.
    const numbers = 'select sequencename as name, coalesce(last_value, 0)::int as last from pg_sequences'
    const given = await shop.query<{ name: string; last: number }>(`${numbers} where schemaname = 'public'`)
    expect(given.map(({ last }) => last)).toContain(1)
    const { rows } = await database.$client.query(`${numbers} where schemaname = 'public'`)
    expect(rows).toEqual(
      expect.arrayContaining(given.map(({ name, last }) => ({ name, last: last + 1_000 }))),
    )
    await database.$client.end()
    // On the second attempt the target is not empty.
    const again = await command(runRestore, [folder], { DATABASE_URL: empty.url, DATA_DIR: dataDir })
    expect(again).toMatchObject({
      code: 1,
      text: expect.stringContaining('não está vazio; nada foi alterado'),
    })
    expect(await everyRow(empty.url)).toEqual(after)
    const opened = await command(runMigrate, [], { DATABASE_URL: empty.url, DATA_DIR: dataDir })
    expect(opened).toMatchObject({ code: 0 })
  } finally {
    await empty.close()
    rmSync(dataDir, { recursive: true })
  }
})

async function doctorOn(url: string) {
  const database = openDatabase({ url, max: 1 })
  return schema(database).finally(() => database.$client.end())
}

test(
  'the doctor says of another program’s database what the start says, not that migrations are missing',
  slow,
  async () => {
    const empty = await emptyDatabase()
    try {
      expect((await doctorOn(empty.url)).is).toBe('note')
      const database = openDatabase({ url: empty.url, max: 1 })
      await database.$client.query('create table users (id int)').finally(() => database.$client.end())
      expect(await doctorOn(empty.url)).toEqual(
        failed(expect.stringMatching(/já tem tabelas .*nada foi alterado/)),
      )
      expect(await command(runBackup, [], { DATABASE_URL: empty.url })).toEqual({
        code: 1,
        text: 'O banco de dados não tem nada deste programa: não há o que copiar.\n',
      })
    } finally {
      await empty.close()
    }
  },
)

test('a database whose restore was interrupted is not opened', slow, async () => {
  const empty = await emptyDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'interrupted-'))
  try {
    // The rows are restored, the files cannot be.
    await writeFile(join(dataDir, 'files'), '')
    const target = { DATABASE_URL: empty.url, DATA_DIR: dataDir }
    const interrupted = await command(runRestore, [folder], target)
    expect(interrupted).toMatchObject({ code: 1, text: expect.stringContaining('Linhas restauradas') })
    for (const run of [runMigrate, runBackup]) {
      expect(await command(run, [], target)).toMatchObject({
        code: 1,
        text: expect.stringContaining('A restauração deste banco de dados não terminou'),
      })
    }
    expect(await command(runRestore, [folder], target)).toMatchObject({
      code: 1,
      text: expect.stringContaining('não está vazio; nada foi alterado'),
    })
    expect(await doctorOn(empty.url)).toEqual(failed(expect.stringMatching(/^A restauração deste banco/)))
  } finally {
    await empty.close()
    rmSync(dataDir, { recursive: true })
  }
})

// The embedded database belongs to one process, by the lock of its data folder.
test.runIf(!isEmbedded())(
  'of two restores into one database at once, one is refused in a sentence',
  slow,
  async () => {
    const empty = await emptyDatabase()
    const dataDir = mkdtempSync(join(tmpdir(), 'twice-'))
    try {
      const target = { DATABASE_URL: empty.url, DATA_DIR: dataDir }
      const both = await Promise.all([0, 1].map(() => command(runRestore, [folder], target)))
      const [done, refused] = both.toSorted((one, other) => one.code - other.code)
      expect(done).toMatchObject({ code: 0, text: expect.stringContaining('Conferido em') })
      expect(refused).toMatchObject({ code: 1, text: expect.stringMatching(/não terminou|não está vazio/) })
    } finally {
      await empty.close()
      rmSync(dataDir, { recursive: true })
    }
  },
)

// The embedded database has one session: others wait until the copy is written.
test.runIf(!isEmbedded())(
  'a back-up is of one moment: no table has what was written after its first',
  async () => {
    const kept = mkdtempSync(join(tmpdir(), 'kept-'))
    const database = openDatabase({ url: shop.variables.DATABASE_URL, max: 1 })
    const client = await database.$client.connect()
    const visitors = async () => (await shop.query('select 1 from rate_limits')).length
    const before = await visitors()
    let written = false
    const query = async (text: string, values?: unknown[]) => {
      const answer = await client.query(text, values)
      if (text === 'close copied' && !written) {
        written = true
        await shop.query(`insert into rate_limits (key, count, expires_at) values ('late', 1, '2100-01-01')`)
      }
      return answer
    }
    const watched = { $client: { connect: async () => ({ query, release() {} }) } } as unknown as Database
    try {
      const { tables } = await dumpDatabase(watched, {
        folder: kept,
        id: newId(),
        cipher: createCipher('ab'.repeat(32)),
      })
      expect(tables.find(({ name }) => name === 'rate_limits')?.rows).toBe(before)
      expect(await visitors()).toBe(before + 1)
    } finally {
      await shop.query("delete from rate_limits where key = 'late'")
      client.release()
      await database.$client.end()
      rmSync(kept, { recursive: true })
    }
  },
)

test(
  'a restored back-up whose files were cut off or left behind says which, and keeps none that does not open',
  slow,
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'restored-'))
    const half = join(dataDir, 'half')
    cpSync(folder, half, { recursive: true })
    const [receipt = ''] = globSync('files/receipts/*/*', { cwd: half })
    rmSync(join(half, receipt))
    truncateSync(join(half, 'files/documents/0'), 20)
    const restoredFrom = async (copy: string) => {
      const empty = await emptyDatabase()
      const variables = { DATABASE_URL: empty.url, DATA_DIR: dataDir }
      return command(runRestore, [copy], variables).finally(() => empty.close())
    }
    try {
      const restored = await restoredFrom(half)
      expect(restored.code).toBe(1)
      expect(restored.text).toContain('✗ Arquivos: documents/0 não abre.')
      expect(restored.text).toMatch(/✗ Arquivos: há \d+ na cópia, e não \d+\./)
      expect(globSync('files/documents/*', { cwd: dataDir })).toEqual([])
      // Existing files stay as they are: a damaged one would also have kept the whole one out.
      expect(await restoredFrom(folder)).toMatchObject({ code: 0 })
      expect(readFileSync(join(dataDir, 'files/documents/0'))).toEqual(
        readFileSync(join(folder, 'files/documents/0')),
      )
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  },
)

// The check's own database is embedded, regardless of the database of the shop.
test.runIf(isEmbedded())(
  'a check restores to a separate place, and detects an unreadable document and a missing receipt',
  async () => {
    const bytes = await readFile(join(folder, 'files/documents/0'))
    await writeFile(join(folder, 'files/documents/0'), bytes.with(-1, (bytes.at(-1) ?? 0) ^ 1))
    const [receipt = ''] = globSync('files/receipts/*/*', { cwd: folder })
    renameSync(join(folder, receipt), join(into, 'receipt.sealed'))
    const damaged = await command(runRestore, ['--check'], { BACKUP_DIR: into })
    expect(damaged.text).toContain('✓ Os livros fecham ao centavo.')
    expect(damaged.text).toContain('✓ Contratos: 1, com a cadeia de provas inteira.')
    expect(damaged).toMatchObject({
      code: 1,
      text: expect.stringContaining('✗ Arquivos: documents/0 não abre.'),
    })
    expect(damaged.text).toContain('✗ Arquivos de que o banco fala: 1; faltam: 1.')
    await writeFile(join(folder, 'files/documents/0'), bytes)
    renameSync(join(into, 'receipt.sealed'), join(folder, receipt))
    const otherKey = await command(runRestore, [folder, '--check'], { ENCRYPTION_KEY: 'ef'.repeat(32) })
    expect(otherKey).toMatchObject({
      code: 1,
      text: expect.stringContaining('A cópia foi feita com outra ENCRYPTION_KEY'),
    })
  },
)

// As above, and a check takes seconds.
test.runIf(isEmbedded())(
  'the result of checking the newest back-up is in the daily e-mail',
  slow,
  async () => {
    const kept = mkdtempSync(join(tmpdir(), 'kept-'))
    const recorded = async () => (await shop.app.operations.backupCheck())?.passed
    try {
      expect((await command(runBackup, ['--to', kept])).code).toBe(0)
      const [copy = ''] = readdirSync(kept)
      const file = join(kept, copy, 'database/public.users')
      const whole = await readFile(file)
      await writeFile(file, whole.subarray(0, -1))
      // One that is named may be an old one.
      await shop.query("delete from operation_alerts where key = 'backup:checked'")
      expect((await command(runRestore, [join(kept, copy), '--check'])).code).toBe(1)
      expect(await recorded()).toBeUndefined()
      expect((await command(runRestore, ['--check'], { BACKUP_DIR: kept })).code).toBe(1)
      expect(await recorded()).toBe(false)
      await shop.run('operations.day')
      const [mail] = await shop.query<{ text: string }>(
        "select text from messages where kind = 'operations.day' order by id desc limit 1",
      )
      expect(mail?.text).toContain('A conferência da cópia de segurança falhou')
      await writeFile(file, whole)
      expect((await command(runRestore, ['--check'], { BACKUP_DIR: kept })).code).toBe(0)
      expect(await recorded()).toBe(true)
    } finally {
      rmSync(kept, { recursive: true })
    }
  },
)

test('keeps only the newest back-ups, and makes none before a start without migrations', async () => {
  const kept = mkdtempSync(join(tmpdir(), 'kept-'))
  for (let made = 0; made < 3; made++) {
    shop.clock.advance(60_000)
    const { code, text } = await command(runBackup, ['--to', kept, '--keep', '2'])
    expect(code).toBe(0)
    expect(/\d+ mais antigas? apagadas?/.exec(text)?.[0]).toBe(made < 2 ? undefined : '1 mais antiga apagada')
  }
  expect(readdirSync(kept)).toHaveLength(2)
  const current = await command(runMigrate, [], { BACKUP_DIR: kept })
  expect(current).toEqual({ code: 0, text: 'O banco de dados já está no esquema deste programa.\n' })
  expect(readdirSync(kept)).toHaveLength(2)
  expect((await command(runBackup, ['--keep', '0'])).code).toBe(2)
  const onFile = await command(runBackup, ['--to', join(folder, 'manifest.json')])
  expect(onFile).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^A cópia não pôde ser escrita em .* \(ENOTDIR\)\.\n$/),
  })
  rmSync(kept, { recursive: true })
})

test('orders back-ups by the database’s clock, whatever their names, and keeps the one just made', async () => {
  const kept = mkdtempSync(join(tmpdir(), 'kept-'))
  const backUp = async (...more: string[]) => {
    const { code, text } = await command(runBackup, ['--to', kept, ...more])
    expect(code).toBe(0)
    return basename(/: (\/\S+)/.exec(text)?.[1] ?? '')
  }
  const named = (name: string, as: string) => renameSync(join(kept, name), join(kept, as))
  try {
    // A release before named its copies by the clock of the machine, which was wrong twice.
    named(await backUp(), '2099-01-01T05-30-00Z')
    const second = await backUp()
    named(await backUp(), '2020-01-01T05-30-00Z')
    const newest = await backUp('--keep', '2')
    expect(readdirSync(kept).toSorted()).toEqual(['2020-01-01T05-30-00Z', newest])
    expect(newest > second).toBe(true)
    // Now the clock of the database was wrong, and is right again.
    const path = join(kept, newest, 'manifest.json')
    await writeFile(path, readFileSync(path, 'utf8').replace(/"at": "\d+/, '"at": "2099'))
    const last = await backUp('--keep', '1')
    expect(readdirSync(kept)).toEqual([last])
  } finally {
    rmSync(kept, { recursive: true })
  }
})

test('removes the remains of killed back-ups after a day, and nothing else', async () => {
  const kept = mkdtempSync(join(tmpdir(), 'kept-'))
  const yesterday = new Date(Date.now() - 25 * 60 * 60_000)
  const old = ['2026-11-01T05-30-00Z~', `backup-${newId()}~`, 'my notes~']
  const running = `backup-${newId()}~`
  for (const name of [...old, running]) mkdirSync(join(kept, name, 'database'), { recursive: true })
  for (const name of old) utimesSync(join(kept, name), yesterday, yesterday)
  expect((await command(runBackup, ['--to', kept])).code).toBe(0)
  expect(readdirSync(kept)).toHaveLength(5)
  expect((await command(runBackup, ['--to', kept, '--keep', '1'])).code).toBe(0)
  expect(readdirSync(kept)).toHaveLength(3)
  expect(readdirSync(kept)).toEqual(expect.arrayContaining(['my notes~', running]))
  rmSync(kept, { recursive: true })
})

test(
  'migrations that are missing are applied after a back-up of the earlier schema, which may be left out',
  slow,
  async () => {
    const kept = mkdtempSync(join(tmpdir(), 'kept-'))
    const hashes = readMigrations().map(({ hash }) => hash)
    const earlier = hashes.slice(0, -2)
    const migrated = async (...options: string[]) => {
      const empty = await emptyDatabase()
      const database = openDatabase({ url: empty.url, max: 2 })
      try {
        await migrateTo(database, earlier)
        const { code, text } = await command(runMigrate, options, {
          DATABASE_URL: empty.url,
          BACKUP_DIR: kept,
        })
        expect({ code, text }).toMatchObject({
          code: 0,
          text: expect.stringMatching(/^2 migrações aplicadas em /m),
        })
        const { rows } = await database.$client.query<{ hash: string }>(
          'select hash from drizzle.__drizzle_migrations order by id',
        )
        expect(rows.map(({ hash }) => hash)).toEqual(hashes)
        return text
      } finally {
        await database.$client.end()
        await empty.close()
      }
    }
    try {
      expect(await migrated('--without-backup')).not.toContain('Cópia')
      expect(readdirSync(kept)).toEqual([])
      expect(await migrated()).toMatch(/^Cópia de antes: /)
      const [copy = ''] = readdirSync(kept)
      expect(JSON.parse(readFileSync(join(kept, copy, 'manifest.json'), 'utf8'))).toMatchObject({
        migrations: earlier,
      })
      // It is encrypted, and still nobody else's to read or to delete.
      expect(statSync(join(kept, copy)).mode & 0o077).toBe(0)
    } finally {
      rmSync(kept, { recursive: true })
    }
  },
)

test('two back-ups made at once are both complete', async () => {
  const kept = mkdtempSync(join(tmpdir(), 'kept-'))
  const both = await Promise.all([0, 1].map(() => command(runBackup, ['--to', kept])))
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(readdirSync(kept)).toHaveLength(2)
  rmSync(kept, { recursive: true })
})

test('a back-up with another release’s job queue is refused before anything changes, each time', async () => {
  const kept = mkdtempSync(join(tmpdir(), 'kept-'))
  const empty = await emptyDatabase()
  const variables = { BACKUP_DIR: kept, DATABASE_URL: empty.url, DATA_DIR: join(kept, 'data') }
  await shop.query('update pgboss.version set version = version - 1')
  try {
    expect((await command(runBackup, ['--to', kept])).code).toBe(0)
    for (let tried = 0; tried < 2; tried++) {
      expect(await command(runRestore, [], variables)).toMatchObject({
        code: 1,
        text: expect.stringMatching(/A fila de tarefas da cópia é da versão \d+, a deste programa é da \d+:/),
      })
    }
    expect(await everyRow(empty.url)).toEqual({})
  } finally {
    await shop.query('update pgboss.version set version = version + 1')
    await empty.close()
    rmSync(kept, { recursive: true })
  }
})

test('a back-up with a key that does not open what the database keeps is refused, and says which is missing', async () => {
  const kept = mkdtempSync(join(tmpdir(), 'backups-'))
  const ENCRYPTION_KEY = 'cd'.repeat(32)
  try {
    const refused = await command(runBackup, ['--to', kept], { ENCRYPTION_KEY })
    expect(refused).toEqual({
      code: 1,
      text: expect.stringMatching(
        /não abre o que este banco de dados guarda: falta a de impressão \w+\. Nada foi/,
      ),
    })
    expect(readdirSync(kept)).toEqual([])
    const exchanged = { ENCRYPTION_KEY, ENCRYPTION_KEY_OTHERS: 'ab'.repeat(32) }
    expect(await command(runBackup, ['--to', kept], exchanged)).toMatchObject({ code: 0 })
  } finally {
    rmSync(kept, { recursive: true })
  }
})

test('a back-up of files that cannot be read says so, and not that its own folder cannot be written', async () => {
  const kept = mkdtempSync(join(tmpdir(), 'backups-'))
  const files = join(shop.variables.DATA_DIR, 'files')
  // Root may read every folder, but follows no link that leads to itself.
  try {
    renameSync(files, `${files}-away`)
    symlinkSync(files, files)
    expect(await command(runBackup, ['--to', kept])).toEqual({
      code: 1,
      text: expect.stringMatching(
        /^Os arquivos da loja não puderam ser lidos, e a cópia não foi feita: ELOOP: .*files'\.\n$/,
      ),
    })
    expect(readdirSync(kept)).toEqual([])
    const taken = join(kept, 'taken')
    await writeFile(taken, '')
    rmSync(files)
    renameSync(`${files}-away`, files)
    expect(await command(runBackup, ['--to', taken])).toEqual({
      code: 1,
      text: `A cópia não pôde ser escrita em ${taken} (ENOTDIR).\n`,
    })
  } finally {
    rmSync(kept, { recursive: true })
  }
})

test('a back-up whose connection to the database is reset does not blame its folder', async () => {
  const kept = mkdtempSync(join(tmpdir(), 'backups-'))
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
  const database = Object.create(shop.database, {
    $client: { value: { connect: () => Promise.reject(reset) } },
  })
  try {
    const { config } = shop.app
    await expect(makeBackup(database, { config, into: kept })).rejects.toBe(reset)
    expect(readdirSync(kept)).toEqual([])
  } finally {
    rmSync(kept, { recursive: true })
  }
})

test('an earlier release on a newer database makes no back-up without its tables, and seals nothing again', async () => {
  const kept = mkdtempSync(join(tmpdir(), 'backups-'))
  const later = ['cd'.repeat(32), Date.UTC(2100, 0)]
  await shop.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', later)
  try {
    const ahead = 'O banco de dados está 1 migração à frente desta versão do programa'
    expect(await command(runBackup, ['--to', kept])).toEqual({
      code: 1,
      text: `${ahead}, que não conhece todas as tabelas dele: faça a cópia com a versão que o migrou.\n`,
    })
    expect(readdirSync(kept)).toEqual([])
    const rekeyed = await command(runRekey, [])
    expect(rekeyed).toMatchObject({
      code: 1,
      text: expect.stringContaining(`${ahead}, que não conhece tudo`),
    })
    const migrated = await command(runMigrate, [], { BACKUP_DIR: kept })
    expect(migrated).toEqual({ code: 0, text: `${ahead}: outra, mais nova, já o migrou.\n` })
  } finally {
    await shop.query('delete from drizzle.__drizzle_migrations where hash = $1', later.slice(0, 1))
    rmSync(kept, { recursive: true })
  }
})

test(
  'a check that is interrupted leaves no copy of the database behind, nor does the next one that of a killed one',
  slow,
  async () => {
    const temporary = mkdtempSync(join(tmpdir(), 'checks-'))
    const left = () => readdirSync(temporary).filter((name) => name.startsWith('recomeco-restore-'))
    const killed = join(temporary, 'recomeco-restore-killed')
    mkdirSync(killed)
    const yesterday = new Date(Date.now() - 25 * HOUR)
    utimesSync(killed, yesterday, yesterday)
    try {
      const checking = spawn(
        process.execPath,
        [...quickResolution, inRoot('scripts/restore.ts'), folder, '--check'],
        {
          env: { ...shellEnvironment(), ...shop.variables, TMPDIR: temporary },
          stdio: 'ignore',
        },
      )
      const exited = new Promise((resolve) => checking.once('exit', resolve))
      await expect
        .poll(() => left().filter((name) => existsSync(join(temporary, name, 'postgres'))))
        .toHaveLength(1)
      expect(existsSync(killed)).toBe(false)
      checking.kill('SIGTERM')
      expect(await exited).toBe(143)
      expect(left()).toEqual([])
    } finally {
      rmSync(temporary, { recursive: true })
    }
  },
)

// The embedded database belongs to one process.
test.runIf(!isEmbedded())('of two commands that seal everything again at once, one is refused', async () => {
  const both = await Promise.all([0, 1].map(() => command(runRekey, [])))
  const [done, refused] = both.toSorted((one, other) => one.code - other.code)
  expect(done).toMatchObject({ code: 0, text: expect.stringContaining('Selados de novo') })
  expect(refused).toEqual({
    code: 1,
    text: 'Outro npm run rekey está em execução: espere que ele termine. Nada foi alterado.\n',
  })
  expect(await command(runRekey, [])).toMatchObject({ code: 0 })
})

test('a database that PostgreSQL itself recovered is checked, without its sessions and with later numbers of receipts', async () => {
  const [{ userId = '' } = {}] = await shop.query<{ userId: string }>(
    'select user_id as "userId" from orders limit 1',
  )
  await openSession(userId)
  const numbers = () =>
    shop.query<{ name: string; last: number }>(
      `select sequencename as name, coalesce(last_value, 0)::int as last from pg_sequences
       where schemaname = 'public' order by 1`,
    )
  const before = await numbers()
  expect(await command(runRestore, ['--recovered', folder])).toMatchObject({ code: 2 })
  expect(await numbers()).toEqual(before)
  expect(await command(runRestore, ['--recovered'])).toMatchObject({
    code: 0,
    text: expect.stringMatching(
      /Os livros fecham ao centavo\.[\s\S]*Arquivos de que o banco fala: \d+, e nenhum falta/,
    ),
  })
  expect(await shop.query('select 1 from sessions')).toEqual([])
  expect(await numbers()).toEqual(
    expect.arrayContaining(before.map(({ name, last }) => ({ name, last: last + 1_000 }))),
  )
})
