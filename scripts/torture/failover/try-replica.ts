import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { openReplica } from '../../../src/platform/database/read-replica.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { servers } from './addresses.ts'
import type { PostgresCluster } from './postgres-cluster.ts'

/** Longer than the allowed lag of a replica, and than the time for which it is not used after it lagged. */
const [behindMs, restMs] = [35_000, 16_000]
/** Maximum time that a page waits for a replica that does not respond. */
const maxSilentMs = 9_000

/**
 * Reads data that may lag in the same way as the product: from a standby that is up to date, from the primary while the standbys
 * lag or do not respond, and from a standby again.
 *
 * @returns one sentence for each read that went elsewhere
 */
export async function tryReplica(cluster: PostgresCluster, output: number): Promise<string[]> {
  const primary = openDatabase({ url: cluster.url, queryMs: 10_000 })
  const log = createLog({
    level: 'warn',
    destination: { write: (line: string) => void writeSync(output, line) },
  })
  const replica = openReplica({ url: cluster.replicaUrl, ownSessions: false, primary, log })
  const breaches: string[] = []
  const expectFrom = async (expected: 'standby' | 'primary', when: string) => {
    const began = performance.now()
    const { rows } = await replica.readFromReplica((executor) =>
      executor.execute<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`),
    )
    const [answered, ms] = [rows[0]?.standby ? 'standby' : 'primary', Math.round(performance.now() - began)]
    console.log(`Replica read, ${when}: answered by the ${answered}, ${ms} ms`)
    if (answered !== expected) breaches.push(`readFromReplica: ${when}: answered by the ${answered}`)
    if (ms > maxSilentMs) breaches.push(`readFromReplica: ${when}: after ${ms} ms`)
  }

  const leader = await cluster.primary()
  const standbys = servers.filter((server) => server !== leader)
  const signal = (what: 'replay' | 'postgres', kind: 'SIGSTOP' | 'SIGCONT') => {
    for (const server of standbys) cluster.signal(`${what} ${server}`, kind)
  }
  await expectFrom('standby', 'with standbys that follow')
  // The standbys continue to receive, so that writes are acknowledged, but do not replay. (Patroni undoes pg_wal_replay_pause().)
  signal('replay', 'SIGSTOP')
  await sleep(behindMs)
  await expectFrom('primary', 'with standbys that are behind')
  signal('replay', 'SIGCONT')
  await sleep(restMs)
  await expectFrom('standby', 'once they have caught up')
  signal('postgres', 'SIGSTOP')
  await expectFrom('primary', 'with standbys that say nothing')
  signal('postgres', 'SIGCONT')
  await cluster.whole(60)
  await sleep(restMs)
  await expectFrom('standby', 'once they are back')
  await replica.close()
  await primary.$client.end()
  return breaches
}
