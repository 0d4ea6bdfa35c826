// Databases: postgres. The query plans are those of the production planner.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { until } from '../../modules/payments/payments-harness.ts'
import { type CustomerTable, customerTables, unboundTables } from '../../support/customer-key.ts'
import { restorableDatabase } from '../../support/restorable-database.ts'
import { type Shop, startShop, type Viewer } from '../../support/shop.ts'
import { Browser, handlerOf } from '../../support/web.ts'

/**
 * Statements of the hot paths that are not bound to a customer, by their query text, with the reason. Each must occur: one that
 * no longer occurs is removed from the list. docs/scale.md relies on it.
 */
const acrossCustomers: readonly { asks: RegExp; because: string }[] = [
  {
    asks: /update "messages" set taken_at = now\(\)/,
    because: 'an outbox: a worker takes what waits wherever it is, and each node has its own',
  },
  {
    asks: /"set_aside_payments"\."provider" = \$\d+ and "set_aside_payments"\."provider_id" = any/,
    because:
      'a payment that could not be booked is known by the id that its provider gave it, before by its charge',
  },
]

const pages = {
  '/payments': () => import('../../../src/web/routes/payments/payments.tsx'),
  '/payment': () => import('../../../src/web/routes/payments/payment.tsx'),
  '/tracking': () => import('../../../src/web/routes/orders/tracking.tsx'),
}
const password = 'Girassol@77'

const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
let asked: { text: string; values: unknown[] }[] | undefined
let shop: Shop
let planner: pg.Client
let tables: Map<string, CustomerTable>

beforeAll(async () => {
  shop = await startShop({ restorable: await restorableDatabase() })
  planner = new pg.Client({ connectionString: shop.database.$client.options.connectionString })
  await planner.connect()
  tables = await customerTables(planner)
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [config, values] = args as [string | { text?: string; values?: unknown[] }, unknown[] | undefined]
    const text = typeof config === 'string' ? config : config.text
    const given = values ?? (typeof config === 'string' ? undefined : config.values)
    if (text && this !== planner) asked?.push({ text, values: given ?? [] })
    return query.apply(this, args)
  } as typeof pg.Client.prototype.query
}, 240_000)

afterAll(async () => {
  pg.Client.prototype.query = query as typeof pg.Client.prototype.query
  await planner.end()
  await shop.close()
})

test.each([
  ['select * from orders where user_id = $1', []],
  ['select o.id from orders o join payments p on p.order_id = o.id where p.user_id = $1', []],
  [
    'select c.file_id from order_steps s join step_completions c using (order_id, step_number) where s.order_id = $1',
    [],
  ],
  ['update payments set status = status where order_id in (select id from orders where user_id = $1)', []],
  ["select * from payments where status = 'pending' and due_date < now() and user_id <> $1", ['payments']],
  ["select * from orders where user_id = $1 or status = 'paid'", ['orders']],
  ['select * from orders where user_id <> $1', ['orders']],
  ['select * from orders o, payments p where o.user_id = $1 and p.amount = o.service_price', ['payments']],
  [
    'select 1 from payments p where exists (select from orders o where o.id = p.order_id) and $1::uuid is not null',
    ['orders', 'payments'],
  ],
  ['delete from payments using orders where orders.id = $1 and payments.number = 1', ['payments']],
])('finds %s unbound in %j', async (text, expected) => {
  const unbound = await unboundTables(planner, { text, values: [newId()], tables })
  expect(unbound.toSorted()).toEqual(expected)
})

test('a customer’s requests touch only that customer’s rows', async () => {
  // Rows of another customer are present too.
  const other = await customer('Bruna Lima')
  await buyAndLook(other)
  const viewer = await customer('Ana Souza')
  asked = []
  await buyAndLook(viewer)
  const statements = new Map(asked.map((each) => [each.text, each]))
  asked = undefined
  expect(JSON.stringify([...statements.values()].map(({ values }) => values))).not.toContain(other.id)

  const crossing: string[] = []
  const excepted = new Set<RegExp>()
  let bound = 0
  for (const { text, values } of statements.values()) {
    if (!/^\s*(?:select|with|insert|update|delete)\b/i.test(text) || text.includes('pgboss.')) continue
    const unbound = await unboundTables(planner, { text, values, tables })
    const exception = acrossCustomers.find(({ asks }) => asks.test(text))
    if (unbound.length === 0) bound++
    else if (exception) excepted.add(exception.asks)
    else crossing.push(`${unbound.join(', ')}: ${text}`)
  }
  expect(crossing).toEqual([])
  expect(acrossCustomers.filter(({ asks }) => !excepted.has(asks))).toEqual([])
  expect(bound).toBeGreaterThan(60)
})

/** Chooses, signs, views what is owed, pays by Pix, is settled by the provider's notice, and views it again. */
async function buyAndLook(viewer: Viewer): Promise<void> {
  const orderId = await shop.hire(viewer, 'mensal-12x')
  await shop.work()
  const look = await browserOf(viewer)
  await look('/payments')
  const [entry] = await shop.openInstalments(orderId)
  const { reference } = await shop.charge(viewer, [entry?.id ?? ''])
  await look('/payment')
  await shop.simulator.act(reference, 'approve')
  await until(
    async () => (await shop.query('select 1 from provider_events where processed_at is null')).length > 0,
  )
  await shop.work()
  expect(await shop.openInstalments(orderId)).toHaveLength(12)
  await look('/payments')
  await look('/tracking')
}

async function customer(nome: string): Promise<Viewer> {
  const email = `${newId()}@exemplo.com.br`
  await shop.app.identity.ensureAccounts([{ role: 'customer', email, password }])
  const [account] = await shop.query<{ id: string }>('select id from users where email = $1', [email])
  return { id: account?.id ?? '', email, nome, documento: '52998224725' }
}

/** Returns a browser in which an account with that address is signed in. */
async function browserOf({ email }: Viewer): Promise<(path: string) => Promise<void>> {
  const signedIn = await shop.app.identity.signIn({
    email,
    password,
    ip: '203.0.113.9',
    userAgent: 'Mozilla/5.0',
  })
  if (!signedIn.ok) throw new Error(signedIn.code)
  const handle = await handlerOf(shop.app, pages)
  const browser = new Browser((request) => handle(request, { address: '203.0.113.9' }))
  const [name = '', value = ''] = signedIn.value.setCookie.split(';')[0]?.split(/=(.*)/s) ?? []
  browser.cookies.set(name, value)
  return async (path) => {
    const page = await browser.get(path)
    expect([path, page.status]).toEqual([path, 200])
    await page.text()
  }
}
