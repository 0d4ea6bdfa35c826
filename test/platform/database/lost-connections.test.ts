// Databases: postgres. The embedded database runs in the same process: its connections cannot be lost.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writes } from '../../../scripts/doctor/checks.ts'
import type { Config } from '../../../src/platform/config/config.ts'
import { connect } from '../../../src/platform/database/connect.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { connectionProblem, hasCurrentSchema } from '../../../src/platform/database/health.ts'
import { isOutage } from '../../../src/platform/database/refusal.ts'
import { lockStartup } from '../../../src/platform/database/startup-lock.ts'
import { isTransientError } from '../../../src/platform/database/transient-error.ts'
import { codeOf } from '../../../src/platform/error-code.ts'
import { isEmbedded, type TestDatabase, testDatabase } from '../../support/database.ts'

let source: TestDatabase
beforeAll(async () => {
  source = await testDatabase()
})
afterAll(() => source.close())

// Connections of the embedded database cannot be terminated.
test.skipIf(isEmbedded())(
  'a connection lost within a transaction is logged, fails that transaction, and nothing else',
  async () => {
    const lost: string[] = []
    const database = openDatabase({ url: source.url, max: 1, onError: ({ message }) => lost.push(message) })
    const administrator = openDatabase({ url: source.url, max: 1 })
    const half = database.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await administrator.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`)
      await expect.poll(() => lost.length).toBeGreaterThan(0)
      await tx.execute(sql`select 1`)
    })
    // The transaction ends with its `rollback`, which has no connection either.
    expect(await half.catch(isTransientError)).toBe(true)
    expect(lost[0]).toContain('terminating connection')
    expect((await database.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
    await Promise.all([database, administrator].map(({ $client }) => $client.end()))
  },
)

test.each(['a statement', 'a transaction'] as const)(
  '%s on a server that became a standby is retried on another connection',
  async (kind) => {
    const database = openDatabase({ url: source.url, max: 1 })
    const pid = async () =>
      (await database.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]?.pid
    const write = () => {
      const insert = sql`insert into rate_limits (key, count, expires_at) values (${kind}, 1, now())`
      return kind === 'a statement'
        ? database.execute(insert)
        : database.transaction((tx) => tx.execute(insert))
    }
    // Makes the server refuse writes as a standby does, for this connection alone.
    await database.execute(sql`set default_transaction_read_only = on`)
    const before = await pid()
    expect(await write().catch(isTransientError)).toBe(true)
    await write()
    expect(await pid()).not.toBe(before)
    await database.$client.end()
  },
)

test('a first connection that the server ends is retried; other refusals are reported at once', async () => {
  const answers = (codes: readonly string[]) => {
    let asked = 0
    const query = async () => {
      const code = codes[asked++]
      if (code) throw Object.assign(new Error(code), { code })
      return { rows: [] }
    }
    const database = { $client: { query } } as unknown as Database
    return connectionProblem(database, 5_000).then((problem) => ({ problem, asked }))
  }
  expect(await answers(['57P01', 'ECONNRESET', '57P02'])).toEqual({ problem: undefined, asked: 4 })
  expect(await answers(Array.from({ length: 9 }, () => '57P01'))).toEqual({
    problem: 'O banco de dados não responde (57P01).',
    asked: 5,
  })
  expect(await answers(['ECONNREFUSED'])).toMatchObject({ asked: 1 })
  expect(await answers(['28P01'])).toMatchObject({ asked: 1, problem: expect.stringContaining('senha') })
})

test.each([
  ['a server without TLS', 'The server does not support SSL connections', {}, 'não oferece TLS'],
  ['its certificate', 'x', { code: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'certificado do banco de dados não serve'],
  ['another name', 'x', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'certificado do banco de dados não serve'],
  ['the file of its CA', 'x', { code: 'ENOENT', syscall: 'open' }, 'arquivo que DATABASE_URL indica'],
  ['a machine that it does not let in', 'x', { code: '28000' }, 'pg_hba.conf'],
])(
  'the reason of a failed connection is reported, not a missing answer: %s',
  async (_, message, facts, said) => {
    const query = async () => {
      throw Object.assign(new Error(message), facts)
    }
    const problem = await connectionProblem({ $client: { query } } as unknown as Database, 5_000)
    expect(problem).toContain(said)
  },
)

test.skipIf(isEmbedded())(
  'a database that accepts no connections is an outage, and so is a refused user or certificate',
  async () => {
    const other = await testDatabase()
    const { pathname } = new URL(other.url)
    const administrator = openDatabase({ url: source.url, max: 1 })
    const accept = (is: boolean) =>
      administrator.$client.query(`alter database "${pathname.slice(1)}" allow_connections ${is}`)
    await accept(false)
    const refused = openDatabase({ url: other.url, max: 1 })
    expect(await refused.execute(sql`select 1`).catch(isOutage)).toBe(true)
    expect(await refused.transaction((tx) => tx.execute(sql`select 1`)).catch(isOutage)).toBe(true)
    await accept(true)
    expect((await refused.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
    expect(await refused.execute(sql`select 1 from no_such_table`).catch(isOutage)).toBe(false)
    await Promise.all([refused, administrator].map(({ $client }) => $client.end()))
    await other.close()

    const failed = (code: string) => new Error('query', { cause: Object.assign(new Error('x'), { code }) })
    const outages = [
      '28000',
      '28P01',
      '3D000',
      '42501',
      'CERT_HAS_EXPIRED',
      '53300',
      '57P03',
      'ECONNREFUSED',
      '55P03',
      '25P03',
    ]
    expect(outages.filter((code) => !isOutage(failed(code)))).toEqual([])
    expect(['23505', '42P01', '22001'].filter((code) => isOutage(failed(code)))).toEqual([])
  },
)

test.skipIf(isEmbedded()).each(['takes no more connections', 'no longer lets this user in'] as const)(
  'while the database %s, those that are open serve everybody',
  async (reason) => {
    const administrator = openDatabase({ url: source.url, max: 1 })
    const user = `shared_${reason.length}`
    await administrator.$client.query(`create role ${user} login connection limit 2`)
    const url = Object.assign(new URL(source.url), { username: user }).href
    const refused: string[] = []
    const database = openDatabase({
      url,
      max: 10,
      queryMs: 5_000,
      onRefused: (error) => refused.push(codeOf(error) ?? ''),
    })
    const one = () => database.execute<{ pid: number }>(sql`select pg_backend_pid() as pid, pg_sleep(0.01)`)
    const two = () =>
      database.transaction((tx) => tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`))
    await Promise.all([one(), one()])
    if (reason === 'no longer lets this user in')
      await administrator.$client.query(`alter role ${user} nologin`)

    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 ? one() : two())))
    expect(new Set(answers.map(({ rows }) => rows[0]?.pid)).size).toBe(2)
    expect(refused.length).toBeGreaterThan(0)

    await administrator.$client.query(`alter role ${user} login connection limit -1`)
    await expect
      .poll(async () => {
        await Promise.all(Array.from({ length: 10 }, one))
        return database.$client.totalCount
      })
      .toBe(10)

    // Without any connection the reason is an outage, and no request waits for one.
    await administrator.$client.query(`alter role ${user} nologin`)
    const ended = sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${user}`
    await administrator.execute(ended)
    await expect.poll(() => database.$client.totalCount).toBe(0)
    expect(await one().catch(isOutage)).toBe(true)
    await database.$client.end()
    await administrator.$client.query(`drop role ${user}`)
    await administrator.$client.end()
  },
)

test.skipIf(isEmbedded()).each(['lock_timeout', 'idle_in_transaction_session_timeout'] as const)(
  'what a %s of the server ended is an outage, and the next attempt succeeds',
  async (limit) => {
    const database = openDatabase({ url: source.url, max: 1, onError: () => lost.resolve() })
    const holder = openDatabase({ url: source.url, max: 1 })
    const lost = Promise.withResolvers<void>()
    const insert = sql`insert into rate_limits (key, count, expires_at) values (${limit}, 1, now())`
    await database.execute(sql.raw(`set ${limit} = 20`))
    const locked = await holder.$client.connect()
    await locked.query('begin; lock table rate_limits in exclusive mode')
    const failed = await database
      .transaction(async (tx) => {
        await tx.execute(sql`select 1`)
        if (limit !== 'lock_timeout') await lost.promise
        await tx.execute(insert)
      })
      .catch((error: unknown) => error)
    expect(isOutage(failed)).toBe(true)
    await locked.query('rollback')
    locked.release()
    await database.execute(insert)
    await Promise.all([database, holder].map(({ $client }) => $client.end()))
  },
)

test('a start whose connection is lost while it waits to migrate continues with another', async () => {
  const database = openDatabase({ url: source.url, max: 2 })
  const holder = await database.$client.connect()
  await holder.query('begin')
  await lockStartup(holder)
  const config = { databaseUrl: source.url, databasePool: 2, databaseSessions: 'own', role: 'web' } as Config
  const started = connect({ config, onError: () => {}, onCrash: () => {} })
  const waiting = async () => {
    const { rows } = await database.execute<{ pid: number }>(
      sql`select pid from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
    )
    return rows[0]?.pid
  }
  await expect.poll(waiting).toBeDefined()
  const lost = await waiting()
  await database.execute(sql`select pg_terminate_backend(${lost})`)
  await expect.poll(waiting).not.toBe(lost)
  await holder.query('commit')
  holder.release()
  const connection = await started
  expect(await hasCurrentSchema(connection.database)).toBe(true)
  await connection.close()
  await database.$client.end()
})

test('a read-only database is not ready, the doctor says so, and it is ready again once it accepts writes', async () => {
  const database = openDatabase({ url: source.url, max: 1 })
  const readOnly = (value: 'on' | 'off') =>
    database.$client.query(`set default_transaction_read_only = ${value}`)
  expect(await hasCurrentSchema(database)).toBe(true)
  expect(await writes(database)).toEqual([])
  await readOnly('on')
  expect(await hasCurrentSchema(database)).toBe(false)
  expect(await writes(database)).toMatchObject([
    { is: 'failed', line: expect.stringContaining('só aceita leituras') },
  ])
  await readOnly('off')
  expect(await hasCurrentSchema(database)).toBe(true)
  expect(await writes(database)).toEqual([])
  await database.$client.end()
})

test('transactions that could not begin leak no connection', async () => {
  const database = openDatabase({ url: source.url, max: 1 })
  let refusing = true
  database.$client.on('connect', (client) => {
    const query = client.query as (...args: unknown[]) => unknown
    client.query = ((statement: { text?: string }, ...rest: unknown[]) =>
      refusing && statement.text?.startsWith('begin')
        ? Promise.reject(new Error('no server'))
        : query.call(client, statement, ...rest)) as typeof client.query
  })
  await expect(database.transaction(async () => {})).rejects.toThrow()
  await expect(database.transaction(async () => {})).rejects.toThrow()
  refusing = false
  expect(await database.transaction(async (tx) => (await tx.execute(sql`select 1 as one`)).rows)).toEqual([
    { one: 1 },
  ])
  await database.$client.end()
}, 10_000)
