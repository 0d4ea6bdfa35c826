import type { PaymentState } from '../../src/modules/payments/domain/payment-state.ts'
import { decideSettlement, isAlreadyRecorded } from '../../src/modules/payments/domain/settlement.ts'
import type { PaymentReport } from '../../src/modules/payments/ports.ts'
import { allocate, record } from './books.ts'
import { type Action, type Books, charges, type Report, type World } from './world.ts'

/** Returns a payment of the model in the form in which the provider's adapter would report it. */
export function reportOf(
  { charge, state, amount, refunded, version }: Report,
  { reference, providerId }: { reference?: string; providerId: string },
): PaymentReport {
  const isPartly = state === 'approved' && refunded > 0
  return {
    providerId,
    state: state satisfies PaymentState,
    status: state,
    amount,
    refunded,
    fee: 0,
    detail: isPartly ? 'partially_refunded' : undefined,
    currency: 'BRL',
    reference: reference ?? referenceOf(charge),
    method: 'pix' as const,
    code: undefined,
    ticketUrl: undefined,
    expiresAt: undefined,
    approvedAt: undefined,
    updatedAt: new Date(version),
  }
}

const referenceOf = (charge: number) => `charge-${charge}`

type Decide = typeof decideSettlement

/**
 * Compares the code's pure decisions with the model, for the report that an action records and for every payment that a sweep
 * would skip.
 *
 * @returns the disagreements between the two
 */
export function disagreements(
  world: World,
  action: Action,
  {
    decide = decideSettlement,
    skips = isAlreadyRecorded,
  }: { decide?: Decide; skips?: typeof isAlreadyRecorded } = {},
): string[] {
  const recorded = action.do === 'record' ? world.fetched[action.fetched] : undefined
  return [
    ...(recorded ? aboutReport(world.books, recorded.payment, recorded.report, decide) : []),
    ...world.payments.flatMap((report, payment) => aboutSkipping(world.books, payment, report, skips)),
  ]
}

function aboutReport(books: Books, payment: number, report: Report, decide: Decide): string[] {
  const known = books.known[payment]
  const charge = books.charges[report.charge]
  if (!charge || (known && report.version < known.version)) return []
  const { lines = [], amount = 0 } = charges[report.charge] ?? {}
  const decision = decide({
    charge: {
      status: charge.status,
      reference: referenceOf(report.charge),
      amount,
      settledBy: charge.paidBy === undefined ? undefined : nameOf(charge.paidBy),
    },
    lines: lines.map((line) => ({
      instalmentId: String(line),
      asked: amount / lines.length,
      status: books.instalments[line]?.status ?? 'pending',
    })),
    known: known && { state: known.state, received: known.received },
    reported: reportOf(report, { providerId: nameOf(payment) }),
  })
  const after = record(books, payment, report)
  const isNew = after.known[payment]?.received === true && !known?.received
  const expected = isNew ? allocate(books, report) : undefined
  const allocation = decision.allocation && {
    lines: decision.allocation.paid.map(({ instalmentId }) => Number(instalmentId)),
    credits: decision.allocation.credits.map(({ reason, amount }) => ({ reason, amount })),
    settles: decision.allocation.to !== undefined,
  }
  return [
    ...differing('money', allocation, expected),
    ...differing('status', decision.moves.at(-1) ?? charge.status, after.charges[report.charge]?.status),
  ]
}

/** Checks that a payment which a sweep skips would have changed nothing. */
function aboutSkipping(
  books: Books,
  payment: number,
  report: Report,
  skips: typeof isAlreadyRecorded,
): string[] {
  const known = books.known[payment]
  const row = known && {
    status: known.state,
    detail: known.state === 'approved' && known.refunded > 0 ? 'partially_refunded' : null,
    reference: referenceOf(report.charge),
    amount: known.amount,
    refunded: known.refunded,
    fee: 0,
  }
  if (!skips(row, reportOf(report, { providerId: nameOf(payment) }))) return []
  const { known: _, ...after } = record(books, payment, report)
  const { known: __, ...before } = books
  return differing(`skipping payment ${payment}`, before, after)
}

const nameOf = (payment: number) => `payment-${payment}`

function differing(what: string, code: unknown, model: unknown): string[] {
  const [ours, theirs] = [code, model].map((value) => JSON.stringify(value))
  return ours === theirs ? [] : [`${what}: the code says ${ours}, the model ${theirs}`]
}
