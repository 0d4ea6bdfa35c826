import { setTimeout as sleep } from 'node:timers/promises'
import { readerOf } from '../database.ts'
import { servers } from './addresses.ts'
import type { PostgresCluster } from './postgres-cluster.ts'

/** Query for the data that must be the same on every server: the acknowledged writes and the ledger. */
const digests = `(
  select 'orders' as what, count(*) as count, md5(string_agg(id::text, '' order by id)) as digest from orders
  union all
  select 'contract_acceptances', count(*), md5(string_agg(record_hash, '' order by id)) from contract_acceptances
  union all
  select 'ledger_entries', count(*), md5(string_agg(account || amount, '' order by transaction_id, account, amount)) from ledger_entries
  order by 1)`
const attempts = 30

/**
 * Checks whether every server has the same rows at the end, whether it was a primary or not.
 *
 * @returns one sentence for each server that differs
 */
export async function compareServers(cluster: PostgresCluster): Promise<string[]> {
  let differing: string[] = []
  // A standby may lag for a moment.
  for (let attempt = 0; attempt < attempts; attempt++) {
    const read = await Promise.all(
      servers.map(async (server) => {
        const reader = readerOf(cluster.urlOf(server))
        const rows = await reader.all(digests).catch((error: Error) => error.message)
        await reader.close()
        return { server, rows: JSON.stringify(rows) }
      }),
    )
    differing = read
      .filter(({ rows }) => rows !== read[0]?.rows)
      .map(({ server, rows }) => `serversAgree: pg${server} has ${rows}, pg1 ${read[0]?.rows}`)
    if (differing.length === 0) return []
    await sleep(500)
  }
  return differing
}
