import type { Clock } from '../../core/clock.ts'
import { coarseNetworkOf } from '../../core/networks.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { isAlarming, type SecurityEvent } from './events.ts'
import { addCounts } from './store.server.ts'

/** Of whom and from where, without anything that names a person: no e-mail, no CPF, no token, no whole address. */
interface SecurityFacts {
  /** A user id, or a digest of what was typed in its place. */
  account?: string | undefined
  /** Logged as its network alone. */
  ip?: string | undefined
  requestId?: string | undefined
  /** What it was about, such as 'order'. */
  about?: string | undefined
}

export type RecordSecurityEvent = (event: SecurityEvent, facts?: SecurityFacts) => void

/** How long counts wait for more of them before they are stored, in milliseconds. */
const GATHERING = 2_000

/**
 * Records security events: a log line at `info`, a counter, and for those that make alarms a count in the database, which
 * all processes share. Costs the request nothing: counts are gathered and stored together, so that a flood of refused
 * requests is one small statement every few seconds.
 */
export function createSecurityRecorder({
  database,
  clock,
  log,
  metrics,
}: {
  database: Database
  clock: Clock
  log: Log
  metrics?: Pick<Metrics, 'securityEvents'> | undefined
}) {
  let gathered = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  /** Stores what was counted since the last time. Failing to is logged: a request never fails for it. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const counts = gathered
    gathered = new Map()
    try {
      await addCounts(database, counts, clock.now())
    } catch (err) {
      log.warn({ err }, 'could not store the counts of security events')
    }
  }

  const record: RecordSecurityEvent = (event, { ip, ...facts } = {}) => {
    const network = ip === undefined ? undefined : coarseNetworkOf(ip)
    log.info({ event, ...facts, ...(network !== undefined && { network }) }, 'security event')
    metrics?.securityEvents.inc({ event })
    if (!isAlarming(event)) return
    gathered.set(event, (gathered.get(event) ?? 0) + 1)
    timer ??= setTimeout(flush, GATHERING).unref()
  }

  return { record, flush }
}
