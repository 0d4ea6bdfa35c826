import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Buyers } from './buyers.ts'
import { type FaultName, faults } from './faults.ts'
import { longestOutage } from './outages.ts'
import type { PostgresCluster } from './postgres-cluster.ts'

/** What one fault came to. */
export interface Trial {
  fault: FaultName
  where: string
  /** The longest time in which no order was acknowledged, from the fault until every server was well again. */
  outageMs: number
  /** Until every server was well again. */
  wholeMs: number
  failedOrders: number
  /** Of the machine, over a minute, when it was over. */
  load: number
}

/** The service is back within this time, whatever happens to one part. */
const maxOutageMs = 15_000
/** How long a server may take to come back: it may have to copy everything. */
const wholeSeconds = 180
/** How long orders must flow before a fault, and after the cluster is whole. */
const steadyMs = 5_000
/** What Patroni reports of a server that has just died is what it was; and what follows a fault may come late. */
const watchMs = 20_000
/** How long it is waited for orders to flow again. */
const patienceMs = 60_000

/**
 * Does one fault after the other, each to a cluster that is whole.
 *
 * @returns what each came to, and a sentence for each that was not survived
 */
export async function tryFaults(
  names: readonly FaultName[],
  { cluster, buyers, onTrial }: { cluster: PostgresCluster; buyers: Buyers; onTrial: (trial: Trial) => void },
): Promise<{ trials: Trial[]; breaches: string[] }> {
  const trials: Trial[] = []
  const breaches: string[] = []
  const steady = async () => {
    const end = Date.now() + patienceMs
    const isSteady = () => longestOutage(buyers.acknowledged, lastly()) < steadyMs
    const lastly = () => ({ from: Date.now() - steadyMs, until: Date.now() })
    do await sleep(steadyMs)
    while (!isSteady() && Date.now() < end)
  }
  for (const fault of names) {
    await steady()
    const [from, failedBefore] = [Date.now(), buyers.failed]
    const { where, end } = await faults[fault](cluster)
    await Promise.all([end(), sleep(watchMs)])
    const isWhole = await cluster.whole(wholeSeconds)
    const wholeMs = Date.now() - from
    await steady()
    const trial: Trial = {
      ...{ fault, where, wholeMs },
      outageMs: longestOutage(buyers.acknowledged, { from, until: Date.now() }),
      failedOrders: buyers.failed - failedBefore,
      load: loadavg()[0] ?? 0,
    }
    trials.push(trial)
    onTrial(trial)
    const seconds = (trial.outageMs / 1000).toFixed(1)
    if (trial.outageMs > maxOutageMs) breaches.push(`${fault}: no order for ${seconds} s`)
    if (!isWhole) {
      breaches.push(`${fault}: the cluster is not whole after ${wholeSeconds} s`)
      return { trials, breaches }
    }
  }
  return { trials, breaches }
}
