import type { Role } from '../../../src/core/roles.ts'
// Databases: one. Tokens and cookies; signing in is also tested end to end on the embedded database.

import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { createIdentity } from '../../../src/modules/identity/index.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createSigner } from '../../../src/platform/signing.ts'
import { linksAt } from '../../../src/web/paths.ts'
import { headersWith, ORIGIN, OTHER_PASSWORD, PASSWORD, SECRET, world } from '../../support/identity.ts'
import { sealing } from '../../support/sealing.ts'

const w = world()
const changeRole = (change: { email: string; role: Role }) =>
  w.database.transaction((tx) => w.identity.changeRole(tx, change))

test('a wrong password and an unknown e-mail get the same response', async () => {
  const email = await w.register()
  const wrong = await w.identity.signIn({ email, password: OTHER_PASSWORD, ...ORIGIN })
  const unknown = await w.identity.signIn({ email: w.freshEmail(), password: PASSWORD, ...ORIGIN })
  expect(wrong).toEqual({ ok: false, code: 'invalid_credentials' })
  expect(unknown).toEqual(wrong)
})

test('the session cookie is signed, HttpOnly, SameSite=Lax and lasts seven days', async () => {
  const email = await w.register()
  const entered = await w.identity.signIn({ email, password: PASSWORD, ...ORIGIN })
  expect(entered.ok && entered.value.setCookie).toMatch(
    /^rc_sessao=[\w-]{43}\.[0-9a-z]{6}\.[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
  )
})

test('on https the cookie is bound to the host and secure', async () => {
  const email = await w.register()
  const https = createIdentity({
    database: w.database,
    clock: { now: w.now },
    newId,
    sealing,
    enqueue: async () => {},
    notify: async () => {},
    session: { signer: createSigner(SECRET), secure: true },
    links: linksAt('https://exemplo.com.br'),
  })
  const cookie = await https.signOut({ headers: new Headers() })
  expect(cookie).toBe('__Host-rc_sessao=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure')
  expect(await https.viewerOf(await w.enter(email))).toBeNull()
})

test('a request without a validly signed cookie makes no query', async () => {
  const email = await w.register()
  const cookie = (await w.enter(email)).get('cookie') ?? ''
  const query = vi.spyOn(w.database.$client, 'query')
  const connect = vi.spyOn(w.database.$client, 'connect')
  const invalid = [
    new Headers(),
    new Headers({ cookie: 'outro=1' }),
    new Headers({ cookie: 'rc_sessao=' }),
    new Headers({ cookie: cookie.slice(0, -2) }),
    new Headers({ cookie: cookie.replace(/=(.)/, (_, first) => `=${first === 'A' ? 'B' : 'A'}`) }),
    new Headers({ cookie: `${cookie.split('.')[0]}` }),
    new Headers({ cookie: `${cookie.split('.')[0]}.` }),
  ]
  for (const headers of invalid) expect(await w.identity.viewerOf(headers)).toBeNull()
  expect(query).not.toHaveBeenCalled()
  expect(connect).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

test('a session cookie signed with another key is ignored', async () => {
  const email = await w.register()
  const headers = await w.enter(email)
  const other = createIdentity({
    database: w.database,
    clock: { now: w.now },
    newId,
    sealing,
    enqueue: async () => {},
    notify: async () => {},
    session: { signer: createSigner('outra chave com mais de trinta e dois caracteres'), secure: false },
    links: linksAt('https://exemplo.com.br'),
  })
  expect(await other.viewerOf(headers)).toBeNull()
})

/** Stores a `Set-Cookie` as a browser does. */
function keep(headers: Headers, setCookie = ''): void {
  headers.set('cookie', setCookie.split(';')[0] ?? '')
}

test('a session expires seven days after its last renewal, and is renewed at most once a day', async () => {
  const email = await w.register()
  const headers = await w.enter(email)
  w.pass({ hours: 23 })
  expect(await w.identity.readSession({ headers })).not.toHaveProperty('setCookie')
  w.pass({ hours: 1 })
  const renewed = await w.identity.readSession({ headers })
  expect(renewed.setCookie).toContain('Max-Age=604800')
  const tokenOf = (cookie: string | null = '') => cookie?.split('.')[0]
  expect(tokenOf(renewed.setCookie)).toBe(tokenOf(headers.get('cookie')))
  keep(headers, renewed.setCookie)
  expect(await w.identity.readSession({ headers })).not.toHaveProperty('setCookie')
  w.pass({ days: 6, hours: 23 })
  expect(await w.identity.viewerOf(headers)).toMatchObject({ email })
  w.pass({ days: 7 })
  expect(await w.identity.viewerOf(headers)).toBeNull()
})

test('a session ends thirty days after its sign-in, however often it is renewed', async () => {
  const email = await w.register()
  const headers = await w.enter(email)
  for (let day = 0; day < 29; day++) {
    w.pass({ days: 1 })
    const { viewer, setCookie = '' } = await w.identity.readSession({ headers })
    expect(viewer).toMatchObject({ email })
    keep(headers, setCookie)
    // The cookie never outlives the session.
    expect(Number(/Max-Age=(\d+)/.exec(setCookie)?.[1])).toBe(Math.min(7, 29 - day) * 86_400)
  }
  w.pass({ hours: 23, minutes: 59 })
  expect(await w.identity.viewerOf(headers)).toMatchObject({ email })
  w.pass({ minutes: 1 })
  expect(await w.identity.viewerOf(headers)).toBeNull()
})

test('a session that an earlier release renewed beyond thirty days has ended too', async () => {
  const email = await w.register()
  // The cookie of that release contained no expiry.
  const asBefore = (headers: Headers): Headers => {
    const [token = ''] = headers.get('cookie')?.replace('rc_sessao=', '').split('.') ?? []
    keep(headers, `rc_sessao=${createSigner(SECRET).sign('session:', token)}`)
    return headers
  }
  const [headers, unused] = [asBefore(await w.enter(email)), asBefore(await w.enter(email))]
  await w.rows(sql`update sessions set last_used_at = null, expires_at = expires_at + interval '60 days'`)
  w.pass({ days: 29 })
  expect(await w.identity.viewerOf(headers)).toMatchObject({ email })
  w.pass({ days: 1 })
  expect(await w.identity.viewerOf(headers)).toBeNull()
  expect(await w.identity.viewerOf(unused)).toBeNull()
  expect(await w.identity.ownSessions({ headers })).toEqual([])
})

test('a sign-in ends the session that its browser had, whoever’s it was', async () => {
  const [email, other] = [await w.register(), await w.register()]
  for (const next of [email, other]) {
    const before = await w.enter(email)
    const entered = await w.identity.signIn({ email: next, password: PASSWORD, ...ORIGIN, headers: before })
    if (!entered.ok) throw new Error(entered.code)
    expect(await w.identity.viewerOf(before)).toBeNull()
    expect(await w.identity.viewerOf(headersWith(entered.value.setCookie))).toMatchObject({ email: next })
  }
  const stays = await w.enter(email)
  const wrong = { email, password: OTHER_PASSWORD, ...ORIGIN, headers: stays }
  expect(await w.identity.signIn(wrong)).toMatchObject({ ok: false })
  expect(await w.identity.viewerOf(stays)).toMatchObject({ email })
})

test('a changed role ends the sessions of the account; the same role again does not', async () => {
  const email = await w.register()
  const headers = await w.enter(email)
  await changeRole({ email, role: 'customer' })
  expect(await w.identity.viewerOf(headers)).toMatchObject({ role: 'customer' })
  await changeRole({ email, role: 'staff' })
  expect(await w.identity.viewerOf(headers)).toBeNull()
  const asStaff = await w.enter(email)
  await changeRole({ email, role: 'customer' })
  expect(await w.identity.viewerOf(asStaff)).toBeNull()
})

test('lists the sessions of an account, this one first, then by last use', async () => {
  const email = await w.register()
  const phone = 'Mozilla/5.0 (Linux; Android 14) Chrome/131.0 Mobile'
  const first = await w.identity.signIn({ email, password: PASSWORD, ip: ORIGIN.ip, userAgent: phone })
  if (!first.ok) throw new Error(first.code)
  const signedInAt = w.now()
  await w.enter(email)
  w.pass({ hours: 1 })
  const here = await w.enter(email)
  w.pass({ hours: 1 })
  await w.identity.viewerOf(headersWith(first.value.setCookie))
  const lastUsedAt = w.now()
  const sessions = await w.identity.ownSessions({ headers: here })
  expect(sessions.map(({ current }) => current)).toEqual([true, false, false])
  expect(sessions[1]).toMatchObject({
    device: { browser: 'Chrome', system: 'Android' },
    signedInAt,
    lastUsedAt,
  })
  expect(await w.identity.ownSessions({ headers: new Headers() })).toEqual([])
})

test('records the use of a session at most every five minutes', async () => {
  const email = await w.register()
  const headers = await w.enter(email)
  const usedAt = async () => (await w.identity.ownSessions({ headers }))[0]?.lastUsedAt
  const entered = w.now()
  w.pass({ minutes: 4, seconds: 59 })
  await w.identity.viewerOf(headers)
  expect(await usedAt()).toEqual(entered)
  w.pass({ seconds: 1 })
  await w.identity.viewerOf(headers)
  expect(await usedAt()).toEqual(w.now())
})

test('a person ends one session or all others, and never another person’s', async () => {
  const [email, other] = [await w.register(), await w.register()]
  const [here, lost, elsewhere] = [await w.enter(email), await w.enter(email), await w.enter(email)]
  const stranger = await w.enter(other)
  const idOf = async (headers: Headers) => (await w.identity.ownSessions({ headers }))[0]?.id ?? ''
  const end = (headers: Headers, sessionId: string) => w.identity.endOwnSession({ headers, sessionId })

  const lostId = await idOf(lost)
  expect(await end(stranger, lostId)).toEqual({ ok: false, code: 'unknown_session' })
  expect(await end(new Headers(), lostId)).toEqual({ ok: false, code: 'signed_out' })
  expect(await end(here, "' or true --")).toEqual({ ok: false, code: 'unknown_session' })
  expect(await w.identity.viewerOf(lost)).toMatchObject({ email })

  expect(await end(here, lostId)).toEqual({ ok: true, value: null })
  expect(await end(here, lostId)).toEqual({ ok: false, code: 'unknown_session' })
  expect(await w.identity.viewerOf(lost)).toBeNull()
  expect(await end(lost, await idOf(here))).toEqual({ ok: false, code: 'signed_out' })

  expect(await w.identity.endOtherSessions({ headers: here })).toMatchObject({ ok: true })
  expect(await w.identity.viewerOf(elsewhere)).toBeNull()
  expect(await w.identity.viewerOf(here)).toMatchObject({ email })
  expect(await w.identity.viewerOf(stranger)).toMatchObject({ email: other })
})

test('signing out ends the session on the server, not only its cookie', async () => {
  const email = await w.register()
  const headers = await w.enter(email)
  const otherBrowser = await w.enter(email)
  expect(await w.identity.signOut({ headers })).toContain('Max-Age=0')
  expect(await w.identity.viewerOf(headers)).toBeNull()
  expect(await w.identity.viewerOf(otherBrowser)).toMatchObject({ email })
})

test('access records are stored for six months, then deleted', async () => {
  const email = w.freshEmail()
  await w.identity.signUp({ email, password: PASSWORD, ip: ORIGIN.ip })
  const confirmed = await w.confirm(email, { password: PASSWORD })
  if (!confirmed.ok) throw new Error(confirmed.code)
  await w.identity.signOut({ headers: headersWith(confirmed.value.setCookie) })
  const access = () =>
    w.rows(
      sql`select s.ip, s.user_agent, s.ended_at from sessions s join users u on u.id = s.user_id where u.email = ${email}`,
    )
  w.pass({ days: 180 })
  await w.identity.jobs['identity.sweep'].run()
  expect(await access()).toMatchObject([{ ip: ORIGIN.ip, user_agent: ORIGIN.userAgent }])
  w.pass({ days: 11 })
  await w.identity.jobs['identity.sweep'].run()
  expect(await access()).toEqual([])
})

test('demonstration accounts are created once, confirmed, with their role', async () => {
  const wanted = [{ role: 'staff', email: 'Equipe@exemplo.com.br', password: PASSWORD }] as const
  await w.identity.ensureAccounts(wanted)
  await w.identity.ensureAccounts(wanted)
  const viewer = await w.identity.viewerOf(await w.enter('equipe@exemplo.com.br'))
  expect(viewer).toMatchObject({ role: 'staff' })
  expect(await changeRole({ email: 'equipe@exemplo.com.br', role: 'owner' })).toMatchObject({
    ok: true,
  })
  expect(await changeRole({ email: 'ninguem@exemplo.com.br', role: 'owner' })).toMatchObject({
    code: 'unknown_email',
  })
  expect(await w.identity.viewerOf(await w.enter('equipe@exemplo.com.br'))).toMatchObject({ role: 'owner' })
})

test('a profile can be updated in part or as a whole', async () => {
  const email = await w.register()
  const viewer = await w.identity.viewerOf(await w.enter(email))
  const userId = viewer?.id ?? ''
  await w.identity.updateProfile(w.database, {
    userId,
    nome: 'Rui Lima',
    documento: '529.982.247-25',
    telefone: '48 3333-1234',
  })
  await w.identity.updateProfile(w.database, { userId, nome: 'Rui Lima Filho' })
  expect(await w.identity.profileOf(userId)).toEqual({
    nome: 'Rui Lima Filho',
    documento: '52998224725',
    telefone: '+554833331234',
    tipoConta: 'pessoal',
  })
  expect(await w.identity.updateProfile(w.database, { userId, documento: '111.111.111-11' })).toMatchObject({
    code: 'documento_invalid',
  })
  expect(await w.identity.profileOf(newId())).toEqual({
    nome: '',
    documento: '',
    telefone: '',
    tipoConta: 'pessoal',
  })
  await w.database.transaction((executor) => w.identity.updateProfile(executor, { userId, telefone: '' }))
  expect((await w.identity.profileOf(userId)).telefone).toBe('')
})

test('the session cookie is found among other cookies', async () => {
  const email = await w.register()
  const cookie = (await w.enter(email)).get('cookie') ?? ''
  expect(await w.identity.viewerOf(headersWith(`${cookie}`))).toMatchObject({ email })
  expect(await w.identity.viewerOf(new Headers({ cookie: `a=1; ${cookie}; z=2` }))).toMatchObject({ email })
})

test('finds an account by its telephone; two accounts with one telephone are both found', async () => {
  const telefone = '+5548977770001'
  for (const count of [1, 2]) {
    const viewer = await w.identity.viewerOf(await w.enter(await w.register()))
    await w.identity.updateProfile(w.database, { userId: viewer?.id ?? '', telefone })
    const found = await w.identity.usersOf(w.database, { phone: telefone })
    expect(found).toHaveLength(count)
    expect(found).toContain(viewer?.id)
  }
})

test('the team is listed by name', async () => {
  const names = ['Zélia', 'Ana', 'Marcos']
  for (const [at, nome] of names.entries()) {
    const email = `${at}@lista.exemplo.com.br`
    await w.identity.ensureAccounts([{ role: 'staff', email, password: PASSWORD, profile: { nome } }])
  }
  const listed = await w.identity.teamAccounts(w.database)
  expect(listed.map(({ name }) => name).filter((name) => names.includes(name))).toEqual(names.toSorted())
})
