// Databases: postgres. Data that the screens of a big shop read, according to the query plans of the production planner.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEED_PASSWORD, seedShop } from '../../../scripts/seed/seed-shop.ts'
import { regularEmail, tourOf, type Visit } from '../../../scripts/seed/tour.ts'
import { periodOf } from '../../../src/modules/numbers/public.ts'
import { breachesOfBooks } from '../../../src/modules/payments/books/check-books.ts'
import routes from '../../../src/web/routes.ts'
import { atDesk, signedIn } from '../../support/desk.ts'
import { allPages, type Browser, webWith } from '../../support/web.ts'

const web = webWith(allPages)

/**
 * Maximum number of rows of a large table that one step of a plan may read, whatever the size of the shop: lists are pages,
 * counts end at a limit.
 */
const maxRows = 1_100
/**
 * A table with more rows than this is large: it grows with the shop. The daily figures do not: they grow with the days that are
 * viewed.
 */
const large = 900

interface Asked {
  text: string
  values: unknown[]
}

const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
let asked: Asked[] | undefined
let tour: Record<string, Visit[]>
let largeTables: Set<string>
let planner: pg.Client
const browsers = {} as Record<Visit['by'], Browser>
const ask = async (text: string, values?: unknown[]) =>
  (await web.database.$client.query(text, values)).rows as never

beforeAll(async () => {
  const url = web.database.$client.options.connectionString ?? ''
  await seedShop({
    url,
    orders: 2_500,
    now: new Date('2026-03-02T12:00:00Z'),
    encryptionKey: 'ab'.repeat(32),
  })
  tour = await tourOf(ask)
  planner = new pg.Client({ connectionString: url })
  await planner.connect()
  await planner.query('set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off')
  largeTables = new Set(
    (
      (await ask(
        `select relname from pg_class where relkind = 'r' and reltuples > ${large} and relname <> 'daily_figures'`,
      )) as {
        relname: string
      }[]
    ).map(({ relname }) => relname),
  )
  browsers.team = await atDesk(web, 'owner')
  browsers.customer = await signedIn(web, { email: await regularEmail(ask), password: SEED_PASSWORD })
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [config, values] = args as [string | { text?: string; values?: unknown[] }, unknown[] | undefined]
    const text = typeof config === 'string' ? config : config.text
    const given = values ?? (typeof config === 'string' ? undefined : config.values)
    if (text) asked?.push({ text, values: given ?? [] })
    return query.apply(this, args)
  } as typeof pg.Client.prototype.query
}, 120_000)

afterAll(async () => {
  await planner.end()
  pg.Client.prototype.query = query as typeof pg.Client.prototype.query
})

test('the books of a seeded shop balance, and a tenth of its orders have an open obligation', async () => {
  expect(await breachesOfBooks(web.database)).toEqual([])
  const { kinds } = await web.app.backoffice.countQueue({ role: 'owner' })
  expect(Object.values(kinds).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(250)
})

test('an order in progress is due on the day of its current step', async () => {
  const [counted] = (await ask(
    `select count(*)::int as orders, count(*) filter (where o.due_on is distinct from s.due_on)::int as others
     from orders o join lateral (select due_on from order_steps where order_id = o.id and not completed
       order by step_number limit 1) s on true where o.status in ('paid', 'in_progress')`,
  )) as { orders: number; others: number }[]
  expect(counted?.orders).toBeGreaterThan(20)
  expect(counted?.others).toBe(0)
})

test('the numbers match the ledger and the rows, day by day and in total', async () => {
  const period = periodOf({ name: 'custom', from: '2025-12-20', to: '2026-02-20', month: null }, '2026-03-02')
  const numbers = await web.app.numbers.readNumbers({ period })
  const one = async (text: string) => ((await ask(text)) as Record<string, number>[])[0] ?? {}
  const ledger = (kind: string, from: string, to: string) =>
    one(`select coalesce(sum(amount), 0)::int as sum from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where t.kind = '${kind}' and t.day between '${from}' and '${to}' and account like 'provider:%'`)
  for (const { from, to, received, returned, fees } of numbers.parts) {
    expect([from, received]).toEqual([from, (await ledger('receipt', from, to)).sum])
    expect([from, returned]).toEqual([from, 0 - Number((await ledger('refund', from, to)).sum)])
    expect([from, fees]).toEqual([from, 0 - Number((await ledger('fee', from, to)).sum)])
  }
  expect(numbers.parts.length).toBeGreaterThan(8)
  const { from, to, previous } = period
  expect(numbers.money.received).toEqual({
    now: (await ledger('receipt', from, to)).sum,
    before: (await ledger('receipt', previous.from, previous.to)).sum,
  })
  const day = (column: string) =>
    `(${column} at time zone 'America/Sao_Paulo')::date between '${from}' and '${to}'`
  expect(numbers.sales.now).toEqual(
    await one(
      `select count(*)::int as count, sum(service_price)::int as amount from orders where ${day('created_at')}`,
    ),
  )
  expect(numbers.promises.map(({ now }) => now)).toEqual([
    await one(`select count(*) filter (where contacted_at <= contact_due_at)::int as kept,
        count(*) filter (where contacted_at > contact_due_at)::int as late, count(*) filter (where contacted_at is null)::int as broken
      from orders where ${day('contact_due_at')} and (contacted_at is not null or status <> 'cancelled')`),
    await one(`select count(*) filter (where delivered_at <= promised_at)::int as kept,
        count(*) filter (where delivered_at > promised_at)::int as late, count(*) filter (where delivered_at is null)::int as broken
      from consultations where ${day('promised_at')} and status in ('paid', 'delivered')`),
    await one(`select count(*) filter (where ${day('completed_date').replace(/::date.*/, '')}::date <= s.due_on)::int as kept,
        count(*) filter (where ${day('completed_date').replace(/::date.*/, '')}::date > s.due_on)::int as late,
        count(*) filter (where not completed)::int as broken
      from order_steps s join orders o on o.id = s.order_id
      where s.due_on between '${from}' and '${to}' and (completed or o.status not in ('cancelled', 'on_hold'))`),
  ])
  const due =
    await one(`select sum(amount)::int as due, sum(amount) filter (where status = 'pending')::int as open
    from payments where due_date between '${from}' and '${to}' and status in ('pending', 'paid')`)
  const sum = (of: 'due' | 'open') => numbers.plans.reduce((total, plan) => total + plan[of].amount, 0)
  expect({ due: sum('due'), open: sum('open') }).toEqual(due)
})

test('the tour visits every screen of the desk', () => {
  const screens = routes.filter(({ traits, file }) => traits.access === 'team' && file.endsWith('.tsx'))
  const own = Object.keys(tour).filter((pattern) => pattern.startsWith('painel'))
  expect(own.toSorted()).toEqual(screens.map(({ path }) => path ?? '').toSorted())
})

test('no desk screen, search or customer list reads much of a large table', {
  timeout: 120_000,
}, async () => {
  const findings: string[] = []
  const planned = new Set<string>()
  for (const visit of Object.values(tour).flat()) {
    asked = []
    const browser = browsers[visit.by]
    const response = visit.form ? await browser.post(visit.path, visit.form) : await browser.get(visit.path)
    await response.text()
    const queries = asked
    asked = undefined
    expect([visit.name, response.status]).toEqual([visit.name, 200])
    for (const query of queries) {
      const key = JSON.stringify(query)
      if (
        planned.has(key) ||
        !/^\s*(?:select|with)\b/i.test(query.text) ||
        /\bfor (?:no key )?update\b/i.test(query.text)
      )
        continue
      planned.add(key)
      for (const finding of await findingsOf(query))
        findings.push(`${visit.name}: ${finding}\n  ${query.text.slice(0, 300)}`)
    }
  }
  expect(planned.size).toBeGreaterThan(100)
  expect(findings).toEqual([])
})

test('hourly and scraped figures read the daily figures instead of a large table', async () => {
  asked = []
  await web.app.payments.jobs['payments.check-recent-books'].run()
  const { received, overdue } = await web.app.payments.totals(web.database, { today: '2026-03-02' })
  const queries = asked.filter(({ text }) => /^\s*(?:select|with)\b/i.test(text))
  asked = undefined
  expect(queries.length).toBeGreaterThan(6)
  expect((await Promise.all(queries.map(findingsOf))).flat()).toEqual([])
  const [rows] = (await ask(`select
    (select sum(amount)::int from provider_payments where received_at is not null) as received,
    (select sum(amount)::int from payments where status = 'pending' and due_date < '2026-03-02') as overdue`)) as [
    { received: number; overdue: number },
  ]
  expect(received.reduce((sum, { centavos }) => sum + centavos, 0)).toBe(rows.received)
  expect(overdue.centavos).toBe(rows.overdue)
})

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

/**
 * Runs a plan and returns where it reads too much. With scans and joins of whole tables disabled, the planner takes any index
 * that serves the query, as in a big shop; an index that does not serve it is read completely, which the number of rows shows.
 */
async function findingsOf({ text, values }: Asked): Promise<string[]> {
  const { rows } = await planner.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
    `explain (analyze, timing off, format json) ${text}`,
    values,
  )
  const found: string[] = []
  const walk = (node: Node) => {
    const table = node['Relation Name']
    const rows =
      (node['Actual Rows'] +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops']
    if (table && largeTables.has(table)) {
      if (node['Node Type'] === 'Seq Scan') found.push(`scans all of ${table}`)
      else if (rows > maxRows) found.push(`reads ${rows} rows of ${table}`)
    }
    for (const plan of node.Plans ?? []) walk(plan)
  }
  for (const row of rows) for (const { Plan } of row['QUERY PLAN']) walk(Plan)
  return found
}
