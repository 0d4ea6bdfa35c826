// Databases: postgres. Row locks between connections, which the embedded database does not have.
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { headersWith, ORIGIN, OTHER_PASSWORD, PASSWORD, world } from '../../support/identity.ts'

const w = world()
const opened: pg.Client[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((client) => client.end()))
})

/** Opens a transaction of another process, which holds the locks of `statement`. */
async function holding(statement: string, values: unknown[] = []): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: w.database.$client.options.connectionString ?? '' })
  await client.connect()
  opened.push(client)
  await client.query('begin')
  await client.query(statement, values)
  return client
}

/** Waits until `count` other connections wait for a lock. */
async function waiting(count: number): Promise<void> {
  for (let look = 0; look < 200; look++) {
    const rows = await w.rows(sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    if (rows.length >= count) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('nobody waits')
}

test('a sign-in waits for a new password that is being stored, and is refused by it', async () => {
  const email = await w.register()
  // As a process of an earlier release does it: without a lock on the user's row.
  const other = await holding(
    `update accounts set password_hash = 'scrypt$1024$8$1$x$y'
     where user_id = (select id from users where email = $1)`,
    [email],
  )
  const thief = w.identity.signIn({ email, password: PASSWORD, ...ORIGIN })
  await waiting(1)
  await other.query('commit')
  expect(await thief).toEqual({ ok: false, code: 'invalid_credentials' })
})

test('a new password waits for a sign-in that is being stored, and ends its session', async () => {
  const email = await w.register()
  const owner = await w.enter(email)
  const other = await holding('lock table sessions in share row exclusive mode')
  const thief = w.identity.signIn({ email, password: PASSWORD, ...ORIGIN })
  await waiting(1)
  const change = w.identity.changePassword({
    headers: owner,
    currentPassword: PASSWORD,
    newPassword: OTHER_PASSWORD,
  })
  await waiting(2)
  await other.query('commit')
  const entered = await thief
  if (!entered.ok) throw new Error(entered.code)
  expect(await change).toMatchObject({ ok: true })
  expect(await w.identity.viewerOf(headersWith(entered.value.setCookie))).toBeNull()
})

test('ending all other sessions waits for a sign-in that is being stored, and ends its session', async () => {
  const email = await w.register()
  const owner = await w.enter(email)
  const other = await holding('lock table sessions in share row exclusive mode')
  const thief = w.identity.signIn({ email, password: PASSWORD, ...ORIGIN })
  await waiting(1)
  const ended = w.identity.endOtherSessions({ headers: owner })
  await waiting(2)
  await other.query('commit')
  const entered = await thief
  if (!entered.ok) throw new Error(entered.code)
  expect(await ended).toMatchObject({ ok: true })
  expect(await w.identity.viewerOf(headersWith(entered.value.setCookie))).toBeNull()
  expect(await w.identity.viewerOf(owner)).toMatchObject({ email })
})

test('ending everybody’s sessions waits for a sign-in that is being stored, and holds up those that follow', async () => {
  const email = await w.register()
  const other = await holding('lock table sessions in share row exclusive mode')
  const signIn = () => w.identity.signIn({ email, password: PASSWORD, ...ORIGIN })
  const before = signIn()
  await waiting(1)
  const ended = w.database.transaction((tx) => w.identity.endSessionsOfAll(tx, { now: w.now() }))
  await waiting(2)
  const after = signIn()
  await waiting(3)
  await other.query('commit')
  const [entered, late] = [await before, await after]
  if (!entered.ok || !late.ok) throw new Error('not signed in')
  expect(await ended).toBeGreaterThanOrEqual(1)
  expect(await w.identity.viewerOf(headersWith(entered.value.setCookie))).toBeNull()
  expect(await w.identity.viewerOf(headersWith(late.value.setCookie))).toMatchObject({ email })
})

test('two recovery links of one account, redeemed at once, do not deadlock', async () => {
  const email = await w.register()
  const tokens: string[] = []
  for (const _ of [1, 2]) {
    await w.identity.requestPasswordReset({ email, ip: ORIGIN.ip })
    await w.work()
    tokens.push(w.tokenFor(email))
  }
  const other = await holding('select 1 from users where email = $1 for update', [email])
  const both = tokens.map((token) =>
    w.identity.resetPassword({ token, newPassword: OTHER_PASSWORD, ...ORIGIN }),
  )
  await waiting(2)
  await other.query('commit')
  const answers = await Promise.all(both)
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
})
