// `npm run torture -- --cluster`: the workload of the torture test on three PostgreSQL servers with failover (Patroni, etcd,
// HAProxy and PgBouncer of this machine, with the files of ops/postgresql), while one part after the other fails. Exits with 1
// when an acknowledged write is missing, the servers or books do not agree, or no order could be signed for 15 seconds.
import { openSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { clusterTortureOptions } from '../lib/arguments.mjs'
import { build } from '../lib/build.ts'
import { temporaryRun } from '../lib/temporary-run.ts'
import { startBuyers } from './failover/buyers.ts'
import { compareServers } from './failover/compare-servers.ts'
import { type FaultName, faultNames } from './failover/faults.ts'
import { findParts, type Parts } from './failover/parts.ts'
import { startPostgresCluster } from './failover/postgres-cluster.ts'
import { type Trial, tryFaults } from './failover/trial.ts'
import { tryReplica } from './failover/try-replica.ts'
import { within } from './options.ts'
import { argumentsOf, report } from './report.ts'
import { type Settings, torture } from './run.ts'

/** Seconds for a fault, including the time until every server is healthy again; customers arrive during all of it. */
const secondsPerFault = 35
/** Number of accounts that sign one order after the other. */
const buyerAccounts = 60

const { faults, ...settings } = settingsFrom()
const parts = partsOrExit()
if (!(await build().done)) process.exit(1)
const { folder, onExit, exit, isStopping } = temporaryRun('failover')

try {
  const cluster = await startPostgresCluster({
    parts,
    output: openSync(join(folder, 'cluster'), 'a'),
    onExit,
  })
  console.log(`${cpus().length} cores\n${row('fault', 'where', 'no order', 'whole', 'failed', 'load')}`)
  const log = openSync(join(folder, 'log'), 'a')
  const result = await torture({
    ...settings,
    folder,
    onExit,
    output: log,
    database: {
      url: cluster.url,
      // PgBouncer before 1.21 does not support named prepared statements.
      env: { DATABASE_SESSIONS: 'shared', DATABASE_REPLICA_URL: cluster.replicaUrl },
      readUrl: cluster.primaryUrl,
      buyers: buyerAccounts,
      async trial(scene) {
        const buyers = startBuyers(scene)
        const { breaches } = await tryFaults(faults, { cluster, buyers, onTrial: show })
        await buyers.stop()
        console.log(`${buyers.acknowledged.length} orders of buyers, ${buyers.failed} attempts without one`)
        return breaches
      },
    },
  })
  const readFromReplica = await tryReplica(cluster, log)
  const differences = await compareServers(cluster)
  const breaches = [...result.breaches, ...readFromReplica, ...differences]
  console.log(report({ ...result, breaches }, settings))
  if (breaches.length > 0) {
    writeFileSync(join(folder, 'evidence.json'), JSON.stringify({ ...result, breaches }, undefined, 1))
    const { customers, seed, webs, workers } = settings
    const again = argumentsOf({ customers, seed, webs, workers, faults: faults.join(',') })
    console.error(`Repeat with: npm run torture -- --cluster ${again.join(' ')}`)
  }
  await exit(breaches.length === 0 ? 0 : 1)
} catch (error) {
  if (!isStopping()) console.error(error instanceof Error ? error.message : error)
  await exit(1)
}

function show({ fault, where, outageMs, wholeMs, failedOrders, load }: Trial): void {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  console.log(row(fault, where, seconds(outageMs), seconds(wholeMs), String(failedOrders), load.toFixed(1)))
}

function row(fault: string, where: string, ...figures: string[]): string {
  return [fault.padEnd(20), where.padEnd(11), ...figures.map((figure) => figure.padStart(9))].join(' ')
}

function settingsFrom(): Settings & { faults: FaultName[] } {
  const { values } = parseArgs({ options: clusterTortureOptions })
  const chosen = values.faults?.split(',') ?? faultNames
  const isKnown = (name: string): name is FaultName => (faultNames as string[]).includes(name)
  const known = chosen.filter(isKnown)
  try {
    if (known.length !== chosen.length) throw new RangeError()
    return {
      faults: known,
      seed: values.seed ?? String(Math.floor(Math.random() * 1e9)),
      customers: within(values.customers, 1, 5_000),
      seconds: known.length * secondsPerFault,
      webs: within(values.webs, 1, 16),
      workers: within(values.workers, 1, 16),
    }
  } catch {
    console.error(
      'Usage: npm run torture -- --cluster [--customers 40] [--seed TEXT] [--webs 3] [--workers 2] [--faults NAMES]\n' +
        `  --faults some of ${faultNames.join(',')}, in this order; without it all`,
    )
    process.exit(1)
  }
}

function partsOrExit(): Parts {
  try {
    return findParts()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
