import { createHash } from 'node:crypto'
import { todayInSaoPaulo } from '../../core/calendar.ts'
import type { Centavos } from '../../core/money.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { ReceiptsDeps } from './deps.ts'
import type { Paper, PaperKind } from './domain/paper.ts'
import type { IssuedPaper } from './public.ts'
import { renderPaper } from './render/render-paper.ts'
import { findReceipt, markMade, type ReceiptRow, takeNumber } from './store.server.ts'

export interface PaperToIssue {
  kind: PaperKind
  key: string
  userId: string
  chargeId?: string
  orderId?: string
  amount: Centavos
  paper: Paper
  /** What else is written when it is made, once. */
  tell?: (tx: Transaction, row: ReceiptRow) => Promise<void>
}

/**
 * Makes a paper, once for each key: the row with its number, then the bytes, then the word that they are there. What a
 * crash interrupts the next call finishes under the same number; of two at once one tells.
 */
export async function issuePaper(
  deps: ReceiptsDeps,
  { kind, key, userId, chargeId, orderId, amount, paper, tell }: PaperToIssue,
): Promise<IssuedPaper> {
  const { database, storage, clock, newId } = deps
  const now = clock.now()
  const year = Number(todayInSaoPaulo(now).slice(0, 4))
  const of = { kind, key, userId, chargeId: chargeId ?? null, orderId: orderId ?? null, amount }
  const row = await database.transaction((tx) => takeNumber(tx, { ...of, id: newId(), year, createdAt: now }))
  if (row.sha256 === null) {
    const bytes = await renderPaper(paper, { number: numberOf(row), issuedAt: row.createdAt })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    // Under its hash, so that two at once who say different things never mix row and file.
    await storage.put(blobKey({ id: row.id, sha256 }), bytes)
    await database.transaction(async (tx) => {
      if (await markMade(tx, { id: row.id, sha256, at: clock.now() })) await tell?.(tx, row)
    })
  }
  const issued = await issuedPaper(deps, { key, userId })
  if (!issued) throw new Error(`paper ${row.id} was made and is not there`)
  return issued
}

/** A paper that was made, for its owner; undefined where there is none yet. */
export async function issuedPaper(
  { database, storage }: Pick<ReceiptsDeps, 'database' | 'storage'>,
  which: { key: string; userId: string },
): Promise<IssuedPaper | undefined> {
  const row = await findReceipt(database, which)
  if (!row?.sha256) return undefined
  const bytes = await storage.get(blobKey({ id: row.id, sha256: row.sha256 }))
  if (!bytes) throw new Error(`the file of paper ${row.id} is gone`)
  return { kind: row.kind, number: numberOf(row), bytes }
}

/** '2026/000012'. */
export function numberOf({ year, number }: Pick<ReceiptRow, 'year' | 'number'>): string {
  return `${year}/${String(number).padStart(6, '0')}`
}

const blobKey = ({ id, sha256 }: { id: string; sha256: string }) => `receipts/${id}/${sha256}`
