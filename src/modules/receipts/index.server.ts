import { boundTo } from '../../core/use-case.ts'
import type { Listener } from '../../platform/events/events.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { ReceiptsDeps } from './deps.ts'
import { openReceipt } from './open-receipt.ts'
import { openSchedule } from './open-schedule.ts'
import { returnedReceipts } from './returned-receipts.ts'

export type Receipts = ReturnType<typeof createReceipts>

const jobNames = { receipt: 'receipts.receipt', schedule: 'receipts.schedule' } as const

/** The papers of money: a receipt for each charge that was paid, and an order's schedule (docs/decisions/0011). */
export function createReceipts(deps: ReceiptsDeps) {
  const bound = boundTo(deps)
  return {
    openReceipt: bound(openReceipt),
    openSchedule: bound(openSchedule),
    returnedReceipts: bound(returnedReceipts),

    listeners: [
      {
        name: 'receipts.receipt',
        on: 'charge.settled',
        async handle({ chargeId, userId, purpose }, tx) {
          if (typeof chargeId !== 'string' || typeof userId !== 'string') return
          if ((purpose as { kind?: unknown } | undefined)?.kind !== 'instalments') return
          await deps.enqueue(tx, jobNames.receipt, { chargeId, userId })
        },
      },
      {
        name: 'receipts.schedule',
        on: 'contract.accepted',
        async handle({ orderId, userId }, tx) {
          if (typeof orderId !== 'string' || typeof userId !== 'string') return
          await deps.enqueue(tx, jobNames.schedule, { orderId, userId })
        },
      },
    ] satisfies Listener[],

    jobs: {
      [jobNames.receipt]: {
        async run({ chargeId, userId }) {
          await openReceipt(deps, { chargeId: String(chargeId), userId: String(userId) })
        },
      },
      [jobNames.schedule]: {
        async run({ orderId, userId }) {
          await openSchedule(deps, { orderId: String(orderId), userId: String(userId) })
        },
      },
    } satisfies Record<string, JobDefinition>,
  }
}
