import { isNotNull } from 'drizzle-orm'
import { bind } from '../../core/use-case.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { listenTo } from '../../platform/events/listeners.ts'
import { handleJobs } from '../../platform/jobs/define-jobs.ts'
import { belongsToAnother } from '../../platform/security/belongs-to-another.ts'
import { paymentEvents } from '../payments/index.server.ts'
import { announceStep } from './announce-step.ts'
import { beginOnPayment } from './begin-on-payment.ts'
import { cancelOrder, resumeOrder, startWork } from './change-order-status.ts'
import { completeStep } from './complete-step.ts'
import { createSteps, openOrder } from './create-order.ts'
import type { OrdersDeps } from './deps.ts'
import { eraseOrderWords, ordersToErase } from './erase-order-words.ts'
import { orderFigures } from './figures.ts'
import { followMoney, resumeOnPayment } from './follow-money.ts'
import { isMessageValid } from './is-message-valid.ts'
import { orderJobs } from './jobs.ts'
import { moveStepDeadline } from './move-deadline.ts'
import { orderObligations } from './obligations.ts'
import { orderBlocks, ordersPersonal } from './personal.ts'
import { countsForTeam, listForTeam, openForTeam } from './read-desk-orders.ts'
import {
  cancelledOf,
  findForTeam,
  numbersOf,
  openOrderOfService,
  openOrdersOf,
  orderOf,
  ordersOf,
  usersWithEndedOrders,
  versionOf,
} from './read-orders.ts'
import { addNote, recordContact } from './record-contact.ts'
import { reopenStep, undoStep } from './reopen-step.ts'
import {
  addStepFile,
  deleteUnusedStepFiles,
  isFileOfAnother,
  openSharedFile,
  openStepFile,
  takeFile,
} from './step-files.ts'
import { lockCancelled } from './store.server.ts'
import { orders, stepFiles } from './tables.server.ts'
import { orderTotals, signedBetween } from './totals.ts'

export type { CompletedStep, StepDone, StepRefusal } from './complete-step.ts'
export { type OrderMessageKind, orderMessageKinds } from './message-kinds.ts'
export type { OpenedFile, StepFileRefusal } from './step-files.ts'
export type { OrderRow } from './store.server.ts'
export { orderWordings } from './wordings.ts'

export type Orders = ReturnType<typeof createOrders>

/** Orders, their steps and their progress. */
export function createOrders(deps: OrdersDeps) {
  const { bound, within } = bind(deps)
  return {
    /** Columns that name the customer who owns each row of this module. A step changes only with its order. */
    owners: [orders.userId],
    /** Personal data that this module keeps, and the orders that block an erasure. */
    personal: ordersPersonal,
    erasureBlocks: orderBlocks,
    /** Erases an order's texts when the claims about it are barred. */
    eraseOrder: eraseOrderWords,
    ordersToErase: bound(ordersToErase),
    /** Whether a queued message is still true. */
    isMessageValid,
    /** The stored files that rows refer to; one that no completion uses may be unfinished. */
    fileKeys: [{ table: stepFiles, key: stepFiles.storageKey, where: isNotNull(stepFiles.usedAt) }],
    /** For `/metrics` and the daily mail. */
    totals: orderTotals,
    signedBetween,
    openOrder: within(openOrder),
    createSteps: within(createSteps),
    cancelOrder: within(cancelOrder),
    startWork: within(startWork),
    completeStep: within(completeStep),
    resumeOrder: within(resumeOrder),
    /** The cancelled ones among the orders; none changes its status until the caller's transaction ends. */
    cancelledAmong: (tx: Transaction, { orderIds }: { orderIds: readonly string[] }) =>
      lockCancelled(tx, orderIds),

    addStepFile: bound(addStepFile),
    /**
     * Uses a stored file as evidence of something else of the order, in the caller's transaction: false when it is used
     * already.
     */
    takeFile: within(takeFile),
    undoStep: within(undoStep),
    reopenStep: within(reopenStep),
    moveStepDeadline: within(moveStepDeadline),
    recordContact: within(recordContact),
    addNote: within(addNote),
    /** The team's obligations about orders. */
    obligations: orderObligations(deps),
    /** Daily totals: signatures, and promises kept. */
    figures: orderFigures,

    listForTeam: bound(listForTeam),
    countsForTeam: bound(countsForTeam),
    openForTeam: bound(openForTeam),
    openStepFile: bound(openStepFile),
    openSharedFile: bound(openSharedFile),

    ordersOf: bound(ordersOf),
    orderOf: bound(orderOf),
    numbersOf: bound(numbersOf),
    cancelledOf: bound(cancelledOf),
    openOrderOfService: bound(openOrderOfService),
    openOrdersOf,
    findForTeam: bound(findForTeam),
    versionOf: bound(versionOf),
    isOfAnother: (which: { ids: readonly string[]; userId: string }) =>
      belongsToAnother(deps.database, { id: orders.id, owner: orders.userId }, which),
    isFileOfAnother: bound(isFileOfAnother),
    usersWithEndedOrders: bound(usersWithEndedOrders),

    jobs: handleJobs(orderJobs, {
      'orders.announce-step': { run: bound(announceStep) },
      'orders.sweep-files': { every: { cron: '40 4 * * *' }, run: bound(deleteUnusedStepFiles) },
    }),
    listeners: [
      listenTo(paymentEvents, 'instalment.paid', { name: 'orders.begin', handle: within(beginOnPayment) }),
      listenTo(paymentEvents, 'instalment.paid', { name: 'orders.resume', handle: within(resumeOnPayment) }),
      listenTo(paymentEvents, 'order-money.changed', {
        name: 'orders.follow-money',
        handle: within(followMoney),
      }),
    ],
  }
}
