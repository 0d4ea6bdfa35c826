import { debtReinstated, type Evidence, groupBy, type Invariant } from './invariant.ts'

/** Every job completed; there are no dead letters. */
const jobsCompleted: Invariant = ({ jobs }) =>
  jobs
    .filter(({ state, name }) => state !== 'completed' || name === 'dead-letters')
    .map(({ name, state, data, output }) =>
      `job ${name} ${JSON.stringify(data)}: ${state} ${output?.message ?? ''}`.trim(),
    )

/**
 * Every acknowledged notice is stored, every stored notice is processed, and no forged notice is accepted. An altered notice may
 * claim to be about something else, and is then acknowledged and ignored.
 */
const noticesProcessed: Invariant = ({ tables, truth }) => {
  const keys = tables.provider_events.map(({ delivery_key }) => delivery_key)
  const isStored = (requestId: string) => keys.some((key) => key.includes(requestId))
  return [
    ...tables.provider_events
      .filter(({ processed_at }) => processed_at === null)
      .map(({ delivery_key }) => `notice ${delivery_key}: never processed`),
    ...truth.notices
      .filter(
        ({ state, isForged, requestId, attempts }) =>
          state === 'delivered' && !isForged && !attempts.at(-1)?.altered && !isStored(requestId),
      )
      .map(({ requestId }) => `notice ${requestId}: acknowledged but not stored`),
    ...truth.notices
      .filter(({ isForged, state, requestId }) => isForged && (state === 'delivered' || isStored(requestId)))
      .map(({ requestId }) => `notice ${requestId}: forged but accepted`),
  ]
}

/** Returns the instalments that the team paid with a credit of one of these charges. */
function paidByCreditsOf(charges: ReadonlySet<string | null>, tables: Evidence['tables']): Set<string> {
  const credits = new Set(tables.credits.flatMap(({ id, charge_id }) => (charges.has(charge_id) ? [id] : [])))
  return new Set(
    tables.audit_log.flatMap(({ action, detail }) =>
      action === 'credit.apply' && credits.has(detail?.creditId ?? '') ? (detail?.instalmentIds ?? []) : [],
    ),
  )
}

/** Each event reached each of its listeners once; each paid instalment published one event. */
const eventsDeliveredOnce: Invariant = (evidence) => {
  const { tables } = evidence
  const again = new Set([...debtReinstated(evidence).values()].map(({ chargeId }) => chargeId))
  const byCredit = paidByCreditsOf(again, tables)
  const lines = groupBy(tables.charge_payments, ({ payment_id }) => payment_id)
  const deliveries = groupBy(tables.event_deliveries, ({ event_id }) => event_id)
  const listeners = new Map<string, number>()
  for (const { id, type } of tables.events) {
    listeners.set(type, Math.max(listeners.get(type) ?? 0, deliveries.get(id)?.length ?? 0))
  }
  const paidEvents = groupBy(tables.events, ({ type, payload }) =>
    type === 'instalment.paid' ? String(payload.instalmentId) : undefined,
  )
  return [
    ...tables.events
      .filter(({ id, type }) => (deliveries.get(id)?.length ?? 0) !== listeners.get(type))
      .map(({ id, type }) => `event ${type} ${id}: not delivered to every listener`),
    ...tables.payments.flatMap(({ id, status, paid_with }) => {
      const times = paidEvents.get(id)?.length ?? 0
      const expected = paid_with === null ? 0 : 1
      // Paid, charged back, and then owed or paid again.
      const isReinstated = byCredit.has(id) || (lines.get(id) ?? []).some((line) => again.has(line.charge_id))
      const isTwice = times === expected + 1 && isReinstated
      return times === expected || isTwice
        ? []
        : [`instalment ${id}: ${status}, but published as paid ${times} times`]
    }),
  ]
}

/** An order has started exactly when some part of it was paid. */
const ordersStarted: Invariant = ({ tables }) => {
  const paid = new Set(
    tables.events.flatMap(({ type, payload }) => (type === 'instalment.paid' ? [payload.orderId] : [])),
  )
  return tables.orders
    .filter(({ id, status, start_date }) => status !== 'cancelled' && paid.has(id) !== (start_date !== null))
    .map(
      ({ id, status }) =>
        `order ${id}: ${paid.has(id) ? 'paid but not started' : `${status}, but nothing was paid`}`,
    )
}

/** The audit log is an unbroken hash chain, and contains every acknowledged decision. */
const auditLogIntact: Invariant = ({ tables, acknowledgedDecisions }) => {
  const records = tables.audit_log.toSorted((a, b) => a.position - b.position)
  const breaches = records.flatMap(({ position, previous_hash }, index) => {
    const before = records[index - 1]?.record_hash ?? '0'.repeat(64)
    return position === index + 1 && previous_hash === before ? [] : [`record ${position} does not follow`]
  })
  const head = tables.audit_head[0]
  const isWhole =
    (head?.position ?? 0) === records.length && (!head || head.hash === records.at(-1)?.record_hash)
  return [
    ...breaches,
    ...(isWhole ? [] : ['records are missing at the end']),
    ...(records.length >= acknowledgedDecisions
      ? []
      : [`${acknowledgedDecisions} decisions were acknowledged, ${records.length} are stored`]),
  ].map((breach) => `audit log: ${breach}`)
}

/** Every acknowledged sign-up exists: as an account, or still waiting for its confirmation. */
const accountsStored: Invariant = ({ tables, acknowledgements }) => {
  const emails = new Set([...tables.users, ...tables.sign_ups].map(({ email }) => email))
  return acknowledgements.flatMap((one) =>
    one.kind === 'account' && !emails.has(one.email)
      ? [`account ${one.email}: acknowledged but not stored`]
      : [],
  )
}

/** Processes exit only when killed, and the simulator, which is the reference of the other invariants, lost no payment. */
const noCrashes: Invariant = ({ crashes, acknowledgements, truth }) => {
  const received = new Set(truth.payments.filter((payment) => payment.received > 0).map(({ id }) => id))
  const lost = acknowledgements.flatMap((one) =>
    one.kind === 'approval' && !received.has(one.providerId)
      ? [`payment ${one.providerId}: approved but lost by the simulator`]
      : [],
  )
  return [...crashes, ...lost]
}

export const workInvariants = {
  jobsCompleted,
  noticesProcessed,
  eventsDeliveredOnce,
  ordersStarted,
  auditLogIntact,
  accountsStored,
  noCrashes,
}
