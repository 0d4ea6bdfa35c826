import {
  actualPaymentsById,
  debtReinstated,
  groupBy,
  heldForReview,
  type Invariant,
  reais,
  total,
} from './invariant.ts'

/**
 * Every amount received by the provider is recorded exactly once, and no other. An altered response may name a payment that the
 * provider does not have: it is stored, like every report, but without money.
 */
const receiptsRecordedOnce: Invariant = (evidence) => {
  const { tables, truth } = evidence
  const held = heldForReview(evidence)
  const known = groupBy(tables.provider_payments, ({ provider_id }) => provider_id)
  const real = new Map(truth.payments.map((payment) => [payment.id, payment]))
  const lost = truth.payments.flatMap(({ id, received }) => {
    const rows = known.get(id) ?? []
    const recorded = total(
      rows.filter(({ received_at }) => received_at !== null),
      ({ amount }) => amount,
    )
    if ((recorded === received || held.has(id)) && rows.length <= 1) return []
    return [`payment ${id}: ${reais(received)} received, ${reais(recorded)} recorded in ${rows.length} rows`]
  })
  const unknown = tables.provider_payments.filter(
    ({ provider_id, received_at }) => received_at !== null && !real.has(provider_id),
  )
  return [
    ...lost,
    ...unknown.map(({ provider_id }) => `payment ${provider_id}: recorded but unknown to the provider`),
  ]
}

/** Every centavo in the provider's ground truth is booked once or visible to a person. */
const centavosBookedOrVisible: Invariant = (evidence) => {
  const { tables, truth } = evidence
  const held = heldForReview(evidence)
  const booked = groupBy(tables.provider_payments, ({ provider_id, received_at }) =>
    received_at === null ? undefined : provider_id,
  )
  const waiting = tables.set_aside_payments.filter(({ resolved_at }) => resolved_at === null)
  const isShown = (id: string, received: number) =>
    held.has(id) ||
    waiting.some(
      ({ provider_id, amount }) =>
        provider_id === id || (provider_id.startsWith('sha256:') && amount === received),
    )
  const real = new Set(truth.payments.map(({ id }) => id))
  return [
    ...truth.payments.flatMap(({ id, received }) => {
      const rows = booked.get(id) ?? []
      const isBookedOnce =
        rows.length === (received > 0 ? 1 : 0) && total(rows, ({ amount }) => amount) === received
      if (isBookedOnce || (rows.length === 0 && isShown(id, received))) return []
      return [`payment ${id}: ${reais(received)} at the provider, neither booked once nor visible`]
    }),
    ...[...booked.keys()]
      .filter((id) => !real.has(id))
      .map((id) => `payment ${id}: booked, but the provider does not have it`),
  ]
}

/** Each received payment is fully allocated: to instalments, a look-up or credits. */
const receiptsFullyAllocated: Invariant = (evidence) => {
  const { tables } = evidence
  const again = debtReinstated(evidence)
  const instalments = groupBy(tables.payments, ({ paid_with }) => paid_with)
  const credits = groupBy(tables.credits, ({ provider_payment_id }) => provider_payment_id)
  const charges = new Map(tables.charges.map((charge) => [charge.id, charge]))
  return tables.provider_payments
    .filter(({ received_at }) => received_at !== null)
    .flatMap(({ id, provider_id, amount, charge_id }) => {
      const charge = charges.get(charge_id ?? '')
      const own = (credits.get(id) ?? []).filter(({ status }) => status !== 'matched')
      const isOfWhole = own.some(({ reason }) => ['duplicate', 'partial', 'unmatched'].includes(reason))
      const soldAtOnce = charge?.purpose === 'consultation' && !isOfWhole ? charge.amount : 0
      const paidNow = total(instalments.get(id) ?? [], ({ paid_amount }) => paid_amount ?? 0)
      const paid = paidNow + (again.get(id)?.amount ?? 0)
      const credited = total(
        own.filter(({ status }) => status !== 'applied'),
        (credit) => credit.amount,
      )
      if (paid + soldAtOnce + credited === amount) return []
      const parts = `${reais(paid)} in instalments, ${reais(soldAtOnce)} in look-ups, ${reais(credited)} in credits`
      return [`payment ${provider_id}: ${reais(amount)} received, but ${parts}`]
    })
}

/** A paid instalment has a payment that covers it; an instalment whose charge was paid is no longer pending. */
const paidInstalmentsAreFunded: Invariant = (evidence) => {
  const { tables } = evidence
  const real = actualPaymentsById(evidence)
  const money = new Map(tables.provider_payments.map((row) => [row.id, row]))
  const lines = groupBy(tables.charge_payments, ({ payment_id }) => payment_id)
  const applied = groupBy(tables.credits, (credit) =>
    credit.status === 'applied' ? credit.provider_payment_id : undefined,
  )
  const credits = groupBy(tables.credits, ({ payment_id }) => payment_id)
  // Money that was booked before its charge was known, and about which the team has decided meanwhile.
  const waiting = groupBy(tables.credits, ({ reason, status, charge_id }) =>
    reason === 'unmatched' && status !== 'matched' ? charge_id : undefined,
  )
  return tables.payments.flatMap(({ id, status, paid_with, paid_amount }) => {
    const covering = lines.get(id) ?? []
    const payment = money.get(paid_with ?? '')
    if (status === 'paid' || status === 'refunded') {
      if (!payment || (real.get(payment.provider_id)?.received ?? 0) === 0)
        return [`instalment ${id}: ${status}, but no provider payment covers it`]
      const line = covering.find(({ charge_id }) => charge_id === payment.charge_id)
      const charged = line && line.amount + line.late_fee + line.interest - line.discount
      return charged === paid_amount || applied.has(payment.id)
        ? []
        : [`instalment ${id}: paid ${paid_amount}, charged ${charged ?? 'nothing'}`]
    }
    if (status !== 'pending') return []
    return covering
      .filter(({ charge_id }) => {
        const wasPaid = tables.charges.find((charge) => charge.id === charge_id)?.status === 'approved'
        return (
          wasPaid &&
          !(credits.get(id) ?? []).some((credit) => credit.charge_id === charge_id) &&
          !waiting.has(charge_id)
        )
      })
      .map(({ charge_id }) => `instalment ${id}: still pending, though charge ${charge_id} was paid`)
  })
}

/** Refunds, chargebacks and fees match the provider, payment by payment. */
const returnsMatchProvider: Invariant = ({ tables, truth }) => {
  const rows = new Map(tables.provider_payments.map((row) => [row.provider_id, row]))
  const refunds = groupBy(tables.refunds, ({ provider_payment_id }) => provider_payment_id)
  return truth.payments.flatMap(({ id, refunded, chargedBack, fee, received }) => {
    const row = rows.get(id)
    if (!row || received === 0) return []
    const done = (refunds.get(row.id) ?? []).filter(({ status }) => status === 'done')
    const taken = total(
      done.filter(({ origin }) => origin === 'chargeback'),
      ({ amount }) => amount,
    )
    const returned = total(done, ({ amount }) => amount) - taken
    return [
      ...(returned === refunded
        ? []
        : [`payment ${id}: ${reais(refunded)} refunded, ${reais(returned)} recorded`]),
      ...(taken === chargedBack
        ? []
        : [`payment ${id}: ${reais(chargedBack)} charged back, ${reais(taken)} recorded`]),
      ...(row.fee === fee ? [] : [`payment ${id}: a fee of ${reais(fee)}, ${reais(row.fee)} recorded`]),
    ]
  })
}

/**
 * Every requested refund was issued, or failed, and so waits for the team, because the provider rejected it later, has too little
 * money left, or seemed to refuse it.
 */
const refundsIssued: Invariant = (evidence) => {
  const real = actualPaymentsById(evidence)
  const rows = new Map(evidence.tables.provider_payments.map((row) => [row.id, row]))
  return evidence.tables.refunds.flatMap(({ id, status, amount, provider_payment_id, last_error }) => {
    if (status === 'requested') return [`refund ${id}: requested but never issued`]
    if (status !== 'failed') return []
    const providerId = rows.get(provider_payment_id)?.provider_id ?? ''
    const isAnswered = last_error === 'refused' || last_error === 'not_found'
    if (isAnswered && evidence.alteredRefusals.has(providerId)) return []
    const payment = real.get(providerId)
    const left = (payment?.received ?? 0) - (payment?.refunded ?? 0) - (payment?.chargedBack ?? 0)
    return left >= amount && !payment?.rejected.includes(amount)
      ? [`refund ${id}: failed (${last_error}), though ${reais(left)} are refundable`]
      : []
  })
}

/**
 * What the books call refunded has left the provider: instalments and credits of a payment are no more than what was refunded of it or
 * charged back. Their status alone proves nothing, because the product writes it.
 */
const refundedIsReturned: Invariant = ({ tables, truth }) => {
  const rows = new Map(tables.provider_payments.map((row) => [row.provider_id, row]))
  const instalments = groupBy(tables.payments, ({ status, paid_with }) =>
    status === 'refunded' ? paid_with : undefined,
  )
  const credits = groupBy(tables.credits, ({ status, provider_payment_id }) =>
    status === 'refunded' ? provider_payment_id : undefined,
  )
  return truth.payments.flatMap(({ id, refunded, chargedBack }) => {
    const row = rows.get(id)
    if (!row) return []
    const shown =
      total(instalments.get(row.id) ?? [], ({ paid_amount }) => paid_amount ?? 0) +
      total(credits.get(row.id) ?? [], ({ amount }) => amount)
    const left = refunded + chargedBack
    return shown <= left
      ? []
      : [`payment ${id}: ${reais(shown)} are called refunded, and only ${reais(left)} were returned`]
  })
}

/**
 * Under the key of a request the provider refunds no more than was requested. Of a request that another took the place of, because its
 * answer was lost, the key is no longer known.
 */
const onlyRequestedIsRefunded: Invariant = ({ tables, truth }) => {
  const requests = new Map(tables.refunds.map((row) => [row.idempotency_key, row.amount]))
  return truth.payments.flatMap(({ id, refundsByKey }) =>
    refundsByKey.flatMap(({ key, amount }) => {
      const requested = requests.get(key)
      return requested === undefined || amount <= requested
        ? []
        : [`payment ${id}: we refunded ${reais(amount)}, though ${reais(requested)} were requested`]
    }),
  )
}

/** Money for instalments that were cancelled before it came goes back by itself, unless its refund waits for a person. */
const lateMoneyGoesBack: Invariant = (evidence) => {
  const real = actualPaymentsById(evidence)
  const { tables } = evidence
  const rows = new Map(tables.provider_payments.map((row) => [row.id, row]))
  const refunds = groupBy(tables.refunds, ({ provider_payment_id }) => provider_payment_id)
  return tables.credits
    .filter(({ reason, status }) => reason === 'late' && status === 'open')
    .flatMap(({ id, amount, provider_payment_id }) => {
      const payment = real.get(rows.get(provider_payment_id)?.provider_id ?? '')
      const isTouched = refunds.has(provider_payment_id) || (payment?.chargedBack ?? 0) > 0
      return isTouched ? [] : [`credit ${id}: ${reais(amount)} came late, and nobody gives them back`]
    })
}

export const moneyInvariants = {
  centavosBookedOrVisible,
  receiptsRecordedOnce,
  receiptsFullyAllocated,
  paidInstalmentsAreFunded,
  returnsMatchProvider,
  refundsIssued,
  refundedIsReturned,
  onlyRequestedIsRefunded,
  lateMoneyGoesBack,
}
