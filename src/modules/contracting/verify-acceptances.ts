import { type ChainBreachReason, sha256, verifyChain } from '../../platform/hash-chain.ts'
import type { ContractingDeps } from './deps.ts'
import { linkText } from './evidence.ts'
import { chainEnds, chainPage } from './store.server.ts'

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
      pageAfter: (position, limit) => chainPage(database, { chain, after: position, limit }),
      textAt: (row, place) => linkText(row, { chain, ...place }),
      isContentIntact: (row) => row.sha256 === sha256(row.text),
    })
    records += verified.records
    if (verified.breach) breaches.push(asBreach(chain, verified.breach))
  }
  return { records, breaches }
}

function asBreach(
  chain: number,
  { reason, lastIntact }: { reason: ChainBreachReason; lastIntact: number },
): ChainBreach {
  if (reason === 'end_missing') return { chain, position: lastIntact, reason }
  return { chain, position: lastIntact + 1, reason: reason === 'content_changed' ? 'text_changed' : reason }
}
