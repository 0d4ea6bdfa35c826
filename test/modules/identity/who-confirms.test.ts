// Databases: one. Who may confirm; signing up is also tested end to end on the embedded database.

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { LIMITS } from '../../../src/modules/identity/domain/limits.ts'
import { hashToken, newToken } from '../../../src/platform/tokens.ts'
import { CPF, ORIGIN, OTHER_PASSWORD, PASSWORD, world } from '../../support/identity.ts'

const w = world()
const { ip } = ORIGIN
const IMPOSTORS = 'Do-impostor@31'
const impostors = {
  nome: 'Nome do Impostor',
  documento: CPF,
  telefone: '(11) 98888-7777',
  tipoConta: 'pessoal',
} as const
const own = { nome: 'Ana Souza', documento: '', telefone: '(48) 99999-1234', tipoConta: 'pessoal' } as const
const EMPTY = { nome: '', documento: '', telefone: '', tipoConta: 'pessoal' }

async function signUp(email: string, password = PASSWORD, profile: typeof own | typeof impostors = own) {
  const answer = await w.identity.signUp({ email, password, profile, ip })
  if (!answer.ok) throw new Error(answer.code)
  w.pass({ minutes: 1 })
  return answer.value.browserToken
}

const signIn = (email: string, password: string) => w.identity.signIn({ email, password, ...ORIGIN })
const profileOf = async (email: string, password: string) => {
  const viewer = await w.identity.viewerOf(await w.enter(email, password))
  return viewer && { ...viewer, documento: viewer.documento() }
}

test('an owner’s click on an impostor’s sign-up gives nothing away: the password is set at the link', async () => {
  const email = w.freshEmail()
  await signUp(email, IMPOSTORS, impostors)
  expect(await w.confirm(email)).toEqual({ ok: false, code: 'password_needed' })
  expect(await signIn(email, IMPOSTORS)).toMatchObject({ code: 'email_unconfirmed' })

  expect(await w.confirm(email, { password: PASSWORD })).toMatchObject({ ok: true })
  expect(await signIn(email, IMPOSTORS)).toMatchObject({ code: 'invalid_credentials' })
  expect(await profileOf(email, PASSWORD)).toMatchObject(EMPTY)
  const left = await w.rows(sql`select * from sign_ups where email = ${email}`)
  expect(JSON.stringify(left)).not.toContain('Impostor')
  expect(left.map(({ password_hash }) => password_hash)).toEqual(left.map(() => ''))
})

test('reading the page of a link changes nothing, however often and with whatever cookie', async () => {
  const email = w.freshEmail()
  const browserToken = await signUp(email)
  const token = w.tokenFor(email)
  const read = (given: { browserToken?: string; viewerEmail?: string }) =>
    w.identity.readConfirmation({ token, ip, ...given })
  expect(await read({})).toEqual({ ok: true, value: { step: 'set_password', email: 'p•••@exemplo.com.br' } })
  expect(await read({ browserToken })).toEqual({ ok: true, value: { step: 'press_button', email } })
  expect(await read({ browserToken: newToken() })).toMatchObject({ value: { step: 'set_password' } })
  expect(await read({ viewerEmail: 'outra@exemplo.com.br' })).toMatchObject({
    value: { step: 'other_account', email: 'p•••@exemplo.com.br' },
  })
  expect(await w.rows(sql`select id from users where email = ${email}`)).toEqual([])
  expect(await w.confirm(email, { browserToken })).toMatchObject({ ok: true })
  expect(await read({ browserToken })).toEqual({ ok: true, value: { step: 'already_confirmed' } })
})

test.each([
  ['before', true],
  ['after', false],
])(
  'the owner’s sign-up wins in the owner’s browser, with the impostor’s %s it',
  async (_when, impostorFirst) => {
    const email = w.freshEmail()
    if (impostorFirst) await signUp(email, IMPOSTORS, impostors)
    const browserToken = await signUp(email)
    const ownLink = w.tokenFor(email)
    if (!impostorFirst) await signUp(email, IMPOSTORS, impostors)

    // Any link proves the address; the cookie determines whose password it is.
    for (const token of [ownLink, w.tokenFor(email)]) {
      const page = await w.identity.readConfirmation({ token, browserToken, ip })
      expect(page).toMatchObject({ value: { step: 'press_button' } })
    }
    expect(await w.confirm(email, { browserToken })).toMatchObject({ ok: true })
    expect(await profileOf(email, PASSWORD)).toMatchObject({ nome: 'Ana Souza', telefone: '+5548999991234' })
    expect(await signIn(email, IMPOSTORS)).toMatchObject({ code: 'invalid_credentials' })
    const late = await w.identity.confirmEmail({ token: ownLink, password: IMPOSTORS, ...ORIGIN })
    expect(late).toMatchObject({ code: 'already_confirmed' })
  },
)

test('in another browser the sign-up’s password brings the data typed there; another password brings nothing', async () => {
  const hiringDraftId = crypto.randomUUID()
  for (const [password, isTheirs] of [
    [PASSWORD, true],
    [OTHER_PASSWORD, false],
  ] as const) {
    const email = w.freshEmail()
    await w.identity.signUp({ email, password: PASSWORD, profile: own, hiringDraftId, ip })
    const token = w.tokenFor(email)
    expect(await w.identity.readConfirmation({ token, ip })).toMatchObject({
      value: { step: 'set_password', hiringDraftId },
    })
    expect(await w.confirm(email, { password })).toMatchObject({
      ok: true,
      value: { hiring: { draftId: hiringDraftId, isTheirs } },
    })
    expect(await profileOf(email, password)).toMatchObject(isTheirs ? { nome: 'Ana Souza' } : EMPTY)
    const left = await w.rows(sql`select hiring_draft_id from sign_ups where email = ${email}`)
    expect(left).toEqual([{ hiring_draft_id: null }])
    w.pass({ minutes: 1 })
  }
})

test('a hiring stays with a sign-up that is resent or corrected, and returns in its browser', async () => {
  const [wrong, email] = [w.freshEmail(), w.freshEmail()]
  const hiringDraftId = crypto.randomUUID()
  const first = await w.identity.signUp({ email: wrong, password: PASSWORD, hiringDraftId, ip })
  if (!first.ok) throw new Error(first.code)
  const corrected = await w.identity.correctEmail({ ...first.value, email, ip })
  if (!corrected.ok) throw new Error(corrected.code)
  w.pass({ minutes: 1 })
  await w.identity.resendConfirmation({ ...corrected.value, ip })
  expect(await w.confirm(email, corrected.value)).toMatchObject({
    value: { hiring: { draftId: hiringDraftId, isTheirs: true } },
  })
})

test('the impostor’s browser cannot confirm another person’s address with its own link', async () => {
  const [email, theirs] = [w.freshEmail(), w.freshEmail()]
  const browserToken = await signUp(theirs, IMPOSTORS, impostors)
  await signUp(email)
  // A cookie for another address does not prove a sign-up with this one.
  expect(await w.confirm(email, { browserToken })).toEqual({ ok: false, code: 'password_needed' })
})

test('a password typed at the link replaces that of the sign-up, and the browser keeps its profile', async () => {
  const email = w.freshEmail()
  const browserToken = await signUp(email)
  expect(await w.confirm(email, { browserToken, password: OTHER_PASSWORD })).toMatchObject({ ok: true })
  expect(await signIn(email, PASSWORD)).toMatchObject({ code: 'invalid_credentials' })
  expect(await profileOf(email, OTHER_PASSWORD)).toMatchObject({ nome: 'Ana Souza' })
})

test('a weak password at the link confirms nothing', async () => {
  const email = w.freshEmail()
  await signUp(email, IMPOSTORS)
  expect(await w.confirm(email, { password: 'Senha@123' })).toMatchObject({ code: 'password_common' })
  expect(await w.rows(sql`select id from users where email = ${email}`)).toEqual([])
})

test('a link never replaces the session of a signed-in person', async () => {
  const email = w.freshEmail()
  const browserToken = await signUp(email)
  const token = w.tokenFor(email)
  const asked = { token, browserToken, viewerEmail: 'outra@exemplo.com.br', password: PASSWORD, ...ORIGIN }
  expect(await w.identity.confirmEmail(asked)).toEqual({ ok: false, code: 'other_account' })
  expect(await w.rows(sql`select id from users where email = ${email}`)).toEqual([])
})

test('an unconfirmed account of an earlier release is confirmed by its old link, with a password set there', async () => {
  const { email, token } = await yesterdays()
  expect(await signIn(email, IMPOSTORS)).toMatchObject({ code: 'email_unconfirmed' })
  const page = await w.identity.readConfirmation({ token, ip })
  expect(page).toMatchObject({ ok: true, value: { step: 'set_password' } })
  const confirm = (password: string) => w.identity.confirmEmail({ token, password, ...ORIGIN })
  expect(await confirm('')).toEqual({ ok: false, code: 'password_needed' })
  expect(await confirm(PASSWORD)).toMatchObject({ ok: true })
  expect(await confirm(OTHER_PASSWORD)).toMatchObject({ code: 'already_confirmed' })
  expect(await signIn(email, IMPOSTORS)).toMatchObject({ code: 'invalid_credentials' })
  expect(await profileOf(email, PASSWORD)).toMatchObject(EMPTY)
  expect(await w.rows(sql`select id from users where email = ${email}`)).toHaveLength(1)
})

test('a new sign-up for such an account wins in its browser, and a recovery drops the impostor’s profile', async () => {
  const first = await yesterdays()
  const browserToken = await signUp(first.email)
  expect(await w.confirm(first.email, { browserToken })).toMatchObject({ ok: true })
  expect(await profileOf(first.email, PASSWORD)).toMatchObject({ nome: 'Ana Souza', documento: '' })

  const { email } = await yesterdays()
  await w.identity.requestPasswordReset({ email, ip })
  await w.work()
  const saved = { token: w.tokenFor(email), newPassword: PASSWORD, ...ORIGIN }
  expect(await w.identity.resetPassword(saved)).toMatchObject({ ok: true })
  expect(await profileOf(email, PASSWORD)).toMatchObject(EMPTY)
})

/** Creates an account as stored before sign-ups had their own rows: the impostor's, unconfirmed, with its link. */
async function yesterdays() {
  const [email, token] = [w.freshEmail(), newToken()]
  const donor = await w.register({ password: IMPOSTORS })
  const id = crypto.randomUUID()
  const now = w.now().toISOString()
  await w.rows(sql`insert into users (id, email, created_at) values (${id}, ${email}, ${now})`)
  await w.rows(sql`
    insert into accounts (user_id, password_hash, password_changed_at)
    select ${id}::uuid, a.password_hash, a.password_changed_at from accounts a
    join users u on u.id = a.user_id where u.email = ${donor}`)
  await w.rows(sql`
    insert into profiles (user_id, nome, documento, telefone, updated_at)
    values (${id}, 'Nome do Impostor', '52998224725', '+5511988887777', ${now})`)
  await w.rows(sql`
    insert into verifications (token_hash, purpose, user_id, created_at, expires_at)
    values (${hashToken(token)}, 'confirm_email', ${id}, ${now}, ${now}::timestamptz + interval '2 days')`)
  return { email, token }
}

test('a person who awaits confirmation and forgot the password gets the confirming link, and sets a new one', async () => {
  const email = w.freshEmail()
  await signUp(email, IMPOSTORS, impostors)
  await w.identity.requestPasswordReset({ email, ip })
  await w.work()
  expect(w.outbox.filter(({ to }) => to === email).map(({ kind }) => kind)).toEqual([
    'account.confirm',
    'account.confirm',
  ])
  expect(await w.confirm(email, { password: PASSWORD })).toMatchObject({ ok: true })
  expect(await profileOf(email, PASSWORD)).toMatchObject(EMPTY)
})

test('the waiting browser can resend the e-mail, and the first link stays valid', async () => {
  const email = w.freshEmail()
  const browserToken = await signUp(email)
  const first = w.tokenFor(email)
  expect(await w.identity.resendConfirmation({ browserToken, ip })).toEqual({ ok: true, value: null })
  expect(w.tokenFor(email)).not.toBe(first)
  expect(await w.identity.resendConfirmation({ browserToken, ip })).toMatchObject({
    code: 'too_many_attempts',
  })
  expect(await w.identity.resendConfirmation({ browserToken: newToken(), ip })).toMatchObject({
    code: 'nothing_waits',
  })
  const confirmed = await w.identity.confirmEmail({ token: first, browserToken, ...ORIGIN })
  expect(confirmed).toMatchObject({ ok: true })
})

test('a person who requests the e-mail too often is asked to wait', async () => {
  const browserToken = await signUp(w.freshEmail())
  const answers = []
  for (let count = 0; count <= LIMITS.resendByEmailAndIp.limit; count++) {
    w.pass({ minutes: 1 })
    answers.push((await w.identity.resendConfirmation({ browserToken, ip })).ok)
  }
  expect(answers).toEqual([...Array(LIMITS.resendByEmailAndIp.limit).fill(true), false])
})

test('correcting a mistyped address moves the typed data, and the wrong address keeps none', async () => {
  const [wrong, right] = [w.freshEmail(), w.freshEmail()]
  const browserToken = await signUp(wrong)
  expect(await w.identity.correctEmail({ browserToken, email: 'torto', ip })).toMatchObject({
    code: 'email_invalid',
  })
  const corrected = await w.identity.correctEmail({ browserToken, email: right, ip })
  if (!corrected.ok) throw new Error(corrected.code)
  expect(await w.rows(sql`select id from sign_ups where email = ${wrong}`)).toEqual([])
  expect(await w.confirm(right, corrected.value)).toMatchObject({ ok: true })
  expect(await profileOf(right, PASSWORD)).toMatchObject({ nome: 'Ana Souza' })
  expect(await w.identity.correctEmail({ browserToken, email: right, ip })).toMatchObject({
    code: 'nothing_waits',
  })
})

test('resending and correcting answer alike for an address with an account, and change nothing there', async () => {
  const email = await w.register()
  w.pass({ minutes: 1 })
  const browserToken = await signUp(email, IMPOSTORS, impostors)
  expect(await w.identity.waitingEmail({ browserToken })).toBe(email)
  w.pass({ minutes: 1 })
  expect(await w.identity.resendConfirmation({ browserToken, ip })).toEqual({ ok: true, value: null })
  expect(w.outbox.filter(({ to }) => to === email).map(({ kind }) => kind)).toEqual([
    'account.confirm',
    'account.exists',
    'account.exists',
  ])
  expect(await signIn(email, IMPOSTORS)).toMatchObject({ code: 'email_unconfirmed' })
  await w.enter(email)
})

test('the nightly sweep deletes the data of unconfirmed sign-ups', async () => {
  const email = w.freshEmail()
  await signUp(email, IMPOSTORS, impostors)
  w.pass({ days: 2 })
  await w.identity.jobs['identity.sweep'].run()
  expect(await w.rows(sql`select id from sign_ups where email = ${email}`)).toEqual([])
})

test('a confirmed sign-up is deleted a month after its link expired', async () => {
  const email = w.freshEmail()
  const browserToken = await signUp(email)
  expect(await w.confirm(email, { browserToken })).toMatchObject({ ok: true })
  const left = () => w.rows(sql`select id from sign_ups where email = ${email}`)
  w.pass({ days: 31 })
  await w.identity.jobs['identity.sweep'].run()
  expect(await left()).toHaveLength(1)
  w.pass({ days: 2 })
  await w.identity.jobs['identity.sweep'].run()
  expect(await left()).toEqual([])
})
