import type { TruePayment } from '../truth.ts'
import { type Check, groupBy } from './check.ts'

const open = ['created', 'pending', 'in_process']

/** An acknowledged charge is kept, and no intent is left hanging between us and the provider. */
const keptAndAsked: Check = ({ books, notes }) => {
  const known = new Set(books.charges.map(({ id }) => id))
  const promised = notes.flatMap((note) => ('chargeId' in note ? [note.chargeId] : []))
  return [
    ...promised.filter((id) => !known.has(id)).map((id) => `charge ${id}: acknowledged and not kept`),
    ...books.charges
      .filter(({ status }) => status === 'created')
      .map(({ id }) => `charge ${id}: never asked of the provider`),
  ]
}

/** One key is one payment at the provider, and one Pix charge has one that we asked for. */
const oneChargeEach: Check = ({ books, truth }) => {
  const asked = truth.payments.filter(({ idempotencyKey }) => idempotencyKey !== null)
  const keys = new Set(books.charges.map(({ idempotency_key }) => idempotency_key))
  return [
    ...[...groupBy(asked, ({ reference }) => reference)]
      .filter(([, payments]) => payments.length > 1)
      .map(([reference, payments]) => `charge ${reference}: asked of the provider ${payments.length} times`),
    ...asked
      .filter(({ idempotencyKey }) => !keys.has(idempotencyKey ?? ''))
      .map(({ id }) => `payment ${id}: asked for under a key nobody wrote down`),
  ]
}

/** What each charge is said to be, by what the provider says of the payment it stands or fell with. */
const agreesWithProvider: Check = ({ books, truth }) => {
  const payments = groupBy(truth.payments, ({ reference }) => reference)
  return books.charges.flatMap(({ id, status, reference, provider_id, method }) => {
    const own = payments.get(reference) ?? []
    const counts =
      own.find((payment) => payment.id === provider_id) ?? own.find(({ received }) => received > 0)
    const word = counts ? counts.status : undefined
    if (word === undefined) {
      // A card nobody tried, or a charge the provider refused or never heard of.
      const isNothing = own.length === 0 && (method === 'credit_card' || !open.includes(status))
      return isNothing || method === 'credit_card' ? [] : [`charge ${id}: ${status}, unknown to the provider`]
    }
    const expected = states[word]
    return expected === undefined || expected.includes(status)
      ? []
      : [`charge ${id}: ${status}, while the provider says ${word}`]
  })
}

/** Our words for the provider's; a word nobody has heard of asks for none. A rejected card may be tried again. */
const states: Readonly<Record<string, readonly string[]>> = {
  pending: ['pending'],
  in_process: ['in_process'],
  approved: ['approved', 'divergent'],
  rejected: ['rejected', 'pending', 'cancelled', 'expired'],
  cancelled: ['cancelled', 'expired', 'failed'],
  in_mediation: ['in_mediation'],
  refunded: ['refunded'],
  charged_back: ['charged_back'],
}

/** What need not or must not be paid any more cannot be: its code is closed at the provider. */
const closedWhereNotOwed: Check = ({ books, truth }) => {
  const instalments = new Map(books.payments.map((payment) => [payment.id, payment]))
  const charges = new Map(books.charges.map((charge) => [charge.reference, charge]))
  const lines = groupBy(books.charge_payments, ({ charge_id }) => charge_id)
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
            `payment ${payment.id}: can still be paid, though instalment ${id} is ${instalments.get(id)?.status}`,
        ),
    ),
    ...[...perInstalment]
      .filter(([, codes]) => codes.length > 1)
      .map(([id, codes]) => `instalment ${id}: may be paid by ${codes.length} open codes`),
  ]
}

const isPayable = ({ status }: TruePayment): boolean => status === 'pending' || status === 'in_process'

/** A look-up whose charge was paid goes on; one nobody paid does not. */
const lookupsBegun: Check = ({ books, truth }) => {
  const received = new Set(
    truth.payments.filter((payment) => payment.received > 0).map(({ reference }) => reference),
  )
  const charges = groupBy(books.charges, ({ purpose_id }) => purpose_id)
  const credited = new Set(books.credits.map(({ charge_id }) => charge_id))
  return books.consultations.flatMap(({ id, status }) => {
    const paid = (charges.get(id) ?? []).filter((charge) => received.has(charge.reference))
    const isWaiting = status === 'awaiting_payment'
    if (isWaiting && paid.some((charge) => !credited.has(charge.id)))
      return [`look-up ${id}: paid, but not begun`]
    return !isWaiting && paid.length === 0 && status !== 'cancelled'
      ? [`look-up ${id}: ${status}, but not paid`]
      : []
  })
}

export const chargeChecks = {
  keptAndAsked,
  oneChargeEach,
  agreesWithProvider,
  closedWhereNotOwed,
  lookupsBegun,
}
