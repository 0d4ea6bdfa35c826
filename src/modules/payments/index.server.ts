import type { Executor, Transaction } from '../../platform/database/database.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { cancelCharge } from './cancel-charge.ts'
import { cancelInstalments } from './cancel-instalments.ts'
import { chargesOfConcern } from './charges-store.server.ts'
import { checkCharge } from './check-charge.ts'
import { closeCredit, openCredits } from './credits-store.server.ts'
import { type PaymentsDeps, paymentJobs } from './deps.ts'
import type { ChargeMethod } from './domain/charge.ts'
import { issueCharge } from './issue-charge.ts'
import { chargeView, currentPayment, ofOrder, paidOf, pendingOf, phasesOf } from './read-payments.ts'
import { settledCharge } from './read-settled.ts'
import { type Notice, processEvent, receiveWebhook } from './receive-webhook.ts'
import { reconcile } from './reconcile.ts'
import { issueRefund, requestRefund } from './refund-charge.ts'
import { refundOrder } from './refund-order.ts'
import { renewCharge } from './renew-charge.ts'
import { type ChargeToRequest, requestCharge } from './request-charge.ts'
import { type Schedule, scheduleInstalments } from './schedule-instalments.ts'
import { type SettleCause, settle } from './settle.ts'
import { type ChargePayer, payerOf, startCharge } from './start-charge.ts'

export type { IssueRefusal } from './issue-charge.ts'
export type { Payer, PaymentProvider } from './ports.ts'
export type { ChargeToRequest } from './request-charge.ts'
export type { InstalmentToSchedule, Schedule } from './schedule-instalments.ts'
export type { ChargePayer, StartRefusal } from './start-charge.ts'

export type Payments = ReturnType<typeof createPayments>

/**
 * Instalments, charges and the money that arrives. Publishes `installment.paid` {paymentId, orderId, userId, amount,
 * paidOn}, `charge.settled` {chargeId, userId, amount, method, purpose, paidOn} and `charge.reversed` {… status,
 * paymentIds}; `purpose` is {kind: 'instalments'} or {kind: 'consultation', id}.
 */
export function createPayments({
  webhookSecret,
  reconcileSeconds,
  ...deps
}: PaymentsDeps & { webhookSecret: string; reconcileSeconds: number }) {
  const { database, clock } = deps
  const reading = { database, clock }

  return {
    scheduleInstalments: (tx: Executor, schedule: Schedule) => scheduleInstalments(tx, schedule, deps),
    cancelInstalments: (tx: Transaction, which: { orderId: string }) => cancelInstalments(tx, which, deps),

    startCharge: (wish: { viewer: ChargePayer; paymentIds: readonly string[]; method?: ChargeMethod }) =>
      startCharge({ ...wish, ...deps }),
    renewCharge: (wish: { chargeId: string; viewer: ChargePayer }) => renewCharge({ ...wish, ...deps }),
    cancelCharge: (wish: { chargeId: string; userId?: string }) => cancelCharge({ ...wish, ...deps }),

    /** For other modules: the intent in their transaction, then `issueCharge` once it is committed. */
    requestCharge: (tx: Transaction, request: ChargeToRequest) => requestCharge(tx, request, deps),
    issueCharge: ({ chargeId }: { chargeId: string }) => issueCharge({ chargeId, ...deps }),
    payerOf,

    refundOrder: (tx: Transaction, which: Parameters<typeof refundOrder>[1]) => refundOrder(tx, which, deps),
    requestRefund: (tx: Transaction, refund: Parameters<typeof requestRefund>[1]) =>
      requestRefund(tx, refund, deps),

    receiveWebhook: (notice: Notice) => receiveWebhook({ ...notice, webhookSecret, ...deps }),
    settle: ({ chargeId, cause = 'check' }: { chargeId: string; cause?: SettleCause }) =>
      settle({ chargeId, cause, ...deps }),
    reconcile: () => reconcile(deps),

    checkCharge: (which: { chargeId: string }) => checkCharge({ ...which, ...deps }),

    pendingOf: ({ userId }: { userId: string }) => pendingOf({ database, userId }),
    paidOf: ({ userId }: { userId: string }) => paidOf({ database, userId }),
    ofOrder: ({ orderId }: { orderId: string }) => ofOrder({ database, orderId }),
    settledCharge: (which: { chargeId: string; userId: string }) => settledCharge({ ...which, database }),
    /** With `executor`, within the caller's transaction. */
    chargeView: ({
      executor = database,
      ...which
    }: {
      chargeId: string
      userId: string | undefined
      executor?: Executor
    }) => chargeView({ ...which, database: executor, clock }),
    currentPayment: (which: { chargeId: string | undefined; orderId?: string | undefined; userId: string }) =>
      currentPayment({ ...which, ...reading }),
    phasesOf: (which: { chargeIds: readonly string[] }) => phasesOf({ ...which, ...reading }),

    /** For the desk: money that no instalment absorbed, oldest first. */
    openCredits: ({ limit = 100 } = {}) => openCredits(database, limit),
    resolveCredit: (tx: Transaction, which: { id: string; by: string; resolution: string }) =>
      closeCredit(tx, { ...which, at: clock.now() }),
    /** For the desk: charges that somebody has to look at, newest first. */
    chargesOfConcern: ({ limit = 100 } = {}) => chargesOfConcern(database, limit),

    jobs: {
      [paymentJobs.issue]: {
        retryDelay: 10,
        async run({ chargeId }) {
          const issued = await issueCharge({ chargeId: String(chargeId), ...deps })
          if (!issued.ok && issued.code === 'unavailable') throw new Error('the provider does not answer')
        },
      },
      [paymentJobs.cancel]: {
        retryDelay: 10,
        async run({ chargeId }) {
          const cancelled = await cancelCharge({ chargeId: String(chargeId), ...deps })
          if (!cancelled.ok && cancelled.code === 'unavailable')
            throw new Error('the provider does not answer')
        },
      },
      [paymentJobs.process]: {
        poll: 0.5,
        run: ({ eventId }) => processEvent({ eventId: String(eventId), ...deps }),
      },
      [paymentJobs.refund]: {
        retryDelay: 10,
        run: ({ refundId }) => issueRefund({ refundId: String(refundId), ...deps }),
      },
      [paymentJobs.reconcile]: {
        retryLimit: 0,
        every: { seconds: reconcileSeconds },
        run: async () => {
          await reconcile(deps)
        },
      },
    } satisfies Record<string, JobDefinition>,
  }
}
