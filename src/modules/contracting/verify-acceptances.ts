import { retention } from '../../core/retention.ts'
import type { Executor } from '../../platform/database/database.ts'
import { type ChainBreachReason, sha256, verifyChain } from '../../platform/hash-chain.ts'
import type { ContractingDeps } from './deps.ts'
import { addendumLinkText, linkText } from './evidence.ts'
import { type AddendumRow, addendaAfter } from './renegotiation/store.server.ts'
import { type AcceptanceRow, chainEnds, chainPage } from './store.server.ts'

/** The first inconsistency in a chain. */
export interface ChainBreach {
  chain: number
  position: number
  reason: 'missing' | 'text_changed' | 'record_changed' | 'end_missing'
}

/** Recomputes the hash of every acceptance. No breaches means that no record was changed, deleted or inserted. */
export async function verifyAcceptances({
  database,
}: Pick<ContractingDeps, 'database'>): Promise<{ records: number; breaches: ChainBreach[] }> {
  const breaches: ChainBreach[] = []
  let records = 0
  for (const { chain, ...end } of await chainEnds(database)) {
    const verified = await verifyChain({
      end,
      pageAfter: (position, limit) => linksAfter(database, { chain, after: position, limit }),
      textAt: (row, place) =>
        'renegotiationId' in row
          ? addendumLinkText(row, { chain, ...place })
          : linkText(row, { chain, ...place }),
      isContentIntact: (row) => row.sha256 === sha256(row.text),
      isForgotten: isForgottenInTime,
    })
    records += verified.records
    if (verified.breach) breaches.push(asBreach(chain, verified.breach))
  }
  return { records, breaches }
}

/** Whether the content was erased because its time was over; one that was erased any earlier is a breach. */
function isForgottenInTime({ erasedAt, acceptedAt, text }: AcceptanceRow | AddendumRow): boolean {
  if (!erasedAt || text !== '') return false
  const years = erasedAt.getUTCFullYear() - acceptedAt.getUTCFullYear()
  return (
    years > retention.contractYears ||
    (years === retention.contractYears && isLaterInYear(erasedAt, acceptedAt))
  )
}

function isLaterInYear(later: Date, earlier: Date): boolean {
  const sameYear = new Date(later)
  sameYear.setUTCFullYear(earlier.getUTCFullYear())
  return sameYear >= earlier
}

/** Links of a chain after a position, contracts and addenda in one order. */
async function linksAfter(
  executor: Executor,
  which: { chain: number; after: number; limit: number },
): Promise<(AcceptanceRow | AddendumRow)[]> {
  const all = [...(await chainPage(executor, which)), ...(await addendaAfter(executor, which))]
  return all.toSorted((a, b) => a.position - b.position).slice(0, which.limit)
}

function asBreach(
  chain: number,
  { reason, lastIntact }: { reason: ChainBreachReason; lastIntact: number },
): ChainBreach {
  if (reason === 'end_missing') return { chain, position: lastIntact, reason }
  return { chain, position: lastIntact + 1, reason: reason === 'content_changed' ? 'text_changed' : reason }
}
