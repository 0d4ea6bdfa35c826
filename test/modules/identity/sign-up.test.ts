// Databases: both

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createSigner } from '../../../src/platform/signing.ts'
import { linksAt } from '../../../src/web/paths.ts'
import { CPF, ORIGIN, OTHER_PASSWORD, PASSWORD, world } from '../../support/identity.ts'

const w = world()
const { ip } = ORIGIN
const profile = {
  nome: ' Ana  Souza ',
  documento: CPF,
  telefone: '(48) 99999-1234',
  tipoConta: 'pessoal',
} as const

test('a sign-up needs its e-mail confirmed and stores the profile', async () => {
  const answer = await w.identity.signUp({ email: ' Ana@Exemplo.com.BR', password: PASSWORD, profile, ip })
  expect(answer).toEqual({ ok: true, value: null })

  const refused = await w.identity.signIn({ email: 'ana@exemplo.com.br', password: PASSWORD, ...ORIGIN })
  expect(refused).toMatchObject({ ok: false, code: 'email_unconfirmed' })

  const token = w.tokenFor('ana@exemplo.com.br')
  expect(await w.identity.confirmEmail({ token, ip })).toEqual({ ok: true, value: 'confirmed' })
  const viewer = await w.identity.viewerOf(await w.enter('ANA@exemplo.com.br'))
  expect(viewer).toMatchObject({
    email: 'ana@exemplo.com.br',
    nome: 'Ana Souza',
    documento: '52998224725',
    telefone: '+5548999991234',
    tipoConta: 'pessoal',
    role: 'customer',
  })
})

test('a sign-up with only e-mail and password has an empty profile', async () => {
  const email = await w.register()
  const viewer = await w.identity.viewerOf(await w.enter(email))
  expect(viewer).toMatchObject({ nome: '', documento: '', telefone: '', tipoConta: 'pessoal' })
})

test('the database stores no password and no token in plain text', async () => {
  const email = await w.register()
  const headers = await w.enter(email)
  await w.identity.requestPasswordReset({ email, ip })
  await w.work()
  const stored = JSON.stringify([
    await w.rows(sql`select * from users`),
    await w.rows(sql`select * from accounts`),
    await w.rows(sql`select * from sessions`),
    await w.rows(sql`select * from verifications`),
  ])
  const sessionToken = headers.get('cookie')?.split('=')[1]?.split('.')[0] ?? ''
  expect(sessionToken).toHaveLength(43)
  expect(stored).not.toContain(sessionToken)
  expect(stored).not.toContain(w.tokenFor(email))
  expect(stored).not.toContain(PASSWORD)
})

test('an address that has an account gets the same response, keeps its password and is notified', async () => {
  const email = await w.register()
  w.pass({ minutes: 1 })
  const fresh = await w.identity.signUp({ email: w.freshEmail(), password: OTHER_PASSWORD, ip })
  const again = await w.identity.signUp({ email: email.toUpperCase(), password: OTHER_PASSWORD, profile, ip })
  expect(again).toEqual(fresh)
  expect(w.outbox.at(-1)).toMatchObject({
    to: email,
    kind: 'account.exists',
    subject: 'Você já tem uma conta',
  })
  expect(await w.identity.signIn({ email, password: OTHER_PASSWORD, ...ORIGIN })).toMatchObject({ ok: false })
  expect((await w.identity.viewerOf(await w.enter(email)))?.nome).toBe('')
})

test("an earlier sign-up with another person's address does not get that person's account", async () => {
  const email = w.freshEmail()
  await w.identity.signUp({ email, password: OTHER_PASSWORD, ip })
  w.pass({ minutes: 1 })
  await w.identity.signUp({ email, password: PASSWORD, ip })
  const token = w.tokenFor(email)
  const chosen = await w.identity.resetPassword({ token, newPassword: PASSWORD, ...ORIGIN })
  expect(chosen.ok).toBe(true)
  expect(await w.identity.signIn({ email, password: OTHER_PASSWORD, ...ORIGIN })).toMatchObject({ ok: false })
  await w.enter(email, PASSWORD)
})

test('two concurrent sign-ups create one account', async () => {
  const email = w.freshEmail()
  const answers = await Promise.all(
    [PASSWORD, OTHER_PASSWORD].map((password) => w.identity.signUp({ email, password, ip })),
  )
  expect(answers.map(({ ok }) => ok)).toEqual([true, true])
  expect(await w.rows(sql`select id from users where email = ${email}`)).toHaveLength(1)
  expect(w.outbox.filter((message) => message.to === email)).toHaveLength(1)
  expect(w.outbox.at(-1)?.kind).toBe('account.confirm')
})

test('a form submitted three times at once creates one account and one e-mail; a minute later another is sent', async () => {
  const email = w.freshEmail()
  const submit = () => w.identity.signUp({ email, password: PASSWORD, profile, ip })
  const emails = () => w.outbox.filter(({ to }) => to === email).map(({ kind }) => kind)
  const answers = await Promise.all([submit(), submit(), submit()])
  w.pass({ seconds: 59 })
  answers.push(await submit())
  expect(answers).toEqual(answers.map(() => ({ ok: true, value: null })))
  expect(await w.rows(sql`select id from users where email = ${email}`)).toHaveLength(1)
  expect(emails()).toEqual(['account.confirm'])
  expect(await w.identity.confirmEmail({ token: w.tokenFor(email), ip })).toMatchObject({ ok: true })
  w.pass({ seconds: 1 })
  await submit()
  expect(emails()).toEqual(['account.confirm', 'account.exists'])
})

test.each([
  [{ email: 'sem-arroba' }, 'email_invalid'],
  [{ password: 'curta' }, 'password_weak'],
  [{ password: 'semsinalnumero' }, 'password_weak'],
  [{ password: 'Senha@123' }, 'password_weak'],
  [{ password: `Aa1@${'x'.repeat(130)}` }, 'password_too_long'],
  [{ profile: { ...profile, documento: '529.982.247-26' } }, 'documento_invalid'],
  [{ profile: { ...profile, tipoConta: 'empresa' as const } }, 'documento_invalid'],
])('a sign-up with %o is refused as %s and writes nothing', async (wrong, code) => {
  const email = w.freshEmail()
  const answer = await w.identity.signUp({ email, password: PASSWORD, profile, ip, ...wrong })
  expect(answer).toMatchObject({ ok: false, code })
  expect(await w.rows(sql`select id from users where email = ${email}`)).toEqual([])
})

test('a confirmation link works once, reports already_confirmed afterwards, and does not sign in', async () => {
  const email = w.freshEmail()
  await w.identity.signUp({ email, password: PASSWORD, ip })
  const token = w.tokenFor(email)
  expect(await w.identity.confirmEmail({ token, ip })).toEqual({ ok: true, value: 'confirmed' })
  expect(await w.identity.confirmEmail({ token, ip })).toEqual({ ok: true, value: 'already_confirmed' })
  const rows = await w.rows(
    sql`select s.id from sessions s join users u on u.id = s.user_id where u.email = ${email}`,
  )
  expect(rows).toEqual([])
})

test('a confirmation link expires after two days, and the correct password sends another', async () => {
  const email = w.freshEmail()
  await w.identity.signUp({ email, password: PASSWORD, ip })
  const old = w.tokenFor(email)
  w.pass({ days: 2 })
  expect(await w.identity.confirmEmail({ token: old, ip })).toMatchObject({ ok: false, code: 'link_invalid' })

  const before = w.outbox.length
  expect(await w.identity.signIn({ email, password: OTHER_PASSWORD, ...ORIGIN })).toMatchObject({
    code: 'invalid_credentials',
  })
  expect(w.outbox).toHaveLength(before)
  expect(await w.identity.signIn({ email, password: PASSWORD, ...ORIGIN })).toMatchObject({
    code: 'email_unconfirmed',
  })
  expect(w.outbox).toHaveLength(before + 1)
  expect(await w.identity.confirmEmail({ token: w.tokenFor(email), ip })).toMatchObject({ ok: true })
})

test('a link of one purpose is invalid for another', async () => {
  const email = w.freshEmail()
  await w.identity.signUp({ email, password: PASSWORD, ip })
  const confirmation = w.tokenFor(email)
  const answer = await w.identity.resetPassword({
    token: confirmation,
    newPassword: OTHER_PASSWORD,
    ...ORIGIN,
  })
  expect(answer).toMatchObject({ ok: false, code: 'link_invalid' })
  expect(await w.identity.confirmEmail({ token: 'inventado', ip })).toMatchObject({ code: 'link_invalid' })
  expect(await w.identity.confirmEmail({ token: '', ip })).toMatchObject({ code: 'link_invalid' })
})

test('when the message cannot be stored the account is not created', async () => {
  const email = w.freshEmail()
  const { database } = w
  const { createIdentity } = await import('../../../src/modules/identity/index.server.ts')
  const broken = createIdentity({
    database,
    clock: { now: w.now },
    newId: () => '01890a5d-ac96-774b-bcce-b302099a8057',
    enqueue: async () => {},
    notify: async () => {
      throw new Error('disk full')
    },
    session: { signer: createSigner('x'.repeat(32)), secure: false },
    links: linksAt('https://exemplo.com.br'),
    passwordCost: { n: 1024, r: 8, p: 1 },
  })
  await expect(broken.signUp({ email, password: PASSWORD, ip })).rejects.toThrow('disk full')
  expect(await w.rows(sql`select id from users where email = ${email}`)).toEqual([])
})
