// Databases: one
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { createPasswordHasher } from '../../../src/modules/identity/password-hash.server.ts'
import { headersWith, ORIGIN, OTHER_PASSWORD, PASSWORD, world } from '../../support/identity.ts'

// The attack happens between the check of a password and the action that the check allows.
const pause = { afterVerify: async () => {}, afterHash: async () => {} }

const w = world({
  passwords: (hasher) => ({
    ...hasher,
    async verify(...given) {
      const correct = await hasher.verify(...given)
      await pause.afterVerify()
      return correct
    },
    async hashLike(...given) {
      const made = await hasher.hashLike(...given)
      await pause.afterVerify()
      return made
    },
    async hash(...given) {
      const hash = await hasher.hash(...given)
      await pause.afterHash()
      return hash
    },
  }),
})
const THIRD_PASSWORD = 'Jatoba-roxo@99'
afterEach(() => {
  pause.afterVerify = async () => {}
  pause.afterHash = async () => {}
})

/** Runs `meanwhile` once, after the next password was checked. */
function betweenCheckAndUse(meanwhile: () => Promise<unknown>): void {
  pause.afterVerify = async () => {
    pause.afterVerify = async () => {}
    await meanwhile()
  }
}

const liveSessions = (email: string) =>
  w.rows(sql`select s.id from sessions s join users u on u.id = s.user_id
    where u.email = ${email} and s.ended_at is null`)

async function reset(email: string, newPassword: string) {
  await w.identity.requestPasswordReset({ email, ip: ORIGIN.ip })
  await w.work()
  return w.identity.resetPassword({ token: w.tokenFor(email), newPassword, ...ORIGIN })
}

test.each([
  [
    'a password change',
    async (email: string) => {
      const headers = await w.enter(email)
      return () =>
        w.identity.changePassword({ headers, currentPassword: PASSWORD, newPassword: OTHER_PASSWORD })
    },
  ],
  ['a recovery', async (email: string) => () => reset(email, OTHER_PASSWORD)],
  [
    'the removal of the account',
    async (email: string) => () => w.rows(sql`delete from users where email = ${email}`),
  ],
])('a concurrent sign-in beside %s gets no session', async (_what, prepare) => {
  const email = await w.register()
  const meanwhile = await prepare(email)
  betweenCheckAndUse(meanwhile)
  const thief = await w.identity.signIn({ email, password: PASSWORD, ...ORIGIN, userAgent: 'thief' })
  expect(thief).toEqual({ ok: false, code: 'invalid_credentials' })
  expect(await w.rows(sql`select 1 from sessions where user_agent = 'thief'`)).toEqual([])
})

test('a password change concurrent with a recovery does not undo it', async () => {
  const email = await w.register()
  const thief = await w.enter(email)
  betweenCheckAndUse(() => reset(email, OTHER_PASSWORD))
  const change = { headers: thief, currentPassword: PASSWORD, newPassword: THIRD_PASSWORD }
  expect(await w.identity.changePassword(change)).toEqual({ ok: false, code: 'signed_out' })
  await w.enter(email, OTHER_PASSWORD)
})

test('a hash upgrade concurrent with a recovery does not restore the old password', async () => {
  const email = await w.register()
  const cheap = await createPasswordHasher({ n: 512, r: 8, p: 1 }).hash(PASSWORD)
  await w.rows(
    sql`update accounts set password_hash = ${cheap} from users u where u.id = user_id and u.email = ${email}`,
  )
  pause.afterHash = async () => {
    pause.afterHash = async () => {}
    await reset(email, OTHER_PASSWORD)
  }
  await w.identity.signIn({ email, password: PASSWORD, ...ORIGIN, userAgent: 'before the recovery' })
  expect(await liveSessions(email)).toHaveLength(1)
  expect(await w.identity.signIn({ email, password: PASSWORD, ...ORIGIN })).toMatchObject({ ok: false })
  await w.enter(email, OTHER_PASSWORD)
})

test('of two concurrent password changes the later is refused', async () => {
  const email = await w.register()
  const [mine, other] = [await w.enter(email), await w.enter(email)]
  const change = (headers: Headers, newPassword: string) =>
    w.identity.changePassword({ headers, currentPassword: PASSWORD, newPassword })
  betweenCheckAndUse(() => change(mine, OTHER_PASSWORD))
  expect(await change(other, THIRD_PASSWORD)).toMatchObject({ ok: false })
  await w.enter(email, OTHER_PASSWORD)
})

test('a password change from a session that ended meanwhile changes nothing', async () => {
  const email = await w.register()
  const [mine, thief] = [await w.enter(email), await w.enter(email)]
  betweenCheckAndUse(() => w.identity.endOtherSessions({ headers: mine }))
  const change = { headers: thief, currentPassword: PASSWORD, newPassword: OTHER_PASSWORD }
  expect(await w.identity.changePassword(change)).toEqual({ ok: false, code: 'signed_out' })
  await w.enter(email, PASSWORD)
})

test('after concurrent sign-ins and one new password, no session belongs to the old one', async () => {
  const email = await w.register()
  const owner = await w.enter(email)
  const thieves = Array.from({ length: 6 }, () => w.identity.signIn({ email, password: PASSWORD, ...ORIGIN }))
  const changed = await w.identity.changePassword({
    headers: owner,
    currentPassword: PASSWORD,
    newPassword: OTHER_PASSWORD,
  })
  if (!changed.ok) throw new Error(changed.code)
  const entered = (await Promise.all(thieves)).flatMap((one) => (one.ok ? [one.value.setCookie] : []))
  for (const cookie of entered) expect(await w.identity.viewerOf(headersWith(cookie))).toBeNull()
  expect(await liveSessions(email)).toHaveLength(1)
  expect(await w.identity.viewerOf(headersWith(changed.value.setCookie))).toMatchObject({ email })
})

test('a renewal concurrent with a rotation does not reissue the old token', async () => {
  const email = await w.register()
  const headers = await w.enter(email)
  w.pass({ days: 1 })
  const [changed, renewed] = await Promise.all([
    w.identity.changePassword({ headers, currentPassword: PASSWORD, newPassword: OTHER_PASSWORD }),
    w.identity.readSession({ headers }),
  ])
  if (!changed.ok) throw new Error(changed.code)
  expect(await w.identity.viewerOf(headersWith(changed.value.setCookie))).toMatchObject({ email })
  // Whichever came first: the old cookie is invalid afterwards.
  expect(await w.identity.viewerOf(headers)).toBeNull()
  expect((await w.identity.readSession({ headers })).setCookie).toBeUndefined()
  // A renewed cookie has the same token, also invalid, and a later date.
  const tokenIn = (cookie: string | null | undefined) => cookie?.split('.')[0]
  if (renewed.setCookie) expect(tokenIn(renewed.setCookie)).toBe(tokenIn(headers.get('cookie')))
})
