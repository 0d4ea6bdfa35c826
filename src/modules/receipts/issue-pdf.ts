import { createHash } from 'node:crypto'
import { todayInSaoPaulo } from '../../core/calendar.ts'
import type { Centavos } from '../../core/money.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { ReceiptsDeps } from './deps.ts'
import type { PdfContent, PdfKind } from './domain/pdf-content.ts'
import type { IssuedPdf } from './public.ts'
import { renderPdf } from './render/render-pdf.ts'
import { assignNumber, findReceipt, markMade, type ReceiptRow } from './store.server.ts'

export interface PdfToIssue {
  kind: PdfKind
  key: string
  userId: string
  chargeId?: string
  orderId?: string
  amount: Centavos
  content: PdfContent
  /** Called once, in the transaction that marks it as issued. */
  notify?: (tx: Transaction, row: ReceiptRow) => Promise<void>
}

/**
 * Issues a PDF once per key: inserts the row with its number, stores the bytes, then marks the row as made. The next call
 * completes what a crash interrupts, under the same number; of two concurrent calls only one notifies.
 */
export async function issuePdf(
  deps: ReceiptsDeps,
  { kind, key, userId, chargeId, orderId, amount, content, notify }: PdfToIssue,
): Promise<IssuedPdf> {
  const { database, storage, clock, newId } = deps
  const now = clock.now()
  const year = Number(todayInSaoPaulo(now).slice(0, 4))
  const fields = { kind, key, userId, chargeId: chargeId ?? null, orderId: orderId ?? null, amount }
  const row = await database.transaction((tx) =>
    assignNumber(tx, { ...fields, id: newId(), year, createdAt: now }),
  )
  if (row.sha256 === null) {
    const bytes = await renderPdf(content, { number: numberOf(row), issuedAt: row.createdAt })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    // Stored under its hash, so that concurrent calls with different content never mix row and file.
    await storage.put(blobKey({ id: row.id, sha256 }), bytes)
    await database.transaction(async (tx) => {
      if (await markMade(tx, { id: row.id, sha256, at: clock.now() })) await notify?.(tx, row)
    })
  }
  const issued = await issuedPdf(deps, { key, userId })
  if (!issued) throw new Error(`PDF ${row.id} was issued but is not found`)
  return issued
}

/** An issued PDF, for its owner; undefined if it is not issued yet. */
export async function issuedPdf(
  { database, storage }: Pick<ReceiptsDeps, 'database' | 'storage'>,
  which: { key: string; userId: string },
): Promise<IssuedPdf | undefined> {
  const row = await findReceipt(database, which)
  if (!row?.sha256) return undefined
  const bytes = await storage.get(blobKey({ id: row.id, sha256: row.sha256 }))
  if (!bytes) throw new Error(`the file of PDF ${row.id} is missing`)
  return { kind: row.kind, number: numberOf(row), bytes }
}

/** '2026/000012'. */
export function numberOf({ year, number }: Pick<ReceiptRow, 'year' | 'number'>): string {
  return `${year}/${String(number).padStart(6, '0')}`
}

const blobKey = ({ id, sha256 }: { id: string; sha256: string }) => `receipts/${id}/${sha256}`
