// Databases: postgres. Queries the planner of the database that big shops have.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newestLink } from '../../../src/modules/consultations/links-store.server.ts'
import { lookupObligations } from '../../../src/modules/consultations/obligations.ts'
import { keptSince, versionsOf, viewsOf } from '../../../src/modules/consultations/results-store.server.ts'
import { lookupsForTeam } from '../../../src/modules/consultations/team-lookups.ts'
import { openRequestsOf } from '../../../src/modules/documents/requests-store.server.ts'
import { listDocuments } from '../../../src/modules/documents/store.server.ts'
import { documentsForTeam, reviewObligations } from '../../../src/modules/documents/team-documents.ts'
import {
  countChannelWaiting,
  countDue,
  readWaitingQueue,
} from '../../../src/modules/notifications/channel-refusals-store.server.ts'
import { countOutage, outagePosition } from '../../../src/modules/notifications/outage-store.server.ts'
import { selectMessagePage, selectRecentMessages } from '../../../src/modules/notifications/store.server.ts'
import { selectUnusedFiles } from '../../../src/modules/orders/completions-store.server.ts'
import { selectDeskSteps, selectListed } from '../../../src/modules/orders/desk-store.server.ts'
import { selectEvents } from '../../../src/modules/orders/events-store.server.ts'
import { countObligations, selectObligations } from '../../../src/modules/orders/obligations-store.server.ts'
import { selectOrders, stepsOf, versionOfOrders } from '../../../src/modules/orders/store.server.ts'
import {
  chargesToCheck,
  chargesToReview,
  knownCharges,
  lockReportedCharge,
} from '../../../src/modules/payments/charges/store.server.ts'
import {
  creditsToDecide,
  instalmentsUnderReview,
  lockOpenCreditsOf,
} from '../../../src/modules/payments/credits/store.server.ts'
import { openChargeFor } from '../../../src/modules/payments/instalments/charge-lines-store.server.ts'
import {
  instalmentsOfOrder,
  instalmentsPaidWith,
  paidOfUser,
  pendingOfUser,
} from '../../../src/modules/payments/instalments/store.server.ts'
import {
  knownPayments,
  paymentsToReview,
  receivedBetween,
} from '../../../src/modules/payments/payments/store.server.ts'
import type { PaymentReport } from '../../../src/modules/payments/ports.ts'
import { activeRefundsOf } from '../../../src/modules/payments/refunds/store.server.ts'
import { eventsWaiting } from '../../../src/modules/payments/settlement/inbox-store.server.ts'
import { selectSentOffers } from '../../../src/modules/proposals/custom-offers-store.server.ts'
import {
  type Database,
  type Executor,
  openDatabase,
  type Transaction,
} from '../../../src/platform/database/database.ts'
import { createCipher } from '../../../src/platform/storage/cipher.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

let source: TestDatabase
let filled: Database

beforeAll(async () => {
  source = await testDatabase()
  filled = openDatabase({ url: source.url, max: 1 })
  await fill()
})

afterAll(async () => {
  await filled.$client.end()
  await source.close()
})

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const someone = id(7)
const now = new Date('2026-11-21T13:00:00Z')
const later = new Date('2026-11-22T13:00:00Z')
const position = { key: '2026-01-05T00:00:00.000000Z', id: id(77) }
const owedAfter = { dueAt: new Date('2026-12-20T03:00:00Z'), id: id(77) }
const report = { providerId: 'p77', reference: 'r' } as PaymentReport

/** Returns the arguments of the desk's readers. */
const desk = (it: Executor) => ({
  database: it as Database,
  clock: { now: () => now },
  cipher: createCipher('ab'.repeat(32)),
})

function lookupSource(it: Executor, kind: string) {
  const found = lookupObligations(desk(it)).find((source) => source.kind === kind)
  if (!found) throw new Error(`no source of ${kind}`)
  return found
}

const questions: [name: string, table: string, ask: (executor: Executor) => Promise<unknown>][] = [
  ['orders of a person', 'orders', (it) => selectOrders(it, { userId: someone, limit: 20 })],
  ['the version of their orders', 'orders', (it) => versionOfOrders(it, someone)],
  ['every order', 'orders', (it) => selectListed(it, { filter: 'all', after: position, limit: 50 })],
  [
    'orders under way, by their day',
    'orders',
    (it) => selectListed(it, { filter: 'working', after: { ...position, key: '2026-12-20' }, limit: 50 }),
  ],
  [
    'orders of a status',
    'orders',
    (it) => selectListed(it, { filter: 'cancelled', after: position, limit: 50 }),
  ],
  [
    'an order by the beginning of its number',
    'orders',
    (it) => selectListed(it, { filter: 'all', number: 'RC-7K4', limit: 50 }),
  ],
  [
    'contacts that are owed',
    'orders',
    (it) => selectObligations(it, 'order.contact', { after: owedAfter, limit: 50 }),
  ],
  [
    'steps that are owed',
    'orders',
    (it) => selectObligations(it, 'order.step', { after: owedAfter, limit: 50 }),
  ],
  [
    'decisions that are owed',
    'orders',
    (it) => selectObligations(it, 'order.decide', { after: owedAfter, limit: 50 }),
  ],
  [
    'some of the steps owed',
    'orders',
    (it) => selectObligations(it, 'order.step', { ids: [id(76), id(77)] }),
  ],
  ['how many contacts are owed', 'orders', (it) => countObligations(it, 'order.contact', 1_000)],
  ['how many steps are owed', 'orders', (it) => countObligations(it, 'order.step', 1_000)],
  ['how many decisions are owed', 'orders', (it) => countObligations(it, 'order.decide', 1_000)],
  ['the steps of an order for the team', 'order_steps', (it) => selectDeskSteps(it, id(77))],
  ['the history of an order', 'order_events', (it) => selectEvents(it, id(77), 200)],
  [
    'files that prove no step',
    'step_files',
    (it) => selectUnusedFiles(it, { before: new Date('2026-02-01T00:00:00Z'), limit: 200 }),
  ],
  ['steps of an order', 'order_steps', (it) => stepsOf(it, id(77))],
  ['what a person owes', 'payments', (it) => pendingOfUser(it, someone, 20)],
  ['what a person paid', 'payments', (it) => paidOfUser(it, someone, 20)],
  ['instalments of an order', 'payments', (it) => instalmentsOfOrder(it, id(77))],
  ['what a charge paid', 'payments', (it) => instalmentsPaidWith(it, id(77))],
  ['the open charge over an instalment', 'charges', (it) => openChargeFor(it, id(77))],
  [
    'a charge by the provider',
    'charges',
    (it) => lockReportedCharge(it as Transaction, { provider: 'p', report }),
  ],
  ['open charges to reconcile', 'charges', (it) => chargesToCheck(it, now, 60)],
  ['instalments the desk looks at', 'charge_payments', (it) => instalmentsUnderReview(it, [id(77), id(78)])],
  ['credits of those', 'credits', (it) => instalmentsUnderReview(it, [id(77), id(78)])],
  ['charges refused', 'charges', (it) => chargesToReview(it, 100)],
  ['payments of concern', 'provider_payments', (it) => paymentsToReview(it, 100)],
  [
    'payments a provider reported',
    'provider_payments',
    (it) => knownPayments(it, { provider: 'p', providerIds: ['p77'] }),
  ],
  [
    'money received on a day',
    'provider_payments',
    (it) => receivedBetween(it, { provider: 'p', from: now, to: later }),
  ],
  ['what went back of a payment', 'refunds', (it) => activeRefundsOf(it, id(77))],
  ['credits of a payment that are open', 'credits', (it) => lockOpenCreditsOf(it as Transaction, id(77))],
  ['open credits', 'credits', (it) => creditsToDecide(it, 100)],
  [
    'notices not dealt with',
    'provider_events',
    (it) => eventsWaiting(it, { now, receivedBefore: now, limit: 40 }),
  ],
  [
    'offers a person may accept',
    'custom_offers',
    (it) => selectSentOffers(it, { userId: someone, today: '2026-11-21' }),
  ],
  ['documents of a person', 'documents', (it) => listDocuments(it, someone)],
  ...['lookup.deliver', 'lookup.refund'].flatMap((kind): typeof questions => [
    [
      `${kind}: what is owed`,
      'consultations',
      (it) => lookupSource(it, kind).open({ after: owedAfter, limit: 50 }),
    ],
    [`${kind}: how many`, 'consultations', (it) => lookupSource(it, kind).count({ limit: 1_000 })],
    [`${kind}: some`, 'consultations', (it) => lookupSource(it, kind).among({ ids: [id(76), id(77)] })],
  ]),
  ...(['open', 'delivered'] as const).map((list): (typeof questions)[number] => [
    `look-ups of the desk, ${list}`,
    'consultations',
    (it) => lookupsForTeam(desk(it), { list, after: { promisedAt: now, id: id(77) }, limit: 50 }),
  ]),
  ['versions of a result', 'consultation_results', (it) => versionsOf(it, id(77))],
  ['results to erase', 'consultation_results', (it) => keptSince(it, { before: now, limit: 50 })],
  ['looks at a result', 'consultation_views', (it) => viewsOf(it, { consultationId: id(77), limit: 20 })],
  ['the link of a result', 'consultation_links', (it) => newestLink(it, id(77))],
  [
    'documents to review',
    'documents',
    async (it) => reviewObligations(desk(it))[0]?.open({ after: owedAfter, limit: 50 }),
  ],
  [
    'how many documents to review',
    'documents',
    async (it) => reviewObligations(desk(it))[0]?.count({ limit: 1_000 }),
  ],
  ...(['to-review', 'reviewed'] as const).map((list): (typeof questions)[number] => [
    `documents of the desk, ${list}`,
    'documents',
    (it) => documentsForTeam(desk(it), { list, after: { at: now, id: id(77) }, limit: 50 }),
  ]),
  ['what a customer is asked for', 'document_requests', (it) => openRequestsOf(it, someone)],
  ['the latest messages', 'messages', (it) => selectRecentMessages(it, 50)],
  [
    'the messages that wait to be sent',
    'messages',
    (it) => selectMessagePage(it, { list: 'queued', after: undefined, limit: 50 }),
  ],
  ['how many messages failed in an outage', 'messages', (it) => countOutage(it)],
  ['since when messages wait for a worker', 'messages', (it) => readWaitingQueue(it)],
  ['how many messages wait for a worker', 'messages', (it) => countDue(it, { now, limit: 1_000 })],
  [
    'how many messages wait for a channel',
    'messages',
    (it) => countChannelWaiting(it, { channel: 'email', limit: 1_000 }),
  ],
  ['the last of the oldest messages of an outage', 'messages', (it) => outagePosition(it, 500)],
]

test.each(questions)('%s: uses an index on many rows', async (_name, table, ask) => {
  const [first] = await plansOf(ask)
  expect(first).toMatch(/Index/)
  expect(first).not.toContain(`Seq Scan on ${table}`)
})

test.each(
  questions.filter(([name]) =>
    /^(?:orders of|every order|an order by|orders under way|lookup|look-ups of the desk|documents of the desk|documents to review|contacts that|steps that|decisions that|the history|what a person owes|the latest|open|notices|charges refused|payments of concern)/.test(
      name,
    ),
  ),
)('%s: read in the order of its index, without a sort', async (_name, _table, ask) => {
  const [first] = await plansOf(ask)
  expect(first).not.toMatch(/\bSort\b/)
})

test('due consultations: read in the order of an index', async () => {
  const plan = await explain(
    "select id from consultations where status = 'paid' order by promised_at limit 20",
  )
  expect(plan).toMatch(/Index.* consultations_listed/)
  expect(plan).not.toMatch(/\bSort\b/)
})

test("a customer's consultations: read in the order of an index, newest first", async () => {
  const plan = await explain(
    `select id from consultations where user_id = '${someone}' order by created_at desc limit 20`,
  )
  expect(plan).toMatch(/Index Scan Backward using consultations_of_user/)
  expect(plan).not.toMatch(/\bSort\b/)
})

/** What is asked for each payment; a connection keeps the plan that it made before the tables had statistics. */
const settling: [name: string, ask: (executor: Executor) => Promise<unknown>][] = [
  ['a charge by the provider', (it) => lockReportedCharge(it as Transaction, { provider: 'p', report })],
  [
    'charges that a list names',
    (it) => knownCharges(it, { provider: 'p', providerIds: ['p77'], references: ['r'] }),
  ],
  ['a payment by its id', (it) => knownPayments(it, { provider: 'p', providerIds: ['p77'] })],
]

test('without statistics, what settles a payment is found by its id and not by its provider alone', async () => {
  const young = await testDatabase()
  const opened = openDatabase({ url: young.url, max: 1 })
  try {
    await opened.$client.query(`insert into charges (id, purpose, method, amount, description, status, reference,
        idempotency_key, selection_key, most_instalments, provider, provider_id, created_at)
      select gen_random_uuid(), 'instalments', 'pix', 100, repeat('text', 50), 'approved', 'r' || n, 'k' || n, 's' || n, 1, 'p',
        'p' || n, now() from generate_series(1, 500) n`)
    for (const [name, ask] of settling) {
      const [plan = ''] = await plansOf(ask, opened)
      expect(plan, name).toMatch(/Index Cond: .*provider_id/)
      expect(plan, name).not.toMatch(/Index Cond: \(\(?provider\)?(::text)? = [^()]*\)$/m)
    }
  } finally {
    await opened.$client.end()
    await young.close()
  }
})

/** Collects the query plan of every statement. Results are empty: what is made of them does not matter, only that it was asked. */
async function plansOf(
  ask: (executor: Executor) => Promise<unknown>,
  database: Database = filled,
): Promise<string[]> {
  const asked: { text: string; values: unknown[] }[] = []
  const pool = database.$client
  const query = pool.query
  pool.query = ((config: { text: string; rowMode?: string }, values: unknown[]) => {
    asked.push({ text: config.text, values })
    return Promise.resolve({ rows: [], rowCount: 0 })
  }) as typeof query
  try {
    await ask(database)
  } catch (error) {
    if (asked.length === 0) throw error
  } finally {
    pool.query = query
  }
  return Promise.all(asked.map(({ text, values }) => explain(text, values, database)))
}

async function explain(text: string, values: unknown[] = [], database: Database = filled): Promise<string> {
  const { rows } = await database.$client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** Inserts 300 users with about fifty rows each. Foreign keys are not checked: only the plans matter. */
async function fill(): Promise<void> {
  const client = await filled.$client.connect()
  const uuid = (sql: string) => `('00000000-0000-4000-8000-' || lpad((${sql})::text, 12, '0'))::uuid`
  const count = 15_000
  const rows = `from generate_series(1, ${count}) n`
  const own = uuid('n')
  const person = uuid('n % 300')
  const at = `timestamptz '2026-01-01' + n * interval '1 minute'`
  try {
    await client.query('set session_replication_role = replica')
    for (const statement of [
      `insert into orders (id, number, user_id, service_id, plan_id, service_title, service_price, payment_type, status, progress,
         delivery_days, delivery_kind, delivery_date, created_at, updated_at)
       select ${own}, 'RC-' || translate(lpad(n::text, 5, '0'), '01', 'BC'), ${person}, 's', 'p', 'title', 100, 'type',
         case n % 50 when 0 then 'pending' when 1 then 'paid' when 2 then 'in_progress' when 3 then 'on_hold'
           when 4 then 'cancelled' else 'completed' end,
         0, 30, 'calendarDays', date '2026-12-01' + n % 90, ${at}, ${at} ${rows}`,
      `insert into order_steps (order_id, step_number, step_name, step_description, completed)
       select ${own}, 1, 'step', 'text', false ${rows}`,
      `insert into step_files (id, order_id, name, media_type, size, sha256, storage_key, added_by, created_at, used_at)
       select ${own}, ${own}, 'name', 'image/png', 1, lpad(to_hex(n), 64, '0'), 'k' || n, ${person}, ${at},
         case when n % 100 > 0 then ${at} end ${rows}`,
      `insert into step_completions (id, order_id, step_number, words, file_id, is_shared, completed_by, completed_at)
       select ${own}, ${own}, 1, 'words', ${own}, true, ${person}, ${at} ${rows}`,
      `insert into order_events (id, order_id, kind, at, detail) select ${own}, ${uuid('n / 10')}, 'noted', ${at}, '{}' ${rows}`,
      `insert into payments (id, order_id, user_id, service_title, payment_type, number, kind, amount, due_date, status,
         payment_date, paid_by, paid_with, paid_amount, payment_method, external_reference, created_at)
       select ${own}, ${uuid('n / 10')}, ${person}, 'title', 'type', n % 10, 'parcela', 100,
         date '2026-01-01' + n % 365, case when n % 7 = 0 then 'paid' else 'pending' end,
         case when n % 7 = 0 then ${at} end, case when n % 7 = 0 then ${own} end, case when n % 7 = 0 then ${own} end,
         case when n % 7 = 0 then 100 end, 'pix', 'e' || n, ${at} ${rows}`,
      `insert into charges (id, purpose, method, amount, description, status, reference, idempotency_key, selection_key,
         most_instalments, provider, provider_id, created_at, next_check_at)
       select ${own}, 'instalments', 'pix', 100, 'text', case when n % 500 = 0 then 'failed' else 'approved' end, 'r' || n,
         'k' || n, 's' || n, 1, 'p', 'p' || n, ${at}, case when n % 100 = 0 then ${at} end ${rows}`,
      `insert into charge_payments (charge_id, payment_id, amount) select ${own}, ${own}, 100 ${rows}`,
      `insert into provider_payments (id, provider, provider_id, charge_id, method, state, status, amount, refunded, fee,
         approved_at, received_at, concern, created_at, updated_at)
       select ${own}, 'p', 'p' || n, ${own}, 'pix', 'approved', 'approved', 100, 0, 0, ${at}, ${at},
         case when n % 200 = 0 then 'in_mediation' end, ${at}, ${at} ${rows}`,
      `insert into refunds (id, provider_payment_id, amount, origin, reason, status, idempotency_key, created_at)
       select ${own}, ${own}, 100, 'team', 'reason', 'done', 'k' || n, ${at} ${rows}`,
      `insert into credits (id, key, reason, amount, provider_payment_id, charge_id, status, created_at)
       select ${own}, 'k' || n, 'late', 100, ${own}, ${own}, case when n % 200 = 0 then 'open' else 'refunded' end, ${at} ${rows}`,
      `insert into provider_events (id, provider, delivery_key, kind, data_id, received_at, processed_at)
       select ${own}, 'p', 'k' || n, 'payment', '1', ${at}, case when n % 200 = 0 then null else ${at} end ${rows}`,
      `insert into documents (id, user_id, person_type, name, media_type, size, sha256, storage_key, created_at, stored_at,
         review_status, reviewed_at)
       select ${own}, ${person}, 'fisica', 'name', 'image/png', 1, lpad(to_hex(n), 64, '0'), 'k' || n, ${at}, ${at},
         case when n % 100 = 0 then 'waiting' else 'accepted' end, case when n % 100 > 0 then ${at} end ${rows}`,
      `insert into document_requests (id, user_id, kind, note, created_at)
       select ${own}, ${uuid('n + 1000')}, 'other', 'note', ${at} ${rows}`,
      `insert into consultation_results (id, consultation_id, version, content, source, created_at, delivered_at)
       select ${own}, ${own}, 1, '\\x00', 'team', ${at}, ${at} + interval '365 days' ${rows}`,
      `insert into consultation_links (id, consultation_id, created_at, expires_at) select ${own}, ${own}, ${at}, ${at} ${rows}`,
      `insert into consultation_views (id, consultation_id, version, at, proof, what, network)
       select ${own}, ${own}, 1, ${at}, 'code', 'page', 'n' ${rows}`,
      `insert into custom_offers (id, user_id, service_id, lines, payment_type, price_text, terms, total, cash_price,
         valid_until, status, created_by, created_at)
       select ${own}, ${person}, 's', '[]', 'type', 'price', '{}', 100, 100, date '2026-11-01' + n % 60, 'sent', ${own},
         ${at} ${rows}`,
      `insert into messages (id, "to", channel, kind, subject, text, links, status, created_at)
       select ${own}, 'to', 'email', 'kind', 'subject', 'text', '{}', 'kept', ${at} ${rows}`,
      `insert into consultations (id, kind, status, user_id, subject, digest, declaration_version, declared_at, declared_ip,
         declared_user_agent, created_at, paid_at, promised_at)
       select ${own}, 'cpf', case when n % 100 = 0 then 'paid' else 'delivered' end, ${person}, '\\x00', 'd' || n, 'v', ${at},
         'ip', 'agent', ${at}, ${at}, ${at} ${rows}`,
    ]) {
      await client.query(statement)
    }
    await client.query('set session_replication_role = origin')
    await client.query('analyze')
  } finally {
    client.release()
  }
}
