import type { ActualPayment } from '../ground-truth.ts'
import { groupBy, heldForReview, type Invariant } from './invariant.ts'

const open = ['created', 'pending', 'in_process']

/** Every acknowledged charge is stored, and every stored charge was requested from the provider. */
const chargesStoredAndRequested: Invariant = ({ tables, acknowledgements }) => {
  const known = new Set(tables.charges.map(({ id }) => id))
  const promised = acknowledgements.flatMap((one) => ('chargeId' in one ? [one.chargeId] : []))
  return [
    ...promised.filter((id) => !known.has(id)).map((id) => `charge ${id}: acknowledged but not stored`),
    ...tables.charges
      .filter(({ status }) => status === 'created')
      .map(({ id }) => `charge ${id}: never requested from the provider`),
  ]
}

/** A charge has at most one payment that we requested, under its stored idempotency key. */
const onePaymentPerCharge: Invariant = ({ tables, truth }) => {
  const requested = truth.payments.filter(({ idempotencyKey }) => idempotencyKey !== null)
  const keys = new Set(tables.charges.map(({ idempotency_key }) => idempotency_key))
  return [
    ...[...groupBy(requested, ({ reference }) => reference)]
      .filter(([, payments]) => payments.length > 1)
      .map(
        ([reference, payments]) =>
          `charge ${reference}: requested from the provider ${payments.length} times`,
      ),
    ...requested
      .filter(({ idempotencyKey }) => !keys.has(idempotencyKey ?? ''))
      .map(({ id }) => `payment ${id}: requested under an unknown key`),
  ]
}

/** Each charge has the status of its payment at the provider. */
const chargesMatchProvider: Invariant = ({ tables, truth }) => {
  const real = new Set(truth.payments.map(({ id }) => id))
  const payments = groupBy(truth.payments, ({ reference }) => reference)
  return tables.charges.flatMap(({ id, status, reference, provider_id, method }) => {
    const own = payments.get(reference) ?? []
    // An altered response may have named another id; in that case the charge's only payment is used.
    const decisive =
      own.find((payment) => payment.id === provider_id) ??
      own.find(({ received }) => received > 0) ??
      (own.length === 1 && !real.has(provider_id ?? '') ? own[0] : undefined)
    const actual = decisive?.status
    if (actual === undefined) {
      // A card payment that was never attempted, or a charge that the provider refused or never received.
      const isNothing = own.length === 0 && (method === 'credit_card' || !open.includes(status))
      return isNothing || method === 'credit_card' ? [] : [`charge ${id}: ${status}, unknown to the provider`]
    }
    const expected = statuses[actual]
    return expected === undefined || expected.includes(status)
      ? []
      : [`charge ${id}: ${status}, while the provider reports ${actual}`]
  })
}

/**
 * Our possible statuses for each status of the provider. Unknown statuses are not checked. A rejected card may be tried again.
 */
const statuses: Readonly<Record<string, readonly string[]>> = {
  pending: ['pending'],
  in_process: ['in_process'],
  approved: ['approved', 'divergent'],
  rejected: ['rejected', 'pending', 'cancelled', 'expired'],
  cancelled: ['cancelled', 'expired', 'failed'],
  // An amount mismatch remains one while the payment is in dispute: nothing was paid with it.
  in_mediation: ['in_mediation', 'divergent'],
  refunded: ['refunded'],
  charged_back: ['charged_back'],
}

/** Codes of instalments that are not pending, or that a newer code covers, can no longer be paid. */
const onlyDebtIsPayable: Invariant = ({ tables, truth }) => {
  const instalments = new Map(tables.payments.map((payment) => [payment.id, payment]))
  const charges = new Map(tables.charges.map((charge) => [charge.reference, charge]))
  const lines = groupBy(tables.charge_payments, ({ charge_id }) => charge_id)
  const payable = truth.payments.filter(isPayable).flatMap((payment) => {
    const charge = charges.get(payment.reference ?? '')
    return charge ? [{ payment, covered: lines.get(charge.id) ?? [] }] : []
  })
  const perInstalment = groupBy(
    payable.flatMap(({ payment, covered }) => covered.map(({ payment_id }) => ({ id: payment_id, payment }))),
    ({ id }) => id,
  )
  return [
    ...payable.flatMap(({ payment, covered }) =>
      covered
        .filter(({ payment_id }) => instalments.get(payment_id)?.status !== 'pending')
        .slice(0, 1)
        .map(
          ({ payment_id: id }) =>
            `payment ${payment.id}: still payable, though instalment ${id} is ${instalments.get(id)?.status}`,
        ),
    ),
    ...[...perInstalment]
      .filter(([, codes]) => codes.length > 1)
      .map(([id, codes]) => `instalment ${id}: payable by ${codes.length} open codes`),
  ]
}

const isPayable = ({ status }: ActualPayment): boolean => status === 'pending' || status === 'in_process'

/** A look-up has started exactly when one of its charges was paid. */
const lookupsStarted: Invariant = (evidence) => {
  const { tables, truth } = evidence
  const held = heldForReview(evidence)
  const received = new Set(
    truth.payments
      .filter(({ id, received }) => received > 0 && !held.has(id))
      .map(({ reference }) => reference),
  )
  const charges = groupBy(tables.charges, ({ purpose_id }) => purpose_id)
  const credited = new Set(tables.credits.map(({ charge_id }) => charge_id))
  return tables.consultations.flatMap(({ id, status }) => {
    const paid = (charges.get(id) ?? []).filter((charge) => received.has(charge.reference))
    const isWaiting = status === 'awaiting_payment'
    if (isWaiting && paid.some((charge) => !credited.has(charge.id)))
      return [`look-up ${id}: paid but not started`]
    return !isWaiting && paid.length === 0 && status !== 'cancelled'
      ? [`look-up ${id}: ${status} but not paid`]
      : []
  })
}

export const chargeInvariants = {
  chargesStoredAndRequested,
  onePaymentPerCharge,
  chargesMatchProvider,
  onlyDebtIsPayable,
  lookupsStarted,
}
