import { type Check, debtReinstated, groupBy, reais, total, truthById } from './check.ts'

/** Every centavo that reached the provider is in the books once, and nothing else is. */
const receivedOnce: Check = ({ books, truth }) => {
  const known = groupBy(books.provider_payments, ({ provider_id }) => provider_id)
  const real = new Map(truth.payments.map((payment) => [payment.id, payment]))
  const lost = truth.payments.flatMap(({ id, received }) => {
    const rows = known.get(id) ?? []
    const booked = total(
      rows.filter(({ received_at }) => received_at !== null),
      ({ amount }) => amount,
    )
    if (booked === received && rows.length <= 1) return []
    return [`payment ${id}: ${reais(received)} received, ${reais(booked)} booked in ${rows.length} rows`]
  })
  const made = books.provider_payments.filter(({ provider_id }) => !real.has(provider_id))
  return [
    ...lost,
    ...made.map(({ provider_id }) => `payment ${provider_id}: in the books, unknown to the provider`),
  ]
}

/** What was received is what it paid for: instalments with their charges and discounts, a look-up, or a credit. */
const allocatedToTheCentavo: Check = (evidence) => {
  const { books } = evidence
  const again = debtReinstated(evidence)
  const instalments = groupBy(books.payments, ({ paid_with }) => paid_with)
  const credits = groupBy(books.credits, ({ provider_payment_id }) => provider_payment_id)
  const charges = new Map(books.charges.map((charge) => [charge.id, charge]))
  return books.provider_payments
    .filter(({ received_at }) => received_at !== null)
    .flatMap(({ id, provider_id, amount, charge_id }) => {
      const charge = charges.get(charge_id ?? '')
      const own = credits.get(id) ?? []
      const isOfWhole = own.some(({ reason }) => ['duplicate', 'partial', 'unmatched'].includes(reason))
      const soldAtOnce = charge?.purpose === 'consultation' && !isOfWhole ? charge.amount : 0
      const paidNow = total(instalments.get(id) ?? [], ({ paid_amount }) => paid_amount ?? 0)
      const paid = paidNow + (again.get(charge_id) ?? 0)
      const credited = total(
        own.filter(({ status }) => status !== 'applied'),
        (credit) => credit.amount,
      )
      if (paid + soldAtOnce + credited === amount) return []
      const parts = `${reais(paid)} in instalments, ${reais(soldAtOnce)} in look-ups, ${reais(credited)} in credits`
      return [`payment ${provider_id}: ${reais(amount)} received, but ${parts}`]
    })
}

/** A paid instalment has its money; one whose charge was paid is not owed still; none is paid twice over. */
const paidWithMoney: Check = (evidence) => {
  const { books } = evidence
  const real = truthById(evidence)
  const money = new Map(books.provider_payments.map((row) => [row.id, row]))
  const lines = groupBy(books.charge_payments, ({ payment_id }) => payment_id)
  const applied = groupBy(books.credits, (credit) =>
    credit.status === 'applied' ? credit.provider_payment_id : undefined,
  )
  const credits = groupBy(books.credits, ({ payment_id }) => payment_id)
  return books.payments.flatMap(({ id, status, paid_with, paid_amount }) => {
    const covering = lines.get(id) ?? []
    const payment = money.get(paid_with ?? '')
    if (status === 'paid' || status === 'refunded') {
      if (!payment || (real.get(payment.provider_id)?.received ?? 0) === 0)
        return [`instalment ${id}: ${status}, but no provider payment covers it`]
      const line = covering.find(({ charge_id }) => charge_id === payment.charge_id)
      const asked = line && line.amount + line.late_fee + line.interest - line.discount
      return asked === paid_amount || applied.has(payment.id)
        ? []
        : [`instalment ${id}: paid with ${paid_amount}, asked ${asked ?? 'nothing'}`]
    }
    if (status !== 'pending') return []
    return covering
      .filter(({ charge_id }) => {
        const booked = books.charges.find((charge) => charge.id === charge_id)?.status === 'approved'
        return booked && !(credits.get(id) ?? []).some((credit) => credit.charge_id === charge_id)
      })
      .map(({ charge_id }) => `instalment ${id}: still owed, though charge ${charge_id} was paid`)
  })
}

/** What went back to the payers is what the books say went back: refunds, charge-backs, fees. */
const returnedToTheCentavo: Check = ({ books, truth }) => {
  const rows = new Map(books.provider_payments.map((row) => [row.provider_id, row]))
  const refunds = groupBy(books.refunds, ({ provider_payment_id }) => provider_payment_id)
  return truth.payments.flatMap(({ id, refunded, takenBack, fee, received }) => {
    const row = rows.get(id)
    if (!row || received === 0) return []
    const done = (refunds.get(row.id) ?? []).filter(({ status }) => status === 'done')
    const taken = total(
      done.filter(({ origin }) => origin === 'chargeback'),
      ({ amount }) => amount,
    )
    const given = total(done, ({ amount }) => amount) - taken
    return [
      ...(given === refunded
        ? []
        : [`payment ${id}: ${reais(refunded)} given back, ${reais(given)} in the books`]),
      ...(taken === takenBack
        ? []
        : [`payment ${id}: ${reais(takenBack)} taken back, ${reais(taken)} in the books`]),
      ...(row.fee === fee ? [] : [`payment ${id}: a fee of ${reais(fee)}, ${reais(row.fee)} in the books`]),
    ]
  })
}

/** A wish to give money back was granted, or waits for a person because it cannot be. */
const refundsGranted: Check = (evidence) => {
  const real = truthById(evidence)
  const rows = new Map(evidence.books.provider_payments.map((row) => [row.id, row]))
  return evidence.books.refunds.flatMap(({ id, status, amount, provider_payment_id, last_error }) => {
    if (status === 'requested') return [`refund ${id}: asked for and never given`]
    if (status !== 'failed') return []
    const payment = real.get(rows.get(provider_payment_id)?.provider_id ?? '')
    const left = (payment?.received ?? 0) - (payment?.refunded ?? 0) - (payment?.takenBack ?? 0)
    return left >= amount
      ? [`refund ${id}: given up (${last_error}), though ${reais(left)} are left to give`]
      : []
  })
}

export const moneyChecks = {
  receivedOnce,
  allocatedToTheCentavo,
  paidWithMoney,
  returnedToTheCentavo,
  refundsGranted,
}
