import { sha256 } from './digest.ts'

/**
 * Hash-chained log: each record contains its own hash and that of the previous record, so that a changed, removed or inserted
 * record is detected. The end of the chain is stored separately, so that records missing at the end are detected too.
 */
export interface Link {
  /** From 1, without gaps. */
  position: number
  /** SHA-256, hexadecimal. */
  previousHash: string
  /** SHA-256, hexadecimal. */
  recordHash: string
}

export type LinkPlace = Pick<Link, 'position' | 'previousHash'>

/** Last position of a chain and the hash of its record. */
export interface ChainEnd {
  position: number
  hash: string
}

export const emptyChain: ChainEnd = { position: 0, hash: '0'.repeat(64) }

/**
 * Returns the link of the record that follows `end`.
 *
 * @param textAt the record's text at its place; it must contain the previous hash and be reproducible from the stored row
 */
export function linkAfter(end: ChainEnd, textAt: (place: LinkPlace) => string): Link {
  const place = { position: end.position + 1, previousHash: end.hash }
  return { ...place, recordHash: sha256(textAt(place)) }
}

type ChainBreachReason = 'missing' | 'content_changed' | 'record_changed' | 'end_missing'

export interface ChainBreach {
  reason: ChainBreachReason
  /** Position of the last record before the breach. */
  after: number
}

export interface ChainVerification {
  /** Number of records read. */
  records: number
  /** In the order of the chain, at most `maxBreaches`; none when nothing was changed, removed or inserted. */
  breaches: ChainBreach[]
}

/** Maximum number of breaches that are listed; further ones are omitted. */
const maxBreaches = 20

/**
 * Reads a chain from its first record to its end and recomputes every hash. After a breach it continues from the stored values,
 * so that a known breach does not hide a later one.
 *
 * @param end as read before the first page: records appended meanwhile are left to the next verification
 * @param endNow reads the end again
 * @param pageAfter reads the records after a position, in order, at most `limit`
 * @param isContentIntact an additional check of a record, such as the hash of a text
 * @param isForgotten whether a record's content was deleted at the end of its retention period: only its position and the hash of
 * the previous record are checked
 */
export async function verifyChain<Row extends Link>({
  end,
  endNow,
  pageAfter,
  textAt,
  isContentIntact = () => true,
  isForgotten = () => false,
}: {
  end: ChainEnd
  endNow: () => Promise<ChainEnd>
  pageAfter: (position: number, limit: number) => Promise<readonly Row[]>
  textAt: (row: Row, place: LinkPlace) => string
  isContentIntact?: (row: Row) => boolean
  isForgotten?: (row: Row) => boolean
}): Promise<ChainVerification> {
  const breaches: ChainBreach[] = []
  let last = emptyChain
  let records = 0
  const found = (reason: ChainBreachReason) => {
    if (breaches.length < maxBreaches) breaches.push({ reason, after: last.position })
  }
  const check = (row: Row): ChainBreachReason | undefined => {
    if (row.position !== last.position + 1) return 'missing'
    const place = { position: row.position, previousHash: last.hash }
    if (!isForgotten(row)) {
      if (!isContentIntact(row)) return 'content_changed'
      if (row.recordHash !== sha256(textAt(row, place))) return 'record_changed'
    }
    return row.previousHash === place.previousHash ? undefined : 'record_changed'
  }
  while (last.position < end.position) {
    const page = await pageAfter(last.position, pageSize)
    const known = page.filter(({ position }) => position <= end.position)
    for (const row of known) {
      records += 1
      const reason = check(row)
      if (reason) found(reason)
      last = { position: row.position, hash: row.recordHash }
    }
    if (known.length < pageSize) break
  }
  if (last.position !== end.position || last.hash !== end.hash) found('end_missing')
  const [beyond] = await pageAfter(end.position, 1)
  if (beyond && (await endNow()).position < beyond.position) found('end_missing')
  return { records, breaches }
}

const pageSize = 200
