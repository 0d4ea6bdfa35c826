import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Buyers } from './buyers.ts'
import { type FaultName, faults } from './faults.ts'
import { longestOutage } from './outages.ts'
import type { PostgresCluster } from './postgres-cluster.ts'

/** Result of one fault. */
export interface Trial {
  fault: FaultName
  where: string
  /** Longest period without an acknowledged order, from the fault until every server was healthy again. */
  outageMs: number
  /** Time until every server was healthy again. */
  wholeMs: number
  failedOrders: number
  /** Load average of the machine over one minute, at the end of the trial. */
  load: number
}

/** Maximum outage of the service when any single part fails. */
const maxOutageMs = 15_000
/** Maximum time for a server to come back, because it may have to copy all data. */
const wholeSeconds = 180
/** Period without longer gaps between orders that is required before a fault, and after the cluster is whole. */
const steadyMs = 5_000
/**
 * Minimum observation time: Patroni still reports the earlier state of a server that has just died, and consequences of a fault
 * may appear late.
 */
const watchMs = 20_000
/** Maximum wait for orders to be accepted steadily again. */
const maxWaitMs = 60_000

/**
 * Injects the faults one after the other, each while the cluster is whole.
 *
 * @returns the result of each, and one sentence for each fault that was not survived
 */
export async function tryFaults(
  names: readonly FaultName[],
  { cluster, buyers, onTrial }: { cluster: PostgresCluster; buyers: Buyers; onTrial: (trial: Trial) => void },
): Promise<{ trials: Trial[]; breaches: string[] }> {
  const trials: Trial[] = []
  const breaches: string[] = []
  const steady = async () => {
    const end = Date.now() + maxWaitMs
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
      fault,
      where,
      wholeMs,
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
