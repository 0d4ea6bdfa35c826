import type { ContractingDeps } from './deps.ts'
import { genesis, recordHash, sha256 } from './evidence.ts'
import { chainEnds, chainPage } from './store.server.ts'

/** Where a chain stops agreeing with itself. */
export interface ChainBreach {
  chain: number
  position: number
  reason: 'missing' | 'text_changed' | 'record_changed' | 'end_missing'
}

const pageSize = 200

/** Reads every acceptance again and recomputes every hash. Nothing found means nothing was changed, lost or added. */
export async function verifyAcceptances({
  database,
}: Pick<ContractingDeps, 'database'>): Promise<{ records: number; breaches: ChainBreach[] }> {
  const breaches: ChainBreach[] = []
  let records = 0
  for (const { chain, position: end, head } of await chainEnds(database)) {
    let position = 0
    let previousHash = genesis
    let breach: ChainBreach['reason'] | undefined
    for (;;) {
      const page = await chainPage(database, { chain, after: position, limit: pageSize })
      for (const row of page) {
        position += 1
        records += 1
        const link = { chain, position, previousHash }
        if (row.position !== position) breach = 'missing'
        else if (row.sha256 !== sha256(row.text)) breach = 'text_changed'
        else if (row.previousHash !== previousHash || row.recordHash !== recordHash(row, link))
          breach = 'record_changed'
        if (breach) break
        previousHash = row.recordHash
      }
      if (breach || page.length < pageSize) break
    }
    if (!breach && (position !== end || previousHash !== head)) breach = 'end_missing'
    if (breach) breaches.push({ chain, position, reason: breach })
  }
  return { records, breaches }
}
