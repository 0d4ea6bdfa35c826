import { todayInSaoPaulo } from '../../core/calendar.ts'
import type { Centavos } from '../../core/money.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { sha256 } from '../../platform/digest.ts'
import { StorageError } from '../../platform/storage/blob-store.ts'
import type { ReceiptsDeps } from './deps.ts'
import type { PdfContent, PdfKind } from './domain/pdf-content.ts'
import type { IssuedPdf } from './public.ts'
import { renderPdf } from './render-later.ts'
import { assignNumber, findReceipt, markMade, type ReceiptRow } from './store.server.ts'

/** The subject of a PDF: a receipt, a schedule or a contract. */
export interface PdfSubject {
  kind: PdfKind
  key: string
  userId: string
  chargeId?: string
  orderId?: string
  amount: Centavos
}

/** Called once per receipt, in the transaction that numbers it. */
export type Announce = (tx: Transaction, row: ReceiptRow) => Promise<void>

/** Numbers a PDF once per key, in the caller's transaction; of two concurrent calls only one announces it. */
export async function numberPdf(
  tx: Transaction,
  { kind, key, userId, chargeId, orderId, amount }: PdfSubject,
  { clock, newId }: Pick<ReceiptsDeps, 'clock' | 'newId'>,
  announce?: Announce,
): Promise<ReceiptRow> {
  const now = clock.now()
  const year = Number(todayInSaoPaulo(now).slice(0, 4))
  const fields = { kind, key, userId, chargeId: chargeId ?? null, orderId: orderId ?? null, amount }
  const announcedAt = announce ? now : null
  const { row, isNew } = await assignNumber(tx, { ...fields, id: newId(), year, createdAt: now, announcedAt })
  if (isNew) await announce?.(tx, row)
  return row
}

/**
 * Issues a PDF once per key: numbers it unless it has a number, stores the bytes, then marks the row as made. After a crash the
 * next call completes it, under the same number. A file that is missing from the store, or damaged, is rendered again the same
 * way: number, date and content derive from the books.
 */
export async function issuePdf(
  deps: ReceiptsDeps,
  { content, announce, ...subject }: PdfSubject & { content: PdfContent; announce?: Announce },
): Promise<IssuedPdf> {
  const { database, storage, clock, log } = deps
  const { key, userId } = subject
  const row =
    (await findReceipt(database, { key, userId })) ??
    (await database.transaction((tx) => numberPdf(tx, subject, deps, announce)))
  if (!(await fileOf(deps, row))) {
    const bytes = await renderPdf(content, { number: numberOf(row), issuedAt: row.createdAt })
    const digest = sha256(bytes)
    // Stored under its hash, so that concurrent calls with different content never mix row and file.
    await storage.put(blobKey({ id: row.id, sha256: digest }), bytes)
    await database.transaction(async (tx) => {
      const isFirst = await markMade(tx, { id: row.id, sha256: digest, at: clock.now(), missing: row.sha256 })
      // A row of an earlier release is announced when it is first made.
      if (isFirst && row.announcedAt === null && row.sha256 === null) await announce?.(tx, row)
    })
    if (row.sha256 !== null) {
      const facts = {
        receiptId: row.id,
        kind: row.kind,
        number: numberOf(row),
        isSame: digest === row.sha256,
      }
      log.warn(facts, 'the file of a receipt was missing or damaged and was rendered again')
    }
  }
  const issued = await issuedPdf(deps, { key, userId })
  if (!issued) throw new Error(`PDF ${row.id} was issued but is not found`)
  return issued
}

/** An issued PDF, for its owner; undefined if it is not issued yet, or if its file is missing or damaged. */
export async function issuedPdf(
  deps: Pick<ReceiptsDeps, 'database' | 'storage' | 'log'>,
  which: { key: string; userId: string },
): Promise<IssuedPdf | undefined> {
  const row = await findReceipt(deps.database, which)
  const bytes = row && (await fileOf(deps, row))
  return row && bytes && { kind: row.kind, number: numberOf(row), bytes }
}

/** Undefined also for a file that cannot be decrypted: it is rendered again like one that is missing. */
async function fileOf(
  { storage, log }: Pick<ReceiptsDeps, 'storage' | 'log'>,
  { id, sha256 }: ReceiptRow,
): Promise<Uint8Array | undefined> {
  if (sha256 === null) return undefined
  try {
    return await storage.get(blobKey({ id, sha256 }))
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    log.warn({ err: error, receiptId: id }, 'the file of a receipt could not be read')
    return undefined
  }
}

/** '2026/000012'. */
export function numberOf({ year, number }: Pick<ReceiptRow, 'year' | 'number'>): string {
  return `${year}/${String(number).padStart(6, '0')}`
}

export const blobKey = ({ id, sha256 }: { id: string; sha256: string }) => `receipts/${id}/${sha256}`
