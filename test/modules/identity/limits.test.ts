// Databases: one
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { LIMITS } from '../../../src/modules/identity/domain/limits.ts'
import { ORIGIN, OTHER_PASSWORD, PASSWORD, world } from '../../support/identity.ts'

const w = world()
const { ip } = ORIGIN

test('wrong passwords for one e-mail are limited per network, and another network may try', async () => {
  const email = await w.register()
  const attempt = (from: string, password = OTHER_PASSWORD) =>
    w.identity.signIn({ email, password, ip: from, userAgent: '' })
  for (let n = 0; n < LIMITS.signInByAccountAndIp.limit; n++) {
    expect(await attempt('198.51.100.1')).toMatchObject({ code: 'invalid_credentials' })
  }
  const retryAt = new Date(w.now().getTime() + 90_000)
  expect(await attempt('198.51.100.1', PASSWORD)).toEqual({ ok: false, code: 'too_many_attempts', retryAt })
  expect(await attempt('198.51.100.2', PASSWORD)).toMatchObject({ ok: true })
  // The limit slows attempts down without locking the account: the next one is allowed after a minute and a half, regardless of
  // attempts meanwhile.
  for (let n = 0; n < 5; n++) await attempt('198.51.100.1')
  w.pass({ seconds: 90 })
  expect(await attempt('198.51.100.1', PASSWORD)).toMatchObject({ ok: true })
})

test('concurrent attempts are all counted', async () => {
  const email = await w.register()
  const answers = await Promise.all(
    Array.from({ length: 15 }, () => w.identity.signIn({ email, password: OTHER_PASSWORD, ...ORIGIN })),
  )
  const limited = answers.filter((answer) => !answer.ok && answer.code === 'too_many_attempts')
  expect(limited).toHaveLength(5)
})

test('a correct password resets the counter', async () => {
  const email = await w.register()
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 9; n++) await w.identity.signIn({ email, password: OTHER_PASSWORD, ...ORIGIN })
    expect(await w.identity.signIn({ email, password: PASSWORD, ...ORIGIN })).toMatchObject({ ok: true })
  }
})

test('an unknown e-mail is rate-limited like a known one', async () => {
  const email = w.freshEmail()
  for (let n = 0; n < 10; n++) await w.identity.signIn({ email, password: PASSWORD, ...ORIGIN })
  const answer = await w.identity.signIn({ email, password: PASSWORD, ...ORIGIN })
  expect(answer).toMatchObject({ code: 'too_many_attempts' })
})

test('one IP address cannot flood a mailbox with sign-ups or recoveries', async () => {
  w.pass({ hours: 2 })
  const email = await w.register()
  for (let n = 0; n < 4; n++)
    expect(await w.identity.signUp({ email, password: PASSWORD, ip })).toMatchObject({ ok: true })
  expect(await w.identity.signUp({ email, password: PASSWORD, ip })).toMatchObject({
    code: 'too_many_attempts',
  })
  for (let n = 0; n < 5; n++)
    expect(await w.identity.requestPasswordReset({ email, ip })).toMatchObject({ ok: true })
  const sent = w.outbox.length
  expect(await w.identity.requestPasswordReset({ email, ip })).toMatchObject({ code: 'too_many_attempts' })
  expect(w.outbox).toHaveLength(sent)
})

test('strangers who sign up with an address do not block its owner from signing up', async () => {
  w.pass({ hours: 2 })
  const email = w.freshEmail()
  const sent = () => w.outbox.filter(({ to }) => to === email).length
  for (let n = 0; n < 40; n++) {
    await w.identity.signUp({ email, password: OTHER_PASSWORD, ip: `203.0.113.${n}` })
    w.pass({ seconds: 61 })
  }
  expect(sent()).toBeLessThanOrEqual(9)
  const own = await w.identity.signUp({ email, password: PASSWORD, ip: '192.0.2.90' })
  if (!own.ok) throw new Error(own.code)
  // In the owner's browser any link in the mailbox confirms what the owner entered, and nothing that the strangers entered.
  const { browserToken } = own.value
  const confirmed = await w.identity.confirmEmail({ token: w.tokenFor(email), browserToken, ...ORIGIN })
  expect(confirmed).toMatchObject({ ok: true })
  await w.enter(email, PASSWORD)
  expect(await w.identity.signIn({ email, password: OTHER_PASSWORD, ...ORIGIN })).toMatchObject({ ok: false })
})

test('strangers who request recoveries of an address do not block its owner’s recovery', async () => {
  w.pass({ hours: 2 })
  const email = await w.register()
  const sent = () => w.outbox.filter(({ to, kind }) => to === email && kind === 'account.reset').length
  for (let minute = 0; minute < 60; minute += 2) {
    for (let n = 0; n < 3; n++) {
      const from = `203.0.113.${(minute * 3 + n) % 250}`
      await w.identity.requestPasswordReset({ email, ip: from })
      await w.work()
    }
    // At any time the owner may request a recovery, and has a valid link.
    expect(await w.identity.requestPasswordReset({ email, ip: '192.0.2.77' })).toMatchObject(
      minute % 12 === 0 ? { ok: true } : {},
    )
    await w.work()
    expect(await w.identity.readRecovery({ token: w.tokenFor(email) })).toBeDefined()
    w.pass({ minutes: 2 })
  }
  expect(sent()).toBeLessThanOrEqual(6)
  const done = { token: w.tokenFor(email), newPassword: OTHER_PASSWORD, ...ORIGIN }
  expect(await w.identity.resetPassword(done)).toMatchObject({ ok: true })
  const before = sent()
  await w.identity.requestPasswordReset({ email, ip: '192.0.2.78' })
  await w.work()
  expect(sent()).toBe(before + 1)
})

test('a recovery lifts the limit of sign-ins at once, and that of another recovery', async () => {
  w.pass({ hours: 2 })
  const email = await w.register()
  const enter = (password: string) => w.identity.signIn({ email, password, ...ORIGIN })
  for (let n = 0; n < LIMITS.signInByAccountAndIp.limit; n++) await enter('Outra-senha-9')
  expect(await enter(PASSWORD)).toMatchObject({ code: 'too_many_attempts' })
  const recover = () => w.identity.requestPasswordReset({ email, ip: '192.0.2.79' }).then(w.work)
  const sent = () => w.outbox.filter(({ to, kind }) => to === email && kind === 'account.reset').length
  for (let n = 0; n <= LIMITS.resetMessageByEmail.limit; n++) await recover()
  expect(sent()).toBe(LIMITS.resetMessageByEmail.limit)
  w.pass({ seconds: 1 })
  const done = { token: w.tokenFor(email), newPassword: OTHER_PASSWORD, ...ORIGIN }
  expect(await w.identity.resetPassword(done)).toMatchObject({ ok: true })
  expect(await enter(OTHER_PASSWORD)).toMatchObject({ ok: true })
  await recover()
  expect(sent()).toBe(LIMITS.resetMessageByEmail.limit + 1)
})

test('a neighbour’s guesses do not block a valid recovery link', async () => {
  w.pass({ hours: 2 })
  const email = await w.register()
  await w.identity.requestPasswordReset({ email, ip })
  await w.work()
  const attempt = (token: string) =>
    w.identity.resetPassword({ token, newPassword: OTHER_PASSWORD, ip: '203.0.113.200', userAgent: '' })
  for (let n = 0; n < 60; n++) await attempt('chute')
  expect(await attempt('chute')).toMatchObject({ code: 'too_many_attempts' })
  expect(await attempt(w.tokenFor(email))).toMatchObject({ ok: true })
})

test('a stolen session uses up only its own guesses at the current password', async () => {
  const email = await w.register()
  const [owner, thief] = [await w.enter(email), await w.enter(email)]
  const change = (headers: Headers, currentPassword: string) =>
    w.identity.changePassword({ headers, currentPassword, newPassword: OTHER_PASSWORD })
  for (let n = 0; n < 12; n++) await change(thief, 'Errada@1')
  expect(await change(thief, PASSWORD)).toMatchObject({ code: 'too_many_attempts' })
  expect(await change(owner, PASSWORD)).toMatchObject({ ok: true })
})

test('a new confirmation link is sent at most five times an hour, and the response stays the same', async () => {
  w.pass({ hours: 2 })
  const email = w.freshEmail()
  await w.identity.signUp({ email, password: PASSWORD, ip })
  const sent = w.outbox.length
  for (let n = 0; n < 7; n++) {
    expect(await w.identity.signIn({ email, password: PASSWORD, ...ORIGIN })).toMatchObject({
      code: 'email_unconfirmed',
    })
  }
  expect(w.outbox).toHaveLength(sent + 5)
})

test('the current password can be attempted at most ten times', async () => {
  const email = await w.register()
  const headers = await w.enter(email)
  const change = (currentPassword: string) =>
    w.identity.changePassword({ headers, currentPassword, newPassword: OTHER_PASSWORD })
  for (let n = 0; n < 10; n++)
    expect(await change('Errada@1')).toMatchObject({ code: 'wrong_current_password' })
  expect(await change(PASSWORD)).toMatchObject({ code: 'too_many_attempts' })
})

test('recovery links can be attempted from one IP address at most sixty times an hour', async () => {
  const from = '203.0.113.9'
  const attempt = () =>
    w.identity.resetPassword({ token: 'chute', newPassword: PASSWORD, ip: from, userAgent: '' })
  for (let n = 0; n < 60; n++) expect(await attempt()).toMatchObject({ code: 'link_invalid' })
  expect(await attempt()).toMatchObject({ code: 'too_many_attempts' })
})

test('stored rate limits contain no e-mail and no IP address', async () => {
  const rows = JSON.stringify(await w.rows(sql`select key from rate_limits`))
  expect(rows).not.toContain('@')
  expect(rows).not.toContain(ip)
})
