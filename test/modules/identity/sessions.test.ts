// Databases: both

import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { createIdentity } from '../../../src/modules/identity/index.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createSigner } from '../../../src/platform/signing.ts'
import { linksAt } from '../../../src/web/paths.ts'
import { headersWith, ORIGIN, OTHER_PASSWORD, PASSWORD, SECRET, world } from '../../support/identity.ts'

const w = world()

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
    /^rc_sessao=[\w-]{43}\.[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
  )
})

test('on https the cookie is bound to the host and secure', async () => {
  const email = await w.register()
  const https = createIdentity({
    database: w.database,
    clock: { now: w.now },
    newId,
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
    enqueue: async () => {},
    notify: async () => {},
    session: { signer: createSigner('outra chave com mais de trinta e dois caracteres'), secure: false },
    links: linksAt('https://exemplo.com.br'),
  })
  expect(await other.viewerOf(headers)).toBeNull()
})

test('a session expires seven days after its last renewal, and is renewed at most once a day', async () => {
  const email = await w.register()
  const headers = await w.enter(email)
  w.pass({ hours: 23 })
  expect(await w.identity.readSession({ headers })).not.toHaveProperty('setCookie')
  w.pass({ hours: 1 })
  const renewed = await w.identity.readSession({ headers })
  expect(renewed.setCookie).toContain('Max-Age=604800')
  expect(renewed.setCookie?.split(';')[0]).toBe(headers.get('cookie'))
  expect(await w.identity.readSession({ headers })).not.toHaveProperty('setCookie')
  w.pass({ days: 6, hours: 23 })
  expect(await w.identity.viewerOf(headers)).toMatchObject({ email })
  w.pass({ days: 7 })
  expect(await w.identity.viewerOf(headers)).toBeNull()
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
  const email = await w.register()
  const headers = await w.enter(email)
  await w.identity.signOut({ headers })
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
  expect(await w.identity.grantRole({ email: 'equipe@exemplo.com.br', role: 'owner' })).toMatchObject({
    ok: true,
  })
  expect(await w.identity.grantRole({ email: 'ninguem@exemplo.com.br', role: 'owner' })).toMatchObject({
    code: 'unknown_email',
  })
  expect(await w.identity.viewerOf(await w.enter('equipe@exemplo.com.br'))).toMatchObject({ role: 'owner' })
})

test('a profile can be updated in part and in whole', async () => {
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
