import { type IsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { sum } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { pipelined } from '../../../platform/database/pipelined.ts'
import { publishSettled } from '../charges/publish-settled.ts'
import type { ChargeRow } from '../charges/store.server.ts'
import { type CreditRow, insertCredit, moveCredit } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { creditMatched, receipt } from '../domain/movements.ts'
import type { Allocation } from '../domain/settlement.ts'
import type { LockedChargeLine } from '../instalments/charge-lines-store.server.ts'
import { notifyPayer } from '../instalments/notify-payer.ts'
import { payInstalments } from '../instalments/pay-instalments.ts'
import { post } from '../ledger/post.server.ts'
import type { PaymentRow } from '../payments/store.server.ts'

/** Allocates received money to instalments, to sales paid immediately, and to credits. */
export async function recordAllocation(
  tx: Transaction,
  {
    charge,
    lines,
    payment,
    allocation,
    receivedAt,
    unapplied,
  }: {
    charge: ChargeRow | undefined
    lines: readonly LockedChargeLine[]
    payment: PaymentRow
    allocation: Allocation
    /** Determines the accounting day. */
    receivedAt: Date
    /** The credit, locked, that has contained this money until now; undefined for money that is new to the books. */
    unapplied?: CreditRow | undefined
  },
  deps: PaymentsDeps,
): Promise<void> {
  const paidOn = todayInSaoPaulo(receivedAt)
  const paid = lines.filter((line) => allocation.paid.includes(line))
  const [instalments, others] = [paid.filter(isInstalment), paid.filter((line) => !isInstalment(line))]
  const allocated = {
    amount: payment.amount,
    paid: instalments,
    soldAtOnce: sum(others.map(({ asked }) => asked)),
    credits: allocation.credits,
  }
  const paidFrom = { chargeId: payment.chargeId, paymentId: payment.id, paidAt: receivedAt }
  const paidInstalments = instalments.map(({ instalmentId, asked, ...line }) => ({
    ...line,
    id: instalmentId,
    amount: asked,
  }))
  await pipelined(
    postAllocation(tx, { payment, allocated, unapplied, paidOn }, deps),
    payInstalments(tx, { instalments: paidInstalments, ...paidFrom }, deps),
    ...(charge && paid.length > 0
      ? [publishSettled(tx, { charge, received: payment.amount, paidOn }, deps)]
      : []),
  )
  for (const due of allocation.credits) {
    await insertCredit(tx, { due, payment, charge }, deps)
    if (charge && allocation.to !== 'amount_mismatch')
      await notifyPayer(tx, { kind: 'credit.kept', charge, ...due }, deps)
  }
  if (charge && allocation.to === 'amount_mismatch')
    await notifyPayer(tx, { kind: 'charge.amount_mismatch', charge, received: payment.amount }, deps)
  if (allocation.credits.length > 0) {
    const reasons = allocation.credits.map(({ reason }) => reason)
    deps.log.warn({ payment: payment.providerId, reasons }, 'received money became credits')
  }
}

/** Posts money that is new to the books, or moves it out of the credit that has contained it until now. */
async function postAllocation(
  tx: Transaction,
  {
    payment: { id, provider },
    allocated,
    unapplied,
    paidOn,
  }: {
    payment: PaymentRow
    allocated: Parameters<typeof creditMatched>[0]
    unapplied: CreditRow | undefined
    paidOn: IsoDate
  },
  deps: PaymentsDeps,
): Promise<void> {
  if (!unapplied)
    return post(
      tx,
      { movement: receipt({ provider, ...allocated }), key: `receipt:${id}`, day: paidOn },
      deps,
    )
  await moveCredit(tx, unapplied.id, 'matched', { resolvedAt: deps.clock.now() })
  await post(tx, { movement: creditMatched(allocated), key: `credit:${unapplied.id}` }, deps)
}

const isInstalment = <L extends LockedChargeLine>(line: L): line is Extract<L, { instalmentId: string }> =>
  line.instalmentId !== undefined
