import { createHash } from 'node:crypto'

/**
 * A hash-chained log: each record has its own hash and that of the record before it, so that a changed, removed or
 * inserted record is detected. The end of the chain is stored separately, which also detects records missing at the end.
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

/** The last position of a chain and the hash of its record. */
export interface ChainEnd {
  position: number
  hash: string
}

export const emptyChain: ChainEnd = { position: 0, hash: '0'.repeat(64) }

/**
 * The link of the record that follows `end`.
 *
 * @param textAt the record's text at its place; it must contain the previous hash and be reproducible from the stored row
 */
export function linkAfter(end: ChainEnd, textAt: (place: LinkPlace) => string): Link {
  const place = { position: end.position + 1, previousHash: end.hash }
  return { ...place, recordHash: sha256(textAt(place)) }
}

export type ChainBreachReason = 'missing' | 'content_changed' | 'record_changed' | 'end_missing'

export interface ChainVerification {
  /** Number of records read. */
  records: number
  /** The first breach; absent when nothing was changed, removed or inserted. */
  breach?: { reason: ChainBreachReason; lastIntact: number }
}

/**
 * Reads a chain from its first record and recomputes every hash.
 *
 * @param pageAfter reads the records after a position, in order, at most `limit`
 * @param isContentIntact an additional check of a record, such as the hash of a text
 * @param isForgotten whether a record's content was erased because its time was over: only its place and its hash are checked
 */
export async function verifyChain<Row extends Link>({
  end,
  pageAfter,
  textAt,
  isContentIntact = () => true,
  isForgotten = () => false,
}: {
  end: ChainEnd
  pageAfter: (position: number, limit: number) => Promise<readonly Row[]>
  textAt: (row: Row, place: LinkPlace) => string
  isContentIntact?: (row: Row) => boolean
  isForgotten?: (row: Row) => boolean
}): Promise<ChainVerification> {
  let last = emptyChain
  let records = 0
  const broken = (reason: ChainBreachReason) => ({ records, breach: { reason, lastIntact: last.position } })
  for (;;) {
    const page = await pageAfter(last.position, pageSize)
    for (const row of page) {
      records += 1
      const isGone = isForgotten(row)
      const expected = isGone
        ? { position: last.position + 1, previousHash: last.hash, recordHash: row.recordHash }
        : linkAfter(last, (place) => textAt(row, place))
      if (row.position !== expected.position) return broken('missing')
      if (!isGone && !isContentIntact(row)) return broken('content_changed')
      const isLinked = row.previousHash === expected.previousHash && row.recordHash === expected.recordHash
      if (!isLinked) return broken('record_changed')
      last = { position: row.position, hash: row.recordHash }
    }
    if (page.length < pageSize) break
  }
  return last.position === end.position && last.hash === end.hash ? { records } : broken('end_missing')
}

const pageSize = 200

/** SHA-256 of a text in UTF-8, hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
