// Databases: both
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { LIMITS } from '../../../src/modules/identity/domain/limits.ts'
import { ORIGIN, OTHER_PASSWORD, PASSWORD, world } from '../../support/identity.ts'

const w = world()
const { ip } = ORIGIN

test('wrong passwords for one e-mail are rate-limited across IP addresses', async () => {
  const email = await w.register()
  const attempt = (n: number, password = OTHER_PASSWORD) =>
    w.identity.signIn({ email, password, ip: `198.51.100.${n}`, userAgent: '' })
  for (let n = 0; n < LIMITS.signInByEmail.limit; n++) {
    expect(await attempt(n)).toMatchObject({ code: 'invalid_credentials' })
  }
  const retryAt = new Date(w.now().getTime() + 15 * 60_000)
  expect(await attempt(11)).toEqual({ ok: false, code: 'too_many_attempts', retryAt })
  expect(await attempt(12, PASSWORD)).toMatchObject({ code: 'too_many_attempts' })
  w.pass({ minutes: 15 })
  expect(await attempt(13, PASSWORD)).toMatchObject({ ok: true })
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
    await w.enter(email)
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
