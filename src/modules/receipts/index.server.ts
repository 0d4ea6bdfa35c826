import { isNotNull, sql } from 'drizzle-orm'
import { todayInSaoPaulo } from '../../core/calendar.ts'
import { bind } from '../../core/use-case.ts'
import { listenTo } from '../../platform/events/listeners.ts'
import { handleJobs } from '../../platform/jobs/define-jobs.ts'
import { paymentEvents } from '../payments/index.server.ts'
import { checkContract, verifierSource } from './check-contract.ts'
import { deleteOldPdfs } from './delete-old-pdfs.ts'
import type { ReceiptsDeps } from './deps.ts'
import { disputePdf } from './dispute-pdf.ts'
import { receiptJobs } from './jobs.ts'
import { numberCreditReceipt, numberReceipt } from './number-receipt.ts'
import { openContract } from './open-contract.ts'
import { openReceipt } from './open-receipt.ts'
import { openSchedule } from './open-schedule.ts'
import { receiptsPersonal } from './personal.ts'
import { returnedReceipts } from './returned-receipts.ts'
import { createSequences } from './store.server.ts'
import { receipts } from './tables.server.ts'

export type { DisputeFacts } from './domain/dispute-content.ts'
export type { PdfFile } from './domain/pdf-content.ts'
export { type ReceiptMessageKind, receiptMessageKinds } from './message-kinds.ts'
export type { ContractPdf } from './open-contract.ts'
export { receiptWordings } from './wordings.ts'

export type Receipts = ReturnType<typeof createReceipts>

/** PDFs: a receipt for each settled charge and each instalment that a credit paid, and each order's payment schedule (docs/decisions/0011). */
export function createReceipts(deps: ReceiptsDeps) {
  const { bound, within } = bind(deps)
  return {
    /** The columns that identify the customer of each row. */
    owners: [receipts.userId],
    /** Personal data stored by this module. */
    personal: [receiptsPersonal],
    /** The stored files that rows refer to. */
    fileKeys: [
      {
        table: receipts,
        key: sql`'receipts/' || ${receipts.id} || '/' || ${receipts.sha256}`,
        where: isNotNull(receipts.sha256),
      },
    ],
    openReceipt: bound(openReceipt),
    openSchedule: bound(openSchedule),
    openContract: bound(openContract),
    /** Public: whether a contract is ours. */
    checkContract: bound(checkContract),
    verifierSource,
    returnedReceipts: bound(returnedReceipts),
    /** Called after a restore to an earlier point in time. */
    createSequences: () =>
      createSequences(deps.database, Number(todayInSaoPaulo(deps.clock.now()).slice(0, 4))),
    /** For the back office, which checks the role and records. */
    disputePdf: bound(disputePdf),

    listeners: [
      listenTo(paymentEvents, 'charge.settled', {
        name: 'receipts.receipt',
        when: { purpose: { kind: 'instalments' } },
        handle: within(numberReceipt),
      }),
      listenTo(paymentEvents, 'instalment.credited', {
        name: 'receipts.credit',
        handle: within(numberCreditReceipt),
      }),
    ],
    /**
     * Until November 2026 a schedule was issued at the signature and again when it changed; now it is issued when it is
     * opened.
     */
    retiredListeners: ['receipts.schedule', 'receipts.postponed'],

    jobs: handleJobs(receiptJobs, {
      'receipts.forget': { every: { cron: '25 4 * * *' }, run: bound(deleteOldPdfs) },
      // Enqueued by earlier releases.
      'receipts.receipt': {
        run: ({ chargeId: receiptId, userId }) => openReceipt(deps, { receiptId, userId }),
      },
      'receipts.schedule': { run: bound(openSchedule) },
    }),
  }
}
