// Databases: one. The measured work is that of this process, independent of the database.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import routes from '../../src/web/routes.ts'
import { attackerOf, expensiveValues, filled, form, multipart, partOf } from '../support/attack.ts'
import { atDesk, signedIn } from '../support/desk.ts'
import { serverOf } from '../support/http.ts'
import { fieldsRead } from '../support/names-read.ts'
import { allPages, type Browser, webWith } from '../support/web.ts'

/*
 * No request of 256 KB may take 50 ms of the event loop. Measured as the CPU time of this thread, which another process on
 * the machine does not add to, with the client's own share; the least of six tries, as a garbage collection falls on some
 * of them. Every route of src/web/routes.ts is attacked, with the fields that its own page shows.
 */
const KB = 1024

const web = webWith(allPages)
const { send, holds } = attackerOf(serverOf(web, { trustedProxies: 1 }))

const numbered = (pattern: (at: number) => string, bytes = 240 * KB) => {
  let text = ''
  for (let at = 0; text.length < bytes; at++) text += pattern(at)
  return text
}

/** Bodies of 256 KB that are expensive to parse, for any form. */
const bodies: readonly [name: string, headers: Record<string, string>, body: string][] = [
  ['a field each', form, numbered((at) => `n${at}=&`)],
  ['the same field', form, filled('senha=a&')],
  ['separators', form, filled('&')],
  ['equal signs', form, filled('=')],
  ['escapes', form, `nome=${filled('%41')}`],
  ['broken escapes', form, filled('%')],
  ['a value', form, `email=${filled('a')}`],
  ['parts', multipart, `${numbered((at) => partOf(`n${at}`, ''))}--x--\r\n`],
  ['almost boundaries', multipart, `${partOf('nome', filled('\r\n--', 250 * KB))}--x--\r\n`],
  ['a header without end', multipart, `--x\r\nContent-Disposition: form-data; ${filled('; ', 250 * KB)}`],
  ['headers', multipart, `--x\r\n${filled('Content-Disposition: form-data; name="a"\r\n', 250 * KB)}`],
  ['json', { 'Content-Type': 'application/json' }, filled('[')],
  ['text', { 'Content-Type': 'text/plain' }, filled('a=b&')],
  ['no type', {}, filled('a=b&')],
]

const patterns = routes.map(({ path }) => `/${path ?? ''}`)
const id = '0199f0aa-0000-7000-8000-000000000001'
const pathOf = (pattern: string) => pattern.replaceAll(/:\w+/g, id).replace('*', 'x')
/**
 * Routes with a form, which are those with an action that reads one. For a customer every path of the desk is the same
 * unknown path (desk/hidden.server.ts), so two of its screens are enough.
 */
const withAction: string[] = []
const account = { email: `${newId()}@exemplo.com.br`, password: 'Girassol@77' }
let customer: Browser
let cookie = ''

async function signIn(): Promise<void> {
  customer = await signedIn(web, account)
  cookie = [...customer.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

beforeAll(async () => {
  for (const pattern of patterns) {
    const module = (await allPages[pattern]?.()) as { action?: unknown } | undefined
    // Signing out would end the session that the other routes need; it reads no form.
    const isOfDesk = pattern.startsWith('/painel/') && pattern !== '/painel/pedidos/:id'
    if (module?.action && pattern !== '/sair' && !isOfDesk) withAction.push(pattern)
  }
  await web.app.identity.ensureAccounts([{ role: 'customer', ...account }])
  await signIn()
  // Compilation at the first request is not part of the attack's cost.
  for (const pattern of patterns) await send({ path: pathOf(pattern), headers: { Cookie: cookie } })
  for (const pattern of withAction)
    await send({ method: 'POST', path: pathOf(pattern), headers: { ...form, Cookie: cookie }, body: 'a=b' })
})

test('finds the routes with a form by itself', () => {
  expect(withAction).toEqual(
    expect.arrayContaining(['/auth', '/create-account', '/cpf-consult', '/payments']),
  )
  expect(withAction.length).toBeGreaterThan(20)
})

test.each(bodies)('%s: no form blocks the event loop', async (_name, headers, body) => {
  for (const pattern of withAction) {
    await holds({ method: 'POST', path: pathOf(pattern), headers: { ...headers, Cookie: cookie }, body })
  }
  await holds({ method: 'POST', path: '/auth', headers, body })
})

test('no field value blocks the event loop', async () => {
  const seen = new Set<string>()
  for (const pattern of withAction) {
    const html = await (await customer.get(pathOf(pattern))).text()
    const shown = [...html.matchAll(/<(?:input|select|textarea)[^>]*?\bname="([^"]+)"/g)]
    const intents = [...html.matchAll(/name="intent" value="([^"]+)"/g)].map(([, intent]) => intent ?? '')
    const names = [...new Set(shown.map(([, name]) => name ?? ''))].filter((name) => name !== 'intent')
    // The services share one form.
    const fieldset = [...names, ...intents].join()
    if (seen.has(fieldset)) continue
    seen.add(fieldset)
    for (const value of expensiveValues) {
      // As many fields as fit; a value is never cut, because its end is what makes it expensive.
      const fitting = Math.floor((250 * KB) / (encodeURIComponent(value).length + 40))
      for (const intent of new Set([...intents, ''])) {
        const fields = names.slice(0, Math.min(20, fitting)).map((name) => [name, value])
        const body = new URLSearchParams(intent ? [['intent', intent], ...fields] : fields).toString()
        await holds({ method: 'POST', path: pathOf(pattern), headers: { ...form, Cookie: cookie }, body })
      }
    }
  }
})

test('no field value blocks the event loop at the desk, where the team writes amounts, terms and words', async () => {
  const owner = await atDesk(web, 'owner')
  const ownerCookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const names = fieldsRead.filter((name) => name !== 'intent')
  // Of all values the one that a backtracking pattern takes longest for: there are hundreds of actions and fields.
  const value = `-${' '.repeat(9_990)}x`
  const groups = Array.from({ length: Math.ceil(names.length / 24) }, (_, at) =>
    new URLSearchParams(names.slice(24 * at, 24 * (at + 1)).map((name) => [name, value])).toString(),
  )
  let attacked = 0
  for (const { path = '' } of routes.filter(({ traits }) => traits.access === 'team')) {
    const page = (await allPages[`/${path}`]?.()) as { action?: { kinds?: object } } | undefined
    for (const intent of Object.keys(page?.action?.kinds ?? {})) {
      for (const fields of groups) {
        const headers = { ...form, Cookie: ownerCookie }
        await holds({ method: 'POST', path: pathOf(`/${path}`), headers, body: `intent=${intent}&${fields}` })
        attacked += 1
      }
    }
  }
  expect(attacked).toBeGreaterThan(100)
  // One of these forms ends the sessions of everybody.
  await signIn()
}, 120_000)

test.each(['‼', '…', '⁇', '⑴', 'ﷺ', '\u3000'])(
  'a received text of %s, which unfolds to more, does not block the event loop',
  async (sign) => {
    const run = sign.repeat(1_980)
    for (const recebido of [
      run,
      `${run}x`,
      `x${run}x`,
      `@${run}x`,
      `a@${run}x`,
      `https://a${run}x`,
      `a.b/${run}x`,
    ]) {
      const body = new URLSearchParams({ recebido }).toString()
      await holds({ method: 'POST', path: '/e-golpe', headers: form, body })
    }
  },
)

test.each([
  ['cookies', { Cookie: filled('a=b; ', 12 * KB) }],
  ['equal cookies', { Cookie: filled('rc_sessao=a.b; ', 12 * KB) }],
  ['a cookie', { Cookie: `rc_avisos=${filled('a.', 12 * KB)}` }],
  ['encodings', { 'Accept-Encoding': filled('br;q=0,', 12 * KB) }],
  ['addresses', { 'X-Forwarded-For': filled('1.1.1.1,', 12 * KB) }],
  ['a browser', { 'User-Agent': filled('Mozilla/5.0 (', 12 * KB) }],
  ['a referer', { Referer: `http://a/${filled('?', 12 * KB)}` }],
  ['a request id', { 'X-Request-Id': filled('a-', 12 * KB) }],
])('%s: no header blocks the event loop', async (_name, headers) => {
  for (const path of ['/', '/auth', '/payments', '/nada', '/assets/nada.js']) await holds({ path, headers })
})

test('no path and no query blocks the event loop', async () => {
  const long = 12 * KB
  for (const path of [
    `/${filled('a/', long)}`,
    `/${filled('%2e%2e/', long)}auth`,
    `/${filled('%41', long)}`,
    `/consulta/${filled('.', long)}`,
    `/webhooks/pix/${filled('/', long)}`,
    `/auth?${filled('a=b&', long)}`,
    `/auth?aba=${filled('%C3%A9', long)}`,
    `/service/clean-name?plano=${filled('-', long)}`,
    `/service/home-financing?valor=${filled('1.', long)}&prazo=${filled('9', 1000)}`,
    `/consulta/${id}.${filled('a', long)}`,
  ])
    await holds({ path })
  for (const [path, ...names] of [
    ['/tracking', 'q'],
    ['/account', 'aba', 'tipo', 'remover'],
    ['/payments', 'aba', 'todas'],
    ['/service/clean-name', 'plano'],
    ['/auth/confirmar', 'token'],
  ]) {
    for (const name of names)
      for (const value of expensiveValues) {
        const search = new URLSearchParams({ [name]: value }).toString().slice(0, long)
        await holds({ path: `${path}?${search}`, headers: { Cookie: cookie } })
      }
  }
}, 120_000)

test.each(['/webhooks/mercadopago?data.id=1', '/webhooks/pix?token=x'])(
  'no body of %s blocks the event loop, whoever sent it',
  async (path) => {
    for (const body of [filled('['), `{"pix":[${filled('{},')}{}]}`, `"${filled('a')}"`, filled('1')]) {
      const headers = { 'Content-Type': 'application/json', 'X-Signature': filled('ts=1,', 12 * KB) }
      await holds({ method: 'POST', path, headers, body })
    }
  },
)

test('no random form blocks the event loop', async () => {
  const piece = fc.constantFrom(
    '&',
    '=',
    '%',
    '%00',
    '+',
    ';',
    'a',
    'email',
    '\r\n',
    '--x',
    '"',
    'é',
    '\0',
    '[]',
  )
  const repeated = fc.tuple(piece, fc.integer({ min: 1, max: 20_000 }))
  const type = fc.constantFrom(
    ...[form, multipart, { 'Content-Type': 'multipart/form-data; boundary="--x"' }, {}],
  )
  await fc.assert(
    fc.asyncProperty(
      type,
      fc.array(repeated, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(
        '/auth',
        '/create-account',
        '/cpf-consult',
        '/service/clean-name',
        '/account/documentos',
      ),
      async (headers, pieces, path) => {
        const text = pieces.map(([one, count]) => one.repeat(count)).join('')
        const body = Buffer.from(text).subarray(0, 256 * KB)
        await holds({ method: 'POST', path, headers: { ...headers, Cookie: cookie }, body })
      },
    ),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 40) },
  )
})

test('files with expensive bytes and names are checked in linear time', async () => {
  const names = [
    filled('.', 4_000),
    `${filled('. ', 4_000)}x`,
    filled('%22', 4_000),
    filled('\u0301\u0316', 4_000),
  ]
  const contents = [
    `\xff\xd8\xff${filled('\xd9', 250 * KB)}`,
    `\xff\xd8\xff${filled('\xff', 250 * KB)}`,
    `%PDF-${filled('<!doctype ', 250 * KB)}`,
    filled('<', 250 * KB),
  ]
  for (const name of names) {
    for (const content of contents) {
      const head = `--x\r\nContent-Disposition: form-data; name="documentos"; filename="${name}"\r\n\r\n`
      const body = Buffer.concat([
        Buffer.from(head),
        Buffer.from(content, 'latin1').subarray(0, 248 * KB),
        Buffer.from('\r\n--x--\r\n'),
      ])
      const headers = { ...multipart, Cookie: cookie, Accept: 'application/json' }
      await holds({ method: 'POST', path: '/account/documentos', headers, body })
    }
  }
})

test('the customer of all these requests is still signed in', async () => {
  expect((await customer.get('/account')).status).toBe(200)
})
