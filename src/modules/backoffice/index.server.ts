import type { Outcome } from '../../core/outcome.ts'
import { bind } from '../../core/use-case.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Orders } from '../orders/index.server.ts'
import type { Payments } from '../payments/index.server.ts'
import type { Proposals } from '../proposals/index.server.ts'
import { firstAuditBreach, latestAudit } from './audit-store.server.ts'
import { cancelOrder } from './cancel-order.ts'
import { type PerformDeps, perform } from './perform.ts'

export interface BackofficeDeps extends PerformDeps {
  orders: Orders
  payments: Payments
  proposals: Proposals
}

/** Who of the team decides, and why. */
type Signed<I> = Omit<I, 'by' | 'origin'> & { actor: string; reason: string }

/**
 * What only a person of the team may do. Each deed checks the role, does its work and leaves a record in the audit log,
 * in one transaction: the desk and the command line both come through here.
 */
export function createBackoffice(deps: BackofficeDeps) {
  const { payments, orders, proposals } = deps
  const { within } = bind(deps)

  /** A use case as a deed: named, told of its subject by one of its inputs, and signed. */
  const deed =
    <I extends object, T, C extends string>(
      action: string,
      subject: keyof I & string,
      work: (tx: Transaction, input: I) => Promise<Outcome<T, C>>,
    ) =>
    ({ actor, reason, ...rest }: Signed<I>) => {
      const input = { ...rest, by: actor, reason } as unknown as I
      // Whose address it is, the subject's own row says: the log keeps ids, amounts and choices.
      const { email: _, ...detail } = { email: undefined, ...rest }
      const told = { actor, action, subject: String(input[subject]), reason, detail }
      return perform(deps, told, (tx) => work(tx, input))
    }

  return {
    refundCharge: deed('charge.refund', 'chargeId', (tx, it: Omit<ChargeRefund, 'origin'>) =>
      payments.refundCharge(tx, { ...it, origin: 'team' }),
    ),
    refundCredit: deed('credit.refund', 'creditId', payments.refundCredit),
    applyCredit: deed('credit.apply', 'creditId', payments.applyCredit),
    dismissCredit: deed('credit.dismiss', 'creditId', payments.dismissCredit),
    decideRefund: deed('refund.decide', 'refundId', payments.decideRefund),
    reviewPayment: deed('payment.review', 'paymentId', payments.reviewPayment),
    reviewCharge: deed('charge.review', 'chargeId', payments.reviewCharge),
    recordPayout: deed('payout.record', 'reference', payments.recordPayout),
    acceptClose: deed('close.accept', 'day', payments.acceptClose),

    cancelOrder: deed('order.cancel', 'orderId', within(cancelOrder)),
    startWork: deed('order.start', 'orderId', orders.startWork),
    completeStep: deed('order.step', 'orderId', orders.completeStep),

    sendOffer: deed('offer.send', 'serviceId', proposals.sendCustomOffer),
    withdrawOffer: deed('offer.withdraw', 'offerId', proposals.withdrawCustomOffer),

    /** Everything that waits for a person, the oldest first. */
    openItems: payments.openItems,
    latestAudit: ({ limit = 50 } = {}) => latestAudit(deps.database, limit),
    firstAuditBreach: () => firstAuditBreach(deps.database),
  }
}

type ChargeRefund = Parameters<Payments['refundCharge']>[1]
