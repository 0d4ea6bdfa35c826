import { type Check, debtReinstated, groupBy } from './check.ts'

/** No job is lost: all were done, none waits for a person. */
const jobsDone: Check = ({ jobs }) =>
  jobs
    .filter(({ state, name }) => state !== 'completed' || name === 'dead-letters')
    .map(({ name, state, data, output }) =>
      `job ${name} ${JSON.stringify(data)}: ${state} ${output?.message ?? ''}`.trim(),
    )

/** What the provider was told we have, we have, and it was dealt with; what was forged, we have not. */
const noticesDealtWith: Check = ({ books, truth }) => {
  const keys = books.provider_events.map(({ delivery_key }) => delivery_key)
  const kept = (requestId: string) => keys.some((key) => key.includes(requestId))
  return [
    ...books.provider_events
      .filter(({ processed_at }) => processed_at === null)
      .map(({ delivery_key }) => `notice ${delivery_key}: never dealt with`),
    ...truth.notices
      .filter(({ state, isForged, requestId }) => state === 'delivered' && !isForged && !kept(requestId))
      .map(({ requestId }) => `notice ${requestId}: acknowledged and not kept`),
    ...truth.notices
      .filter(({ isForged, state, requestId }) => isForged && (state === 'delivered' || kept(requestId)))
      .map(({ requestId }) => `notice ${requestId}: forged, and taken`),
  ]
}

/** Each event reached each of its listeners once; each paid instalment was told of once. */
const eventsHeardOnce: Check = (evidence) => {
  const { books } = evidence
  const again = debtReinstated(evidence)
  const lines = groupBy(books.charge_payments, ({ payment_id }) => payment_id)
  const heard = groupBy(books.event_deliveries, ({ event_id }) => event_id)
  const listeners = new Map<string, number>()
  for (const { id, type } of books.events) {
    listeners.set(type, Math.max(listeners.get(type) ?? 0, heard.get(id)?.length ?? 0))
  }
  const paidEvents = groupBy(books.events, ({ type, payload }) =>
    type === 'instalment.paid' ? String(payload.instalmentId) : undefined,
  )
  return [
    ...books.events
      .filter(({ id, type }) => (heard.get(id)?.length ?? 0) !== listeners.get(type))
      .map(({ id, type }) => `event ${type} ${id}: not everybody heard of it`),
    ...books.payments.flatMap(({ id, status, paid_with }) => {
      const times = paidEvents.get(id)?.length ?? 0
      const expected = paid_with === null ? 0 : 1
      // Paid, taken back by a bank, and owed or paid again.
      const isTwice =
        times === expected + 1 && (lines.get(id) ?? []).some((line) => again.has(line.charge_id))
      return times === expected || isTwice
        ? []
        : [`instalment ${id}: ${status}, and ${times} times told to be paid`]
    }),
  ]
}

/** What was paid for has begun, and only that. */
const ordersBegun: Check = ({ books }) => {
  const paid = new Set(
    books.events.flatMap(({ type, payload }) => (type === 'instalment.paid' ? [payload.orderId] : [])),
  )
  return books.orders
    .filter(({ id, status, start_date }) => status !== 'cancelled' && paid.has(id) !== (start_date !== null))
    .map(
      ({ id, status }) =>
        `order ${id}: ${paid.has(id) ? 'paid for and not begun' : `${status}, but nothing was paid`}`,
    )
}

/** The log of the team's decisions: each record follows the one before it, none is missing at the end. */
const auditKept: Check = ({ books, deeds }) => {
  const records = books.audit_log.toSorted((a, b) => a.position - b.position)
  const breaches = records.flatMap(({ position, previous_hash }, index) => {
    const before = records[index - 1]?.record_hash ?? '0'.repeat(64)
    return position === index + 1 && previous_hash === before ? [] : [`record ${position} does not follow`]
  })
  const end = books.audit_head[0]
  const isWhole =
    (end?.position ?? 0) === records.length && (!end || end.hash === records.at(-1)?.record_hash)
  return [
    ...breaches,
    ...(isWhole ? [] : ['its end is missing']),
    ...(records.length >= deeds ? [] : [`${deeds} decisions were acknowledged, ${records.length} are kept`]),
  ].map((breach) => `log of decisions: ${breach}`)
}

/** Every message left, and who signed or withdrew was written to once. */
const messagesSent: Check = ({ books }) => {
  const sent = (kind: string) => books.messages.filter((message) => message.kind === kind).length
  const expected = {
    'contract.accepted': books.contract_acceptances.length,
    'contract.withdrawn': books.withdrawals.length,
  }
  return [
    ...books.messages
      .filter(({ status }) => status !== 'sent' && status !== 'kept')
      .map(({ id, kind, status }) => `message ${kind} ${id}: ${status}`),
    ...Object.entries(expected)
      .filter(([kind, count]) => sent(kind) !== count)
      .map(([kind, count]) => `messages ${kind}: ${sent(kind)} instead of ${count}`),
  ]
}

/** Whoever was told that they have an account has one. */
const accountsKept: Check = ({ books, notes }) => {
  const emails = new Set(books.users.map(({ email }) => email))
  return notes.flatMap((note) =>
    note.kind === 'account' && !emails.has(note.email)
      ? [`account ${note.email}: acknowledged and not kept`]
      : [],
  )
}

/** A process ends only when it is killed; and the simulator, which all is held against, forgot no payment. */
const nothingCollapsed: Check = ({ collapses, notes, truth }) => {
  const received = new Set(truth.payments.filter((payment) => payment.received > 0).map(({ id }) => id))
  const forgotten = notes.flatMap((note) =>
    note.kind === 'approval' && !received.has(note.providerId)
      ? [`payment ${note.providerId}: approved, and forgotten by the simulator`]
      : [],
  )
  return [...collapses, ...forgotten]
}

export const workChecks = {
  jobsDone,
  noticesDealtWith,
  eventsHeardOnce,
  ordersBegun,
  auditKept,
  messagesSent,
  accountsKept,
  nothingCollapsed,
}
