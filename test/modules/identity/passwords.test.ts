// Databases: one
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { OverloadedError } from '../../../src/core/bounded-queue.ts'
import { createPasswordHasher, type Sender } from '../../../src/modules/identity/password-hash.server.ts'
import { headersWith, ORIGIN, OTHER_PASSWORD, PASSWORD, world } from '../../support/identity.ts'

let isFull = false
/** While the queue of hashes is full, as its own test below shows, only those whom an account knows get a place. */
const w = world({
  passwords: (hasher) => ({
    ...hasher,
    hash: (password, from) => placeFor(from, () => hasher.hash(password, from)),
    hashLike: (password, hash, from) => placeFor(from, () => hasher.hashLike(password, hash, from)),
    verify: (password, hash, from) => placeFor(from, () => hasher.verify(password, hash, from)),
  }),
})
function placeFor<T>(from: Sender | undefined, work: () => Promise<T>): Promise<T> {
  return isFull && !from?.isKnown ? Promise.reject(new OverloadedError('full')) : work()
}
const { ip } = ORIGIN

test('a recovery link sets a new password, ends every session and signs this browser in', async () => {
  const email = await w.register()
  const before = await w.enter(email)
  await w.identity.requestPasswordReset({ email: ` ${email.toUpperCase()} `, ip })
  await w.work()
  expect(w.outbox.at(-1)?.text).toContain('https://exemplo.com.br/auth?recuperar=')
  expect(w.outbox.at(-1)?.text).toContain('#type=recovery')

  const token = w.tokenFor(email)
  const done = await w.identity.resetPassword({ token, newPassword: OTHER_PASSWORD, ...ORIGIN })
  if (!done.ok) throw new Error(done.code)
  expect(await w.identity.viewerOf(before)).toBeNull()
  expect(await w.identity.viewerOf(headersWith(done.value.setCookie ?? ''))).toMatchObject({ email })
  expect(await w.identity.signIn({ email, password: PASSWORD, ...ORIGIN })).toMatchObject({ ok: false })
  await w.enter(email, OTHER_PASSWORD)
  expect(w.outbox.at(-1)).toMatchObject({ to: email, kind: 'account.password-changed' })
})

test('a recovery never replaces the session of another signed-in person', async () => {
  const [mine, forgotten] = [await w.register(), await w.register()]
  const [here, elsewhere] = [await w.enter(mine), await w.enter(forgotten)]
  await w.identity.requestPasswordReset({ email: forgotten, ip })
  await w.work()
  const token = w.tokenFor(forgotten)
  const done = await w.identity.resetPassword({
    token,
    newPassword: OTHER_PASSWORD,
    ...ORIGIN,
    headers: here,
  })
  expect(done).toEqual({ ok: true, value: { userId: expect.any(String) } })
  expect(await w.identity.viewerOf(here)).toMatchObject({ email: mine })
  expect(await w.identity.viewerOf(elsewhere)).toBeNull()
  const live = await w.rows(sql`select 1 from sessions s join users u on u.id = s.user_id
    where u.email = ${forgotten} and s.ended_at is null`)
  expect(live).toEqual([])
})

test('a recovery of the signed-in account gives its browser a new session', async () => {
  const email = await w.register()
  const here = await w.enter(email)
  await w.identity.requestPasswordReset({ email, ip })
  await w.work()
  const token = w.tokenFor(email)
  const done = await w.identity.resetPassword({
    token,
    newPassword: OTHER_PASSWORD,
    ...ORIGIN,
    headers: here,
  })
  if (!done.ok) throw new Error(done.code)
  expect(await w.identity.viewerOf(here)).toBeNull()
  expect(await w.identity.viewerOf(headersWith(done.value.setCookie ?? ''))).toMatchObject({ email })
})

test('a recovery link names its account, masked, and reading it changes nothing', async () => {
  const email = await w.register()
  await w.identity.requestPasswordReset({ email, ip })
  await w.work()
  const token = w.tokenFor(email)
  const stored = () => w.rows(sql`select * from verifications where purpose = 'reset_password'`)
  const before = await stored()
  expect(await w.identity.readRecovery({ token })).toMatchObject({ maskedEmail: 'p•••@exemplo.com.br' })
  expect(await stored()).toEqual(before)
  expect(await w.identity.readRecovery({ token: `${token}x` })).toBeUndefined()
})

test('a recovery link works once, even in concurrent requests', async () => {
  const email = await w.register()
  await w.identity.requestPasswordReset({ email, ip })
  await w.work()
  const token = w.tokenFor(email)
  const answers = await Promise.all(
    [OTHER_PASSWORD, PASSWORD].map((newPassword) =>
      w.identity.resetPassword({ token, newPassword, ...ORIGIN }),
    ),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await w.identity.readRecovery({ token })).toBeUndefined()
  expect(await w.identity.resetPassword({ token, newPassword: PASSWORD, ...ORIGIN })).toMatchObject({
    code: 'link_invalid',
  })
})

test('a recovery link is valid for an hour', async () => {
  const email = await w.register()
  await w.identity.requestPasswordReset({ email, ip })
  await w.work()
  const token = w.tokenFor(email)
  w.pass({ minutes: 59 })
  expect(await w.identity.readRecovery({ token })).toBeDefined()
  w.pass({ minutes: 1 })
  expect(await w.identity.readRecovery({ token })).toBeUndefined()
  const late = await w.identity.resetPassword({ token, newPassword: OTHER_PASSWORD, ...ORIGIN })
  expect(late).toMatchObject({ ok: false, code: 'link_invalid' })
  await w.enter(email, PASSWORD)
})

test('a refused new password does not redeem the link', async () => {
  const email = await w.register()
  await w.identity.requestPasswordReset({ email, ip })
  await w.work()
  const token = w.tokenFor(email)
  const weak = await w.identity.resetPassword({ token, newPassword: 'Senha@123', ...ORIGIN })
  expect(weak).toMatchObject({ code: 'password_common' })
  expect(await w.identity.resetPassword({ token, newPassword: OTHER_PASSWORD, ...ORIGIN })).toMatchObject({
    ok: true,
  })
})

test("redeeming one recovery link revokes the user's others, and only those", async () => {
  const [mine, other] = [await w.register(), await w.register()]
  await w.identity.requestPasswordReset({ email: mine, ip })
  await w.work()
  const first = w.tokenFor(mine)
  await w.identity.requestPasswordReset({ email: mine, ip })
  await w.work()
  await w.identity.requestPasswordReset({ email: other, ip })
  await w.work()
  await w.identity.resetPassword({ token: w.tokenFor(mine), newPassword: OTHER_PASSWORD, ...ORIGIN })
  expect(await w.identity.readRecovery({ token: first })).toBeUndefined()
  expect(await w.identity.readRecovery({ token: w.tokenFor(other) })).toBeDefined()
  await w.enter(other, PASSWORD)
})

test('a recovery for an unknown address gets the same response and sends nothing', async () => {
  const email = await w.register()
  const known = await w.identity.requestPasswordReset({ email, ip })
  await w.work()
  const sent = w.outbox.length
  expect(await w.identity.requestPasswordReset({ email: w.freshEmail(), ip })).toEqual(known)
  expect(await w.identity.requestPasswordReset({ email: 'torto', ip })).toEqual(known)
  await w.work()
  expect(w.outbox).toHaveLength(sent)
})

test('a recovery does the same work for every address: one job with a user id and no address', async () => {
  const [known, unknown] = [await w.register(), w.freshEmail()]
  const links = () => w.rows(sql`select 1 from verifications where purpose = 'reset_password'`)
  const before = [w.outbox.length, (await links()).length]
  for (const email of [known, unknown]) await w.identity.requestPasswordReset({ email, ip })
  const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
  expect(w.queue).toEqual([
    { job: 'identity.reset', data: { userId: uuid } },
    { job: 'identity.reset', data: { userId: uuid } },
  ])
  // Nothing is written during the request that depends on the address being known.
  expect([w.outbox.length, (await links()).length]).toEqual(before)
  const sent = w.outbox.length
  await w.work()
  expect(w.outbox.slice(sent).map(({ to, kind }) => [to, kind])).toEqual([[known, 'account.reset']])
})

test('a password change requires the current password, keeps this session under a new token and ends the others', async () => {
  const email = await w.register()
  const thisBrowser = await w.enter(email)
  const otherBrowser = await w.enter(email)
  const wrong = await w.identity.changePassword({
    headers: thisBrowser,
    currentPassword: OTHER_PASSWORD,
    newPassword: OTHER_PASSWORD,
  })
  expect(wrong).toEqual({ ok: false, code: 'wrong_current_password' })
  expect(await w.identity.viewerOf(otherBrowser)).not.toBeNull()

  const correct = await w.identity.changePassword({
    headers: thisBrowser,
    currentPassword: PASSWORD,
    newPassword: OTHER_PASSWORD,
  })
  if (!correct.ok) throw new Error(correct.code)
  // The owner of the account is notified, whoever changed it.
  expect(w.outbox.at(-1)).toMatchObject({ to: email, kind: 'account.password-changed' })
  expect(correct.value.setCookie).toContain(`Max-Age=${7 * 24 * 3600};`)
  expect(await w.identity.viewerOf(headersWith(correct.value.setCookie))).toMatchObject({ email })
  // A person who copied the cookie before is signed out too.
  expect(await w.identity.viewerOf(thisBrowser)).toBeNull()
  expect(await w.identity.viewerOf(otherBrowser)).toBeNull()
  await w.enter(email, OTHER_PASSWORD)
})

test('a password change affects only the user of the session', async () => {
  const [mine, other] = [await w.register(), await w.register()]
  const theirs = await w.enter(other)
  await w.identity.changePassword({
    headers: await w.enter(mine),
    currentPassword: PASSWORD,
    newPassword: OTHER_PASSWORD,
  })
  expect(await w.identity.viewerOf(theirs)).toMatchObject({ email: other })
  await w.enter(other, PASSWORD)
})

test('a password change without a session is refused', async () => {
  const answer = await w.identity.changePassword({
    headers: new Headers(),
    currentPassword: PASSWORD,
    newPassword: OTHER_PASSWORD,
  })
  expect(answer).toEqual({ ok: false, code: 'signed_out' })
})

test('a password change revokes open recovery links', async () => {
  const email = await w.register()
  const headers = await w.enter(email)
  await w.identity.requestPasswordReset({ email, ip })
  await w.work()
  const token = w.tokenFor(email)
  await w.identity.changePassword({ headers, currentPassword: PASSWORD, newPassword: OTHER_PASSWORD })
  expect(await w.identity.readRecovery({ token })).toBeUndefined()
})

test('nowhere is a password accepted that is made of the own address', async () => {
  const email = 'tamarindo.jubileu@exemplo.com.br'
  const own = 'Tamarindo.jubileu1@'
  const refused = { ok: false, code: 'password_common' }
  expect(await w.identity.signUp({ email, password: own, ip })).toEqual(refused)
  await w.identity.signUp({ email, password: PASSWORD, ip })
  expect(await w.confirm(email, { password: own })).toEqual(refused)
  await w.confirm(email, { password: PASSWORD })
  const headers = await w.enter(email)
  expect(await w.identity.changePassword({ headers, currentPassword: PASSWORD, newPassword: own })).toEqual(
    refused,
  )
  await w.identity.requestPasswordReset({ email, ip })
  await w.work()
  const token = w.tokenFor(email)
  expect(await w.identity.resetPassword({ token, newPassword: own, ...ORIGIN })).toEqual(refused)
})

test('a stored password is salted, contains its cost, and can be verified under any current cost', async () => {
  const cheap = createPasswordHasher({ n: 1024, r: 8, p: 1 })
  const [one, two] = [await cheap.hash('Coração@1'), await cheap.hash('Coração@1')]
  expect(one).toMatch(/^scrypt\$1024\$8\$1\$[\w-]{22}\$[\w-]{43}$/)
  expect(one).not.toBe(two)
  const expensive = createPasswordHasher()
  expect(await expensive.verify('Coração@1'.normalize('NFD'), one)).toBe(true)
  expect(await expensive.verify('Coracao@1', one)).toBe(false)
})

test('a hash of an earlier, lower cost is upgraded at the next sign-in, and nothing else changes', async () => {
  const email = await w.register()
  const cheap = await createPasswordHasher({ n: 512, r: 8, p: 1 }).hash(PASSWORD)
  await w.rows(
    sql`update accounts set password_hash = ${cheap} from users u where u.id = user_id and u.email = ${email}`,
  )
  const stored = async () => {
    const [row] = await w.rows(
      sql`select password_hash, password_changed_at from accounts a join users u on u.id = a.user_id where u.email = ${email}`,
    )
    return row
  }
  const before = await stored()
  w.pass({ minutes: 1 })
  expect(await w.identity.signIn({ email, password: OTHER_PASSWORD, ...ORIGIN })).toMatchObject({ ok: false })
  expect(await stored()).toEqual(before)

  const session = await w.enter(email)
  const raised = await stored()
  expect(raised?.password_hash).toMatch(/^scrypt\$1024\$8\$1\$/)
  expect(raised?.password_changed_at).toEqual(before?.password_changed_at)
  expect(await w.identity.viewerOf(session)).toMatchObject({ email })
  await w.enter(email)
  expect(await stored()).toEqual(raised)
})

test('a hash is never made cheaper, nor rehashed at the same cost', async () => {
  const hasher = createPasswordHasher({ n: 1024, r: 8, p: 1 })
  const hashAt = (n: number) => createPasswordHasher({ n, r: 8, p: 1 }).hash(PASSWORD)
  const found = await Promise.all([512, 1024, 2048].map(async (n) => hasher.isCheaper(await hashAt(n))))
  expect(found).toEqual([true, false, false])
})

test('of concurrent password checks a few wait, and the rest are refused before they cost anything', async () => {
  const hasher = createPasswordHasher({ n: 1024, r: 8, p: 1 })
  const hash = await hasher.hash(PASSWORD)
  const came = Array.from({ length: 100 }, (_, n) =>
    n % 2 === 0 ? hasher.verify(PASSWORD, hash) : hasher.hash(PASSWORD),
  )
  const answers = await Promise.allSettled(came)
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(57)
  for (const answer of refused) expect(answer).toMatchObject({ reason: { name: 'OverloadedError' } })
  expect(answers.slice(0, 43).every(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await hasher.verify(PASSWORD, hash)).toBe(true)
})

test('reserves twenty more places for devices that an account knows, when strangers fill the queue', async () => {
  const hasher = createPasswordHasher({ n: 1024, r: 8, p: 1 })
  const hash = await hasher.hash(PASSWORD)
  const strangers = Array.from({ length: 43 }, () => hasher.verify(OTHER_PASSWORD, hash))
  const isKnown = true
  const known = Array.from({ length: 21 }, (_, n) =>
    n % 2 === 0 ? hasher.verify(PASSWORD, hash, { isKnown }) : hasher.hash(PASSWORD, { isKnown }),
  )
  const answers = await Promise.allSettled([...known, ...strangers])
  expect(answers.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1)
  expect(answers[20]).toMatchObject({ reason: { name: 'OverloadedError' } })
})

test('while strangers fill the queue, a device and a session of the account are served', async () => {
  const email = await w.register()
  const first = await w.identity.signIn({ email, password: PASSWORD, ...ORIGIN })
  if (!first.ok) throw new Error(first.code)
  isFull = true
  onTestFinished(() => {
    isFull = false
  })
  await expect(w.identity.signIn({ email, password: PASSWORD, ...ORIGIN })).rejects.toThrow(OverloadedError)
  const device = headersWith(first.value.deviceCookie)
  const again = await w.identity.signIn({ email, password: PASSWORD, headers: device, ...ORIGIN })
  if (!again.ok) throw new Error(again.code)
  const change = { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD, ...ORIGIN }
  const headers = headersWith(again.value.setCookie)
  expect(await w.identity.changePassword({ headers, ...change })).toMatchObject({ ok: true })
})

test('verifying an unknown user takes as long as a known one', async () => {
  const hasher = createPasswordHasher()
  const hash = await hasher.hash(PASSWORD)
  // Of all threads of this process, as others hash; the time of other processes does not count.
  const timeOf = async (stored: string | undefined) => {
    const before = process.cpuUsage()
    expect(await hasher.verify(OTHER_PASSWORD, stored)).toBe(false)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const [known, unknown] = [await timeOf(hash), await timeOf(undefined)]
  expect(unknown).toBeGreaterThan(known / 4)
})

test('links that expired a month ago are deleted', async () => {
  const email = await w.register()
  await w.identity.requestPasswordReset({ email, ip })
  await w.work()
  const links = () =>
    w.rows(sql`select 1 from verifications v join users u on u.id = v.user_id where u.email = ${email}`)
  await w.identity.jobs['identity.sweep'].run()
  expect(await links()).toHaveLength(1)
  w.pass({ days: 33 })
  await w.identity.jobs['identity.sweep'].run()
  expect(await links()).toEqual([])
})

test('a correct current password resets the count of wrong ones', async () => {
  const headers = await w.enter(await w.register())
  const change = (currentPassword: string) =>
    w.identity.changePassword({ headers, currentPassword, newPassword: OTHER_PASSWORD, ...ORIGIN })
  for (let tries = 0; tries < 9; tries++) expect(await change('Errada@123')).toMatchObject({ ok: false })
  const changed = await change(PASSWORD)
  if (!changed.ok) throw new Error(changed.code)
  headers.set('cookie', headersWith(changed.value.setCookie).get('cookie') ?? '')
  for (let tries = 0; tries < 9; tries++)
    expect(await change('Errada@123')).toMatchObject({ code: 'wrong_current_password' })
})
