// Databases: one. The measured work is that of this process, independent of the database.
import { request as httpRequest } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import {
  openAcceptance,
  type SealedAcceptance,
  sealAcceptance,
} from '../../src/modules/contracting/sealed-contracts.server.ts'
import { newId } from '../../src/platform/ids.ts'
import { createCipher } from '../../src/platform/storage/cipher.ts'
import routes from '../../src/web/routes.ts'
import { atDesk, signedIn } from '../support/desk.ts'
import { serverOf } from '../support/http.ts'
import { minLongestTurn } from '../support/processor-time.ts'
import { allPages, type Browser, publicUrl, webWith } from '../support/web.ts'

/**
 * Signing two thousand contracts, which costs nothing, does not block the server: no page, no file and no form about that
 * account blocks the event loop for 50 ms. Measured as in event-loop.test.ts, turn by turn: what is written in pieces may
 * take longer in all.
 */
const budgetMs = 50
const ordersSigned = 2_000
const rowsSigned = 21 * ordersSigned

const web = webWith(allPages)
/** As the application of the test seals. */
const sealing = { cipher: createCipher('ab'.repeat(32)), isDue: () => true }
const server = serverOf(web)
const account = { email: `${newId()}@exemplo.com.br`, password: 'Girassol@77' }
let userId = ''
let orderId = ''
let instalmentId = ''
let customer = ''
let owner = ''

const cookieOf = ({ cookies }: Browser) => [...cookies].map((pair) => pair.join('=')).join('; ')

interface Asked {
  path: string
  cookie: string
  body?: string
}

/** @param read collects the body; otherwise it is thrown away, which takes no time of the measured thread */
function send({ path, cookie, body }: Asked, read: (chunk: Buffer) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(
      {
        ...{ host: '127.0.0.1', port: server.port(), path, method: body === undefined ? 'GET' : 'POST' },
        headers: {
          ...{ Host: 'localhost:3000', Origin: publicUrl, Cookie: cookie },
          ...(body !== undefined && {
            'Content-Type': 'application/x-www-form-urlencoded',
            'Content-Length': Buffer.byteLength(body),
          }),
        },
      },
      (response) => {
        response.on('data', read)
        response.on('error', reject)
        response.on('end', () => resolve(response.statusCode ?? 0))
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

async function get(path: string): Promise<string> {
  const chunks: Buffer[] = []
  expect(await send({ path, cookie: customer }, (chunk) => chunks.push(chunk))).toBe(200)
  return Buffer.concat(chunks).toString().replaceAll('<!-- -->', '')
}

async function isShort(asked: Asked): Promise<void> {
  const ms = await minLongestTurn(budgetMs, async () => {
    expect(await send(asked, () => {}), asked.path).toBeLessThan(500)
  })
  expect.soft(ms, asked.path).toBeLessThan(budgetMs)
}

async function sign(): Promise<string> {
  const { app } = web
  const viewer = { id: userId, email: account.email, nome: 'Ana Souza', documento: '52998224725' }
  const draft = await app.contracting.startHiring({
    ...{ serviceId: 'clean-name', planId: 'semanal-20x', viewer },
    ...{ name: 'Ana Souza', cpf: '529.982.247-25', phone: '(48) 99999-1234' },
  })
  if (!draft.ok) throw new Error(draft.code)
  const signed = await app.contracting.acceptContract({
    ...{ draftId: draft.value.draftId, viewer, ticked: ['Li e aceito.'] },
    evidence: { ip: '203.0.113.7', userAgent: 'Navegador de teste' },
  })
  if (!signed.ok) throw new Error(signed.code)
  return signed.value.orderId
}

/** The columns with the ids of an order and of its rows; each table after those that it refers to. */
const tablesOfOrder = {
  orders: ['id'],
  hiring_drafts: ['id', 'order_id'],
  order_steps: ['order_id'],
  payments: ['id', 'order_id'],
  contract_acceptances: ['id', 'draft_id', 'order_id'],
  messages: ['id', 'order_id'],
}
/** What else is there once. */
const uniqueOfCopy: Readonly<Record<string, string>> = {
  orders: `jsonb_build_object('number', '')`,
  payments: `jsonb_build_object('external_reference', md5(row.external_reference || n))`,
  contract_acceptances: `jsonb_build_object('position', 1000 + n, 'record_hash', md5(row.id::text || n))`,
}

/**
 * Copies a signed order with its rows, as if its customer had signed it again and again, which would take the product half a minute. The
 * sealed text of each contract is sealed for its own record, and its evidence is not linked: nothing here verifies it.
 */
async function copyOrder(count: number): Promise<void> {
  const { $client } = web.database
  for (const [table, ids] of Object.entries(tablesOfOrder)) {
    const changes = ids.map((id) => `'${id}', md5(row.${id}::text || n)::uuid`).join(', ')
    const unique = uniqueOfCopy[table] ?? `'{}'::jsonb`
    await $client.query(
      `insert into ${table} select copy.* from ${table} row, generate_series(1, ${count}) n,
         jsonb_populate_record(row, jsonb_build_object(${changes}) || ${unique}) copy
       where row.${table === 'orders' ? 'id' : 'order_id'} = $1`,
      [orderId],
    )
  }
  const { rows } = await $client.query<SealedAcceptance & { orderId: string }>(
    'select id, order_id as "orderId", text, party, sealed from contract_acceptances',
  )
  const signed = rows.find((row) => row.orderId === orderId)
  if (!signed) throw new Error('no contract')
  const { text, party } = openAcceptance(signed, sealing)
  const copies = rows.filter(({ id }) => id !== signed.id).map(({ id }) => id)
  await $client.query(
    'update contract_acceptances set sealed = copy.sealed from unnest($1::uuid[], $2::bytea[]) copy (id, sealed) where contract_acceptances.id = copy.id',
    [copies, copies.map((id) => sealAcceptance(sealing, { id, text, party }).sealed)],
  )
}

beforeAll(async () => {
  const { app, database } = web
  await app.identity.ensureAccounts([{ role: 'customer', ...account }])
  userId = (await app.identity.accountOf(database, account.email))?.userId ?? ''
  orderId = await sign()
  await copyOrder(ordersSigned - 1)
  instalmentId = (await app.payments.ofOrder({ orderId }))[0]?.id ?? ''
  await database.$client.query('analyze')
  customer = cookieOf(await signedIn(web, account))
  owner = cookieOf(await atDesk(web, 'owner'))
}, 300_000)

const pathOf = (pattern: string) =>
  pattern
    .replace(':instalmentId', instalmentId)
    .replace(/:orderId|(?<=pedidos\/):id/, orderId)
    .replace(/(?<=clientes\/):id/, userId)
    .replaceAll(/:\w+/g, orderId)
    .replace('*', 'x')

/** The pages about an account, and its files: without what does not end. */
const isAbout = (pattern: string) =>
  /^(?:account|payments?|tracking|contract|painel\/(?:clientes|pedidos))(?:$|\/)/.test(pattern) &&
  !/eventos/.test(pattern)

test('no page and no file about the account blocks the event loop', async () => {
  const paths = routes.map(({ path }) => path ?? '').filter(isAbout)
  expect(paths.length).toBeGreaterThan(25)
  for (const path of paths)
    await isShort({ path: pathOf(`/${path}`), cookie: path.startsWith('painel') ? owner : customer })
}, 300_000)

test('no page with filters or page numbers blocks the event loop', async () => {
  for (const path of [
    '/payments?todas=1',
    '/payments?pagina=200',
    '/payments?pagina=100000',
    '/payments?aba=pagas&todas=1',
    '/tracking?q=RC',
    '/tracking?q=limpeza&pagina=100',
    '/account?aba=cadastro',
    '/account?aba=trocar-senha',
    '/account/privacidade?copia=1',
    '/account/privacidade?apagar=1',
  ])
    await isShort({ path, cookie: customer })
}, 300_000)

test('no form of these pages blocks the event loop', async () => {
  const some = (await web.app.payments.pendingOf({ userId, limit: 200 })).map(({ id }) => ['paymentIds', id])
  const ticked = (intent: string) => new URLSearchParams([['intent', intent], ...some]).toString()
  await isShort({ path: '/payments', cookie: customer, body: ticked('sum') })
  await isShort({ path: '/payments?pagina=7', cookie: customer, body: ticked('sum') })
  await isShort({ path: '/account/privacidade', cookie: customer, body: 'intent=erasure&entendi=1' })
}, 300_000)

test('every order is reachable through pages and the export', async () => {
  const first = await get('/payments')
  expect(first).toContain('Pedidos 1 a 10 de 2.000')
  expect(first).toContain('href="/payments?pagina=2"')
  const last = await get('/payments?pagina=200')
  expect(last).toContain('Pedidos 1.991 a 2.000 de 2.000')
  expect(last).not.toContain('href="/payments?pagina=201"')

  const found = new Set<string>()
  for (let page = 1; page <= ordersSigned / 20; page++) {
    for (const [number] of (await get(`/tracking?pagina=${page}`)).matchAll(/RC-[2-9B-Z]{5,}/g))
      found.add(number)
  }
  expect(found.size).toBe(ordersSigned)

  const text = await get('/account/privacidade/arquivo')
  const { dados } = JSON.parse(text) as { dados: { tipo: string; registros: { id: string }[] }[] }
  const of = (kind: string) => dados.find(({ tipo }) => tipo === kind)?.registros ?? []
  expect(of('contract')).toHaveLength(ordersSigned)
  // And the payment schedule that was opened.
  expect(of('order')).toHaveLength(ordersSigned + rowsSigned + 1)
  expect(new Set(of('order').map(({ id }) => id)).size).toBe(ordersSigned + rowsSigned + 1)
}, 300_000)

/** Begins a download, and goes away with its first bytes. */
function goAway(): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest({
      ...{ host: '127.0.0.1', port: server.port(), path: '/account/privacidade/arquivo' },
      headers: { Host: 'localhost:3000', Cookie: customer, 'Accept-Encoding': 'gzip' },
    })
    asked.on('response', (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${response.statusCode}`))
      response.once('data', () => {
        asked.destroy()
        resolve()
      })
    })
    asked.on('error', () => resolve())
    asked.end()
  })
}

test('an aborted download frees its slot for the next one', async () => {
  // Four copies at once are the most.
  for (let tries = 0; tries < 6; tries++) await expect.poll(goAway).toBeUndefined()
  await expect
    .poll(() => get('/account/privacidade/arquivo').then((text) => text.length))
    .toBeGreaterThan(10_000_000)
}, 60_000)

test('no page blocks the event loop once everything is paid', async () => {
  const { $client } = web.database
  const paymentId = newId()
  await $client.query(
    `insert into provider_payments (id, provider, provider_id, method, state, status, amount, refunded, fee,
       approved_at, received_at, created_at, updated_at)
     select $2, 'mercado-pago', 'all', 'pix', 'approved', 'approved', sum(amount), 0, 0, now(), now(), now(), now()
       from payments where user_id = $1`,
    [userId, paymentId],
  )
  await $client.query(
    `update payments set status = 'paid', payment_date = now(), paid_amount = amount, paid_with = $2 where user_id = $1`,
    [userId, paymentId],
  )
  for (const path of [
    '/payments',
    '/payments?aba=pagas',
    '/payments?aba=pagas&todas=1&pagina=200',
    '/tracking',
  ])
    await isShort({ path, cookie: customer })
}, 300_000)
