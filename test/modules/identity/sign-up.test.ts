// Databases: one. Rules of signing up; it is also tested end to end on the embedded database.

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createSigner } from '../../../src/platform/signing.ts'
import { linksAt } from '../../../src/web/paths.ts'
import { CPF, ORIGIN, OTHER_PASSWORD, PASSWORD, world } from '../../support/identity.ts'
import { sealing } from '../../support/sealing.ts'

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
  if (!answer.ok) throw new Error(answer.code)
  const { browserToken } = answer.value
  expect(await w.identity.waitingEmail({ browserToken })).toBe('ana@exemplo.com.br')

  const refused = await w.identity.signIn({ email: 'ana@exemplo.com.br', password: PASSWORD, ...ORIGIN })
  expect(refused).toMatchObject({ ok: false, code: 'email_unconfirmed' })

  expect(await w.confirm('ana@exemplo.com.br', { browserToken })).toMatchObject({ ok: true })
  expect(await w.identity.waitingEmail({ browserToken })).toBeUndefined()
  const viewer = await w.identity.viewerOf(await w.enter('ANA@exemplo.com.br'))
  expect(viewer && { ...viewer, documento: viewer.documento() }).toMatchObject({
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
  expect(viewer && { ...viewer, documento: viewer.documento() }).toMatchObject({
    nome: '',
    documento: '',
    telefone: '',
    tipoConta: 'pessoal',
  })
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
    await w.rows(sql`select * from sign_ups`),
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
  expect(shapeOf(again)).toEqual(shapeOf(fresh))
  expect(w.outbox.at(-1)).toMatchObject({
    to: email,
    kind: 'account.exists',
    subject: 'Você já tem uma conta',
  })
  expect(await w.identity.signIn({ email, password: OTHER_PASSWORD, ...ORIGIN })).toMatchObject({ ok: false })
  expect((await w.identity.viewerOf(await w.enter(email)))?.nome).toBe('')
})

test('two concurrent sign-ups wait side by side and send one e-mail', async () => {
  const email = w.freshEmail()
  const answers = await Promise.all(
    [PASSWORD, OTHER_PASSWORD].map((password) => w.identity.signUp({ email, password, ip })),
  )
  expect(answers.map(({ ok }) => ok)).toEqual([true, true])
  expect(await w.rows(sql`select id from users where email = ${email}`)).toEqual([])
  expect(await w.rows(sql`select id from sign_ups where email = ${email}`)).toHaveLength(2)
  expect(w.outbox.filter((message) => message.to === email)).toHaveLength(1)
  expect(w.outbox.at(-1)?.kind).toBe('account.confirm')
})

test('a form submitted three times at once sends one e-mail, which works in its browser; a minute later another is sent', async () => {
  const email = w.freshEmail()
  const submit = () => w.identity.signUp({ email, password: PASSWORD, profile, ip })
  const emails = () => w.outbox.filter(({ to }) => to === email).map(({ kind }) => kind)
  const answers = await Promise.all([submit(), submit(), submit()])
  w.pass({ seconds: 59 })
  answers.push(await submit())
  expect(answers.map(shapeOf)).toEqual(answers.map(() => ({ ok: true, value: { browserToken: 43 } })))
  expect(emails()).toEqual(['account.confirm'])
  const last = answers.at(-1)
  expect(await w.confirm(email, last?.ok ? last.value : {})).toMatchObject({ ok: true })
  expect(await w.rows(sql`select id from users where email = ${email}`)).toHaveLength(1)
  w.pass({ seconds: 1 })
  await submit()
  expect(emails()).toEqual(['account.confirm', 'account.exists'])
})

test.each([
  [{ email: 'sem-arroba' }, 'email_invalid'],
  [{ password: 'curta' }, 'password_weak'],
  [{ password: 'semsinalnumero' }, 'password_weak'],
  [{ password: 'Senha@123' }, 'password_common'],
  [{ password: 'Brasil@2027' }, 'password_common'],
  [{ profile: { ...profile, nome: 'Adamastor Zwicker' }, password: 'Zwicker@2027' }, 'password_common'],
  [{ password: `Aa1@${'x'.repeat(130)}` }, 'password_too_long'],
  [{ profile: { ...profile, documento: '529.982.247-26' } }, 'documento_invalid'],
  [{ profile: { ...profile, tipoConta: 'empresa' as const } }, 'documento_invalid'],
])('a sign-up with %o is refused as %s and writes nothing', async (wrong, code) => {
  const email = w.freshEmail()
  const answer = await w.identity.signUp({ email, password: PASSWORD, profile, ip, ...wrong })
  expect(answer).toMatchObject({ ok: false, code })
  expect(await w.rows(sql`select id from sign_ups where email = ${email}`)).toEqual([])
})

test('a confirmation link works once and reports already_confirmed afterwards, also to another password', async () => {
  const email = w.freshEmail()
  await w.identity.signUp({ email, password: PASSWORD, ip })
  const token = w.tokenFor(email)
  expect(await w.confirm(email, { password: PASSWORD })).toMatchObject({ ok: true })
  for (const password of ['', OTHER_PASSWORD]) {
    const again = await w.identity.confirmEmail({ token, password, ...ORIGIN })
    expect(again).toMatchObject({ ok: false, code: 'already_confirmed' })
  }
  await w.enter(email, PASSWORD)
})

test('of two confirmations at the same moment one succeeds', async () => {
  const email = w.freshEmail()
  await w.identity.signUp({ email, password: PASSWORD, ip })
  const passwords = [PASSWORD, OTHER_PASSWORD]
  const answers = await Promise.all(passwords.map((password) => w.confirm(email, { password })))
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
  const winner = passwords[answers.findIndex(({ ok }) => ok)]
  await w.enter(email, winner)
})

test('a confirmation link expires after two days, and signing up again sends another', async () => {
  const email = w.freshEmail()
  await w.identity.signUp({ email, password: PASSWORD, ip })
  w.pass({ days: 1, hours: 23 })
  const before = w.outbox.length
  expect(await w.identity.signIn({ email, password: OTHER_PASSWORD, ...ORIGIN })).toMatchObject({
    code: 'invalid_credentials',
  })
  expect(w.outbox).toHaveLength(before)
  const old = w.tokenFor(email)
  expect(await w.identity.signIn({ email, password: PASSWORD, ...ORIGIN })).toMatchObject({
    code: 'email_unconfirmed',
  })
  expect(w.outbox).toHaveLength(before + 1)

  w.pass({ hours: 1 })
  const late = await w.identity.confirmEmail({ token: old, password: PASSWORD, ...ORIGIN })
  expect(late).toMatchObject({ ok: false, code: 'link_invalid' })
  expect(await w.confirm(email, { password: PASSWORD })).toMatchObject({ ok: true })
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
  expect(await w.identity.confirmEmail({ token: 'inventado', ...ORIGIN })).toMatchObject({
    code: 'link_invalid',
  })
  expect(await w.identity.confirmEmail({ token: '', ...ORIGIN })).toMatchObject({ code: 'link_invalid' })
})

test('when the message cannot be stored, neither is the sign-up', async () => {
  const email = w.freshEmail()
  const { database } = w
  const { createIdentity } = await import('../../../src/modules/identity/index.server.ts')
  const broken = createIdentity({
    database,
    clock: { now: w.now },
    newId: () => '01890a5d-ac96-774b-bcce-b302099a8057',
    sealing,
    enqueue: async () => {},
    notify: async () => {
      throw new Error('disk full')
    },
    session: { signer: createSigner('x'.repeat(32)), secure: false },
    links: linksAt('https://exemplo.com.br'),
    passwordCost: { n: 1024, r: 8, p: 1 },
  })
  await expect(broken.signUp({ email, password: PASSWORD, ip })).rejects.toThrow('disk full')
  expect(await w.rows(sql`select id from sign_ups where email = ${email}`)).toEqual([])
})

/** Returns a result without its random token. */
function shapeOf(answer: Awaited<ReturnType<typeof w.identity.signUp>>) {
  return answer.ok ? { ok: true, value: { browserToken: answer.value.browserToken.length } } : answer
}

test('signing up with an address and then signing in does not reveal whether it has an account', async () => {
  const [known, unknown] = [await w.register(), w.freshEmail()]
  const strangers = 'Jatoba-roxo@99'
  const answersAt = async (email: string) => {
    await w.identity.signUp({ email, password: strangers, ip })
    const signIn = (password: string) => w.identity.signIn({ email, password, ...ORIGIN })
    const answers = []
    // Beyond the limit of a place: the answer to the stranger's own password gives no attempts back.
    for (let n = 0; n < 14; n++) answers.push(await signIn(n % 3 === 0 ? OTHER_PASSWORD : strangers))
    return answers.map((answer) => (answer.ok ? 'signed in' : answer.code))
  }
  const answers = await answersAt(unknown)
  expect(new Set(answers)).toEqual(new Set(['invalid_credentials', 'email_unconfirmed', 'too_many_attempts']))
  expect(await answersAt(known)).toEqual(answers)
})

test('a sign-up that was moved to another address does not find out whether that has an account', async () => {
  const answersAt = async (email: string) => {
    const signedUp = await w.identity.signUp({ email: w.freshEmail(), password: OTHER_PASSWORD, ip })
    if (!signedUp.ok) throw new Error(signedUp.code)
    const { browserToken } = signedUp.value
    expect(await w.identity.correctEmail({ browserToken, email, ip })).toMatchObject({ ok: true })
    return w.identity.signIn({ email, password: OTHER_PASSWORD, ...ORIGIN })
  }
  expect(await answersAt(await w.register())).toEqual(await answersAt(w.freshEmail()))
})

test('a stranger’s sign-up changes nothing for the owner, who signs in as before', async () => {
  const email = await w.register()
  await w.identity.signUp({ email, password: OTHER_PASSWORD, ip })
  expect(await w.identity.signIn({ email, password: PASSWORD, ...ORIGIN })).toMatchObject({ ok: true })
  expect(await w.identity.signIn({ email, password: OTHER_PASSWORD, ...ORIGIN })).toMatchObject({
    code: 'email_unconfirmed',
  })
  expect(w.outbox.at(-1)).toMatchObject({ to: email, kind: 'account.exists' })
})
