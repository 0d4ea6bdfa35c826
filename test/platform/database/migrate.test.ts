// Databases: both
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/root.ts'
import { shellEnvironment } from '../../../scripts/lib/shell-environment.ts'
import { applicationOptions } from '../../../scripts/lib/system.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { DatabaseError } from '../../../src/platform/database/database-error.ts'
import { hasCurrentSchema } from '../../../src/platform/database/health.ts'
import { migrate, migrationsToApply } from '../../../src/platform/database/migrate.ts'
import { migrationsFolder, readMigrations } from '../../../src/platform/database/migrations.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

const onServer = 'server' in inject('database')
const known = readMigrations()
/** Hash of the first migration as it first landed (commit 129a6a7): same name and date, another file. */
const firstLanded = 'd51fc89fe43de4338e305f3e44a65d0c784a4d8140bce6f34fa2ca0589c02710'

let own: TestDatabase
let database: Database

beforeAll(async () => {
  own = await testDatabase()
  database = openDatabase({ url: own.url })
})
afterAll(async () => {
  await database.$client.end()
  await own.close()
})
describe('a new database with an unrelated table', () => {
  beforeAll(async () => {
    await emptied()
    await query('create table unrelated (id int)')
  })

  test('gets every migration, in order', async () => {
    expect(await hasCurrentSchema(database)).toBe(false)
    await migrate(database)
    expect(await applied()).toEqual(known.map(({ hash, createdAt }) => ({ hash, created_at: createdAt })))
    expect(await hasCurrentSchema(database)).toBe(true)
    expect(await tableCount()).toBeGreaterThan(30)
  })

  test('and is not changed once it is current', async () => {
    const before = await database.$client.query('select * from drizzle.__drizzle_migrations order by id')
    await migrate(database)
    const after = await database.$client.query('select * from drizzle.__drizzle_migrations order by id')
    expect(after.rows).toEqual(before.rows)
  })
})

test('a database of an earlier release gets the missing migrations', async () => {
  await emptied()
  const [first, ...later] = known
  if (!first || later.length === 0) throw new Error('there is nothing later than the first')
  await query(readFileSync(join(migrationsFolder, `${first.tag}.sql`), 'utf8'))
  await record([{ hash: first.hash, at: first.createdAt }])
  expect(await hasCurrentSchema(database)).toBe(false)
  await migrate(database)
  expect(await applied()).toHaveLength(known.length)
  expect(await hasCurrentSchema(database)).toBe(true)
})

test('a changed migration is refused with one sentence, also in an earlier schema', async () => {
  await emptied()
  const changed = [firstLanded, known[1]?.hash ?? '']
  await record(changed.map((hash, at) => ({ hash, at: known[at]?.createdAt ?? 0 })))
  await refused(
    'A migração 0000_tables registrada no banco de dados não é a desta versão do programa; nada foi alterado, e é preciso usar a versão que o criou ou outro banco.',
  )
})

test('an unknown migration in place of one of ours is refused', async () => {
  await recordAll()
  await query(
    `update drizzle.__drizzle_migrations set hash = repeat('ab', 32), created_at = created_at + 5 where hash = '${known[1]?.hash}'`,
  )
  await refused(
    'O banco de dados registra uma migração que esta versão do programa não conhece (abababababab); nada foi alterado, e é preciso usar a versão que a aplicou ou outro banco.',
  )
})

test('a program starts on the next release’s database, and is ready', async () => {
  await recordAll()
  await record([{ hash: 'cd'.repeat(32), at: Date.UTC(2100, 0) }])
  const before = await applied()
  await migrate(database)
  expect(await applied()).toEqual(before)
  expect(await migrationsToApply(database)).toEqual({ applied: known.length + 1, pending: 0, ahead: 1 })
  expect(await hasCurrentSchema(database)).toBe(true)
})

test('a database ahead of this build is refused once it no longer supports it', async () => {
  await recordAll()
  await record([{ hash: 'cd'.repeat(32), at: Date.UTC(2100, 0) }])
  const oldest = (tag: string) =>
    query(`comment on table drizzle.__drizzle_migrations is 'oldest program: ${tag}'`)
  await oldest(known.at(-1)?.tag ?? '')
  await migrate(database)
  await oldest('0999_later')
  await refused(
    'O banco de dados está 1 migração à frente desta versão do programa e já não lhe serve; nada foi alterado, e é preciso iniciar a versão que o migrou ou uma mais nova.',
  )
  expect(await hasCurrentSchema(database)).toBe(true)
})

test('our tables without a migration record are refused', async () => {
  await emptied()
  await query('create table users (id int)')
  await query('create table unrelated (id int)')
  await refused(
    'O banco de dados já tem tabelas como as deste programa (users), mas não o registro das migrações; nada foi alterado, e é preciso restaurar a cópia inteira ou usar um banco vazio.',
  )
  expect(await schemas()).not.toContain('drizzle')
})

/** Starts the process, which ends. @returns its exit code and what it printed */
function start(url: string) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...applicationOptions, inRoot('src/main.ts')],
    {
      env: { ...shellEnvironment(), DATA_DIR: inRoot('test-results', 'refused'), DATABASE_URL: url },
      encoding: 'utf8',
    },
  )
  return [status, stdout, stderr.trim()]
}

test.runIf(onServer).each([
  {
    about: 'in which its user may create nothing',
    option: 'role=pg_monitor',
    sentence:
      'O usuário de DATABASE_URL não tem os direitos de que a loja precisa no banco de dados: torne-o o dono dele.',
  },
  {
    about: 'that takes no writes',
    option: 'default_transaction_read_only=on',
    sentence:
      'O banco de dados só aceita leituras: DATABASE_URL tem de levar ao servidor primário, não a uma réplica.',
  },
])(
  'a start on a database $about says so in one sentence',
  async ({ option, sentence }) => {
    await emptied()
    const url = new URL(own.url)
    url.searchParams.set('options', `-c ${option}`)
    expect(start(url.href)).toEqual([1, '', sentence])
  },
  240_000,
)

test('the process prints only the sentence and exits', async () => {
  await recordAll()
  await query(
    `update drizzle.__drizzle_migrations set hash = repeat('ab', 32) where hash = '${known[1]?.hash}'`,
  )
  expect(start(own.url)).toEqual([
    1,
    '',
    'A migração 0001_constraints registrada no banco de dados não é a desta versão do programa; nada foi alterado, e é preciso usar a versão que o criou ou outro banco.',
  ])
}, 240_000)

// The embedded database has one process: its folder lock ensures that (test/platform/main.process.test.ts).
test.runIf(onServer)('two concurrent processes migrate once', async () => {
  await emptied()
  const other = openDatabase({ url: own.url })
  await Promise.all([migrate(database), migrate(other), migrate(database)])
  await other.$client.end()
  expect(await applied()).toHaveLength(known.length)
})

describe.runIf(onServer)('a table that a running shop uses', () => {
  const retryLimits = { lockMs: 200, pauseMs: 100, attempts: 100 }
  let shop: Database
  let user: pg.PoolClient

  /** Creates a database of the release before a migration that changes tables, and a transaction that uses them. */
  beforeEach(async () => {
    await emptied()
    const before = known.slice(
      0,
      known.findIndex(({ tag }) => tag === '0014_outboxes'),
    )
    for (const { tag } of before) await query(readFileSync(join(migrationsFolder, `${tag}.sql`), 'utf8'))
    await record(before.map(({ hash, createdAt }) => ({ hash, at: createdAt })))
    shop = openDatabase({ url: own.url })
    user = await shop.$client.connect()
    await user.query('begin; lock table messages, events in access share mode')
  })
  afterEach(async () => {
    user.release(true)
    await shop.$client.end()
  })

  test('is waited for, and other statements do not wait behind the migration for long', async () => {
    let isDone = false
    const upgraded = migrate(database, retryLimits).then(() => {
      isDone = true
    })
    for (let visit = 0; visit < 5; visit++) {
      await shop.$client.query('select count(*) from messages')
      await shop.$client.query('select pg_sleep(0.1)')
    }
    expect(isDone).toBe(false)
    await user.query('commit')
    await upgraded
    expect(await hasCurrentSchema(database)).toBe(true)
  })

  test('that never becomes free leaves everything unchanged, with one error sentence', async () => {
    const before = await applied()
    const upgraded = migrate(database, { ...retryLimits, attempts: 2 })
    await expect(upgraded).rejects.toThrow(/^O banco de dados precisa ser atualizado/)
    expect(await applied()).toEqual(before)
    expect((await query('show lock_timeout')).rows[0].lock_timeout).toBe('0')
  })
})

async function refused(sentence: string): Promise<void> {
  const before = [await applied(), await tableCount()]
  const error = await migrate(database).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(DatabaseError)
  expect((error as Error).message).toBe(sentence)
  expect([await applied(), await tableCount()]).toEqual(before)
}

async function emptied(): Promise<void> {
  await query('drop schema if exists drizzle cascade')
  await query('drop schema public cascade')
  await query('create schema public')
}

/** Stores the migration record of a current database; its tables do not matter for comparing records. */
async function recordAll(): Promise<void> {
  await emptied()
  await record(known.map(({ hash, createdAt }) => ({ hash, at: createdAt })))
}

async function record(rows: { hash: string; at: number }[]): Promise<void> {
  await query('create schema if not exists drizzle')
  await query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  for (const { hash, at } of rows) {
    await query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('${hash}', ${at})`)
  }
}

async function applied(): Promise<unknown[] | undefined> {
  if (!(await schemas()).includes('drizzle')) return undefined
  const { rows } = await query(
    'select hash, created_at from drizzle.__drizzle_migrations order by created_at',
  )
  return rows
}

async function tableCount(): Promise<number> {
  const { rows } = await query("select count(*) as count from pg_tables where schemaname = 'public'")
  return rows[0].count
}

async function schemas(): Promise<string[]> {
  const { rows } = await query('select nspname from pg_namespace')
  return rows.map(({ nspname }) => nspname)
}

function query(sql: string) {
  return database.$client.query(sql)
}
