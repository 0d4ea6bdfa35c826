import { todayInSaoPaulo } from '../../core/calendar.ts'
import { retention } from '../../core/retention.ts'
import type { ReceiptsDeps } from './deps.ts'
import { blobKey } from './issue-pdf.ts'
import { markForgotten, selectMadeUntil } from './store.server.ts'

const rowsAtOnce = 500

/**
 * Deletes the files of receipts and schedules past their retention period, because they name a person. The period ends five years
 * after the end of the year in which they were issued (CTN, art. 173, I). Number, amount and day remain; for an account that still
 * exists, with a contract that is kept, opening one renders it again.
 */
export async function deleteOldPdfs({
  database,
  storage,
  clock,
}: Pick<ReceiptsDeps, 'database' | 'storage' | 'clock'>): Promise<void> {
  const thisYear = Number(todayInSaoPaulo(clock.now()).slice(0, 4))
  const year = thisYear - retention.contractYears - 1
  for (;;) {
    const rows = await selectMadeUntil(database, { year, limit: rowsAtOnce })
    for (const row of rows) {
      // The bytes are deleted first: after a crash the row still refers to the rest.
      await storage.delete(blobKey(row))
      await markForgotten(database, row.id)
    }
    if (rows.length < rowsAtOnce) return
  }
}
