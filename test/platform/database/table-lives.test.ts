// Databases: postgres
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { retention } from '../../../src/core/retention.ts'
import { tableLives } from '../../../src/platform/database/table-lives.ts'
import { deleteOldEvents } from '../../../src/platform/events/delete-old-events.ts'
import { newId } from '../../../src/platform/ids.ts'
import { webWith } from '../../support/web.ts'

const web = webWith({})
const day = 86_400_000
const query = (text: string, values: unknown[] = []) => web.app.database.$client.query(text, values)

test('every table of the schema has its growth and its end in the list, and the list has no other', async () => {
  const { rows } = await query(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  )
  expect(Object.keys(tableLives).sort()).toEqual(rows.map(({ name }) => name).sort())
})

test('whatever ends a table’s rows is an existing job, or a row that deletes them by cascade', async () => {
  const { rows } = await query(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint where contype = 'f'`,
  )
  const parents = new Set(rows.map(({ child, parent }) => `${child} ${parent}`))
  for (const [name, { end }] of Object.entries(tableLives)) {
    if ('job' in end) expect(web.app.jobs, name).toHaveProperty([end.job])
    if ('with' in end) expect(parents, name).toContain(`${name} ${end.with}`)
  }
})

test('each table has its customer or a foreign key that leads there, except the shop’s own', async () => {
  const columns = await query(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'user_id'",
  )
  const { rows: keys } = await query(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint where contype = 'f'`,
  )
  const reached = new Set(['users', ...columns.rows.map(({ name }) => name)])
  for (let before = 0; before < reached.size; ) {
    before = reached.size
    for (const { child, parent } of keys) if (reached.has(parent)) reached.add(child)
  }
  expect(Object.keys(tableLives).filter((name) => !reached.has(name))).toEqual(ofTheShop)
})

test('each job reads or changes the tables that it ends', async () => {
  // The job looks for documents of customers whose services ended.
  await endedOrder(new Date(web.app.clock.now().getTime() - (retention.documentDays + 1) * day))
  const asked: string[] = []
  const original = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [first] = args
    asked.push(typeof first === 'string' ? first : (first as { text: string }).text)
    return Reflect.apply(original, this, args)
  })
  const missed: string[] = []
  for (const [name, { end }] of Object.entries(tableLives)) {
    if (!('job' in end)) continue
    asked.length = 0
    await runJob(end.job)
    if (!asked.some((text) => new RegExp(`(from|update) "?${name}\\b`).test(text)))
      missed.push(`${end.job}: ${name}`)
  }
  spy.mockRestore()
  expect(missed).toEqual([])
})

test('old events are deleted with their deliveries, except those that wait in an outbox or a queue', async () => {
  const now = web.app.clock.now()
  const [old, young] = [new Date(now.getTime() - 100 * day), new Date(now.getTime() - 80 * day)]
  const [gone, waiting, queued, recent] = [newId(), newId(), newId(), newId()]
  for (const [id, at, since] of [
    [gone, old, null],
    [waiting, old, old],
    [queued, old, null],
    [recent, young, null],
  ] as const) {
    await query(
      "insert into events (id, type, payload, occurred_at, waiting_since) values ($1, 'contract.accepted', '{}', $2, $3)",
      [id, at, since],
    )
    await query("insert into event_deliveries (event_id, listener, delivered_at) values ($1, 'x', $2)", [
      id,
      at,
    ])
  }
  await query("insert into pgboss.job (name, data) values ('dead-letters', $1)", [
    JSON.stringify({ eventId: queued }),
  ])
  expect(await deleteOldEvents(web.app.database, new Date(now.getTime() - retention.eventDays * day))).toBe(1)
  const left = await query('select id from events where id = any($1)', [[gone, waiting, queued, recent]])
  expect(left.rows.map(({ id }) => id).sort()).toEqual([waiting, queued, recent].sort())
  const deliveries = await query('select 1 from event_deliveries where event_id = $1', [gone])
  expect(deliveries.rowCount).toBe(0)
})

test('processed notices are deleted after their time; unprocessed ones stay', async () => {
  const old = new Date(web.app.clock.now().getTime() - (retention.noticeDays + 1) * day)
  const [done, open] = [newId(), newId()]
  for (const [id, processedAt] of [
    [done, old],
    [open, null],
  ] as const) {
    await query(
      `insert into provider_events (id, provider, delivery_key, kind, data_id, received_at, processed_at)
       values ($1, 'mercado-pago', $4, 'payment', '1', $2, $3)`,
      [id, old, processedAt, id],
    )
  }
  await runJob('payments.erase-raw')
  const { rows } = await query('select id from provider_events where id = any($1)', [[done, open]])
  expect(rows).toEqual([{ id: open }])
})

async function runJob(name: string): Promise<void> {
  const job = (web.app.jobs as Record<string, { run: (data: never) => Promise<void> } | undefined>)[name]
  if (!job) throw new Error(`there is no job ${name}`)
  await job.run({} as never)
}

async function endedOrder(at: Date): Promise<void> {
  const userId = newId()
  await query('insert into users (id, email, created_at) values ($1, $2, $3)', [
    userId,
    `${userId}@exemplo.com.br`,
    at,
  ])
  await query(
    `insert into orders (id, user_id, service_id, plan_id, service_title, service_price, payment_type, status, progress,
       delivery_days, delivery_kind, delivery_date, created_at, updated_at)
     values ($1, $2, 'clean-name', 'a-vista', 'Limpeza de Nome', 150000, 'PIX', 'completed', 100, 30, 'calendarDays', $3::date, $3, $3)`,
    [newId(), userId, at.toISOString()],
  )
}

/** Tables without a customer. docs/scale.md relies on this list. */
const ofTheShop = [
  ...[
    'sign_ups',
    'rate_limits',
    'visit_counts',
    'security_counts',
    'catalogue_versions',
    'acceptance_chains',
    'seal_certificates',
    'acceptance_checks',
    'acceptance_breaches',
  ],
  ...[
    'ledger_transactions',
    'ledger_entries',
    'daily_closes',
    'provider_cursors',
    'provider_events',
    'raw_payments',
  ],
  ...[
    'receipt_numbers',
    'channel_addresses',
    'channel_refusals',
    'whatsapp_templates',
    'privacy_links',
    'audit_log',
    'audit_head',
    'audit_checks',
    'desk_presence',
    'obligation_states',
  ],
  ...[
    'team_invitations',
    'events',
    'event_deliveries',
    'operation_alerts',
    'sealing_gate',
    'key_canaries',
    'daily_figures',
  ],
  ...['figure_marks', 'figure_sources'],
]
