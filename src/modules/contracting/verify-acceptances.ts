import { isUuid } from '../../core/ids.ts'
import { retention } from '../../core/retention.ts'
import type { Executor } from '../../platform/database/database.ts'
import { sha256 } from '../../platform/digest.ts'
import { type ChainBreach, emptyChain, type LinkPlace, verifyChain } from '../../platform/hash-chain.ts'
import type { ContractingDeps } from './deps.ts'
import type { AcceptanceBreach, VerifiedRecord } from './domain/breach.ts'
import { addendumLinkText, chainCount, linkText } from './evidence.ts'
import { type AddendumRow, addendaAfter, addendaOf } from './renegotiation/store.server.ts'
import { lenientOpening, type Opening } from './sealed-contracts.server.ts'
import { type AcceptanceRow, chainEnd, chainEnds, chainPage, selectAcceptance } from './store.server.ts'

export interface VerifiedAcceptances {
  /** Contracts and addenda. */
  records: number
  breaches: AcceptanceBreach[]
}

/**
 * Recomputes the hash of every acceptance. No breaches means that no record was changed, deleted or inserted. Reads page by
 * page, without a transaction, so that it can run concurrently with any number of new acceptances.
 */
export async function verifyAcceptances({
  database,
  sealing,
}: Pick<ContractingDeps, 'database' | 'sealing'>): Promise<VerifiedAcceptances> {
  const opening = lenientOpening(sealing)
  const breaches: AcceptanceBreach[] = []
  let records = 0
  // Checks every possible chain: one whose end was deleted may still have records.
  for (let chain = 0; chain < chainCount; chain++) {
    const endNow = () => chainEnd(database, chain)
    const verified = await verifyChain({
      end: await endNow(),
      endNow,
      pageAfter: (position, limit) => linksAfter(database, { chain, after: position, limit }, opening),
      textAt: (row, place) => recordText(row, { chain, ...place }),
      isContentIntact: (row) => row.sha256 === sha256(row.text),
      isForgotten: isForgottenInTime,
    })
    records += verified.records
    breaches.push(...verified.breaches.map((breach) => asBreach(chain, breach)))
  }
  return { records, breaches }
}

/** Number of records to verify, according to the ends of their chains. */
export async function countAcceptances({ database }: Pick<ContractingDeps, 'database'>): Promise<number> {
  return (await chainEnds(database)).reduce((sum, { position }) => sum + position, 0)
}

/**
 * Verifies the signed texts of an order: their own hashes, and the links to the adjacent records.
 *
 * @returns the contract, then its addenda; empty for an order that is unknown, has no contract or belongs to another
 *   user
 */
export async function verifySigned(
  { database, sealing }: Pick<ContractingDeps, 'database' | 'sealing'>,
  which: { orderId: string; userId: string },
): Promise<VerifiedRecord[]> {
  const opening = lenientOpening(sealing)
  const contract = isUuid(which.orderId) ? await selectAcceptance(database, which, opening) : undefined
  if (!contract) return []
  const signed = [contract, ...(await addendaOf(database, which, opening))]
  return Promise.all(signed.map((row) => verifyRecord({ database, opening }, row)))
}

async function verifyRecord(
  { database, opening }: Pick<ContractingDeps, 'database'> & { opening: Opening },
  row: AcceptanceRow | AddendumRow,
): Promise<VerifiedRecord> {
  const { chain, position, previousHash, recordHash } = row
  // Read before the adjacent records: if a record is appended meanwhile, this end is merely outdated.
  const end = await chainEnd(database, chain)
  const beside = await linksAfter(database, { chain, after: position - 2, limit: 3 }, opening)
  const at = (place: number) => beside.find((link) => link.position === place)
  const before = position === 1 ? emptyChain.hash : at(position - 1)?.recordHash
  const isNamedNext =
    end.position === position ? end.hash === recordHash : at(position + 1)?.previousHash === recordHash
  return {
    kind: isAddendum(row) ? 'addendum' : 'contract',
    chain,
    position,
    recordHash,
    isIntact:
      isForgottenInTime(row) ||
      (row.sha256 === sha256(row.text) && recordHash === sha256(recordText(row, row))),
    isLinked: before === previousHash && isNamedNext,
  }
}

function isAddendum(row: AcceptanceRow | AddendumRow): row is AddendumRow {
  return 'renegotiationId' in row
}

function recordText(row: AcceptanceRow | AddendumRow, place: LinkPlace & { chain: number }): string {
  return isAddendum(row) ? addendumLinkText(row, place) : linkText(row, place)
}

/** Whether the content was erased at the end of its retention period; an earlier erasure is a breach. */
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

/** Links of a chain after a position, contracts and addenda in one sequence. */
async function linksAfter(
  executor: Executor,
  which: { chain: number; after: number; limit: number },
  opening: Opening,
): Promise<(AcceptanceRow | AddendumRow)[]> {
  const all = [
    ...(await chainPage(executor, which, opening)),
    ...(await addendaAfter(executor, which, opening)),
  ]
  return all.toSorted((a, b) => a.position - b.position).slice(0, which.limit)
}

function asBreach(chain: number, { reason, after }: ChainBreach): AcceptanceBreach {
  if (reason === 'end_missing') return { chain, position: after, reason }
  return { chain, position: after + 1, reason: reason === 'content_changed' ? 'text_changed' : reason }
}
