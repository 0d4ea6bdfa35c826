// Databases: one
import { createHook } from 'node:async_hooks'
import pg from 'pg'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import { demoAccount } from '../support/desk.ts'
import { webWith } from '../support/web.ts'

/*
 * How long an answer takes must not tell who has an account: for an address that is unknown, one that waits for its confirmation and one
 * of an account the same passwords are hashed and as many statements are sent. Both are counted: a clock says little on a busy machine.
 */

const web = webWith({
  '/auth': () => import('../../src/web/routes/auth/auth.tsx'),
  '/auth/confira-seu-email': () => import('../../src/web/routes/auth/check-email.tsx'),
  '/create-account': () => import('../../src/web/routes/auth/create-account.tsx'),
})

const { email: known, password } = demoAccount('customer')
const team = demoAccount('staff').email
const waiting = `${newId()}@exemplo.com.br`
const address = () => `${newId()}@exemplo.com.br`

const signUp = (email: string) => ({
  path: '/auth',
  fields: { intent: 'sign-up', email, password: 'Ipe-amarelo@88', confirmPassword: 'Ipe-amarelo@88' },
})
const signIn = (email: string, typed = 'Girassol@78') => ({
  path: '/auth',
  fields: { intent: 'sign-in', email, password: typed },
})
const recover = (email: string) => ({ path: '/auth', fields: { intent: 'reset-request', email } })

interface Work {
  /** Passwords that were hashed: each is a job of scrypt in Node's pool of threads. */
  hashes: number
  statements: number
  status: number
  text: string
}

const textOf = (asked: unknown) =>
  typeof asked === 'string' ? asked : String((asked as { text?: unknown } | undefined)?.text)

async function workOf({ path, fields }: { path: string; fields: Record<string, string> }): Promise<Work> {
  let hashes = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'SCRYPTREQUEST') hashes++
    },
  }).enable()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const response = await web.browser().post(path, fields)
  const text = (await response.text()).replaceAll(Object.values(fields)[1] ?? '', '')
  hook.disable()
  // A timer writes the counts of security events, at whatever moment.
  const isOfTimer = (text: string) => text.includes('security_counts')
  const statements = query.mock.calls.filter(([asked]) => !isOfTimer(textOf(asked))).length
  query.mockRestore()
  return { hashes, statements, status: response.status, text }
}

beforeAll(async () => {
  await web.browser().post('/auth', signUp(waiting).fields)
  // What is read once a process is no one's.
  for (const asked of [signIn(address()), recover(address()), signUp(address())]) await workOf(asked)
})

beforeEach(() => web.database.$client.query('delete from rate_limits'))

test.each([
  ['a wrong password', signIn, 1],
  ['a password that is too long', (email: string) => signIn(email, 'x'.repeat(5_000)), 0],
  ['a recovery', recover, 0],
  ['a sign-up', signUp, 1],
])('%s costs the same work whether or not the address has an account', async (_name, asked, hashes) => {
  const unknown = await workOf(asked(address()))
  expect(unknown.hashes).toBe(hashes)
  expect(unknown.statements).toBeGreaterThan(0)
  for (const email of [known, team, waiting]) expect(await workOf(asked(email)), email).toEqual(unknown)
})

test('after a stranger’s sign-up their password costs the same work, and is answered alike, with and without an account', async () => {
  const asked = [address(), known, team, waiting]
  for (const email of asked) await web.browser().post('/auth', signUp(email).fields)
  const works: Work[] = []
  for (const email of asked) works.push(await workOf(signIn(email, 'Ipe-amarelo@88')))
  const [unknown, ...others] = works
  expect(unknown).toMatchObject({ hashes: 1 })
  expect(unknown?.text).toContain('Confirme seu e-mail antes de entrar')
  for (const other of others) expect(other).toEqual(unknown)
})

test('a correct password also takes one hash', async () => {
  expect(await workOf(signIn(known, password))).toMatchObject({ hashes: 1, status: 302 })
})
