import type { Clock } from '../../core/clock.ts'
import { coarseNetworkOf } from '../../core/networks.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { isAlarming, type SecurityEvent } from './events.ts'
import { addCounts } from './store.server.ts'

/** Origin of an event, without data that identifies a person: no e-mail, no CPF, no token, no full address. */
interface SecurityFacts {
  /** User id, or a digest of the text that was typed instead of one. */
  account?: string | undefined
  /** Only its network is logged. */
  ip?: string | undefined
  requestId?: string | undefined
  /** Subject of the event, such as 'order'. */
  about?: string | undefined
}

export type RecordSecurityEvent = (event: SecurityEvent, facts?: SecurityFacts) => void

/** Time for which counts are collected before they are stored, in milliseconds. */
const GATHERING = 2_000

/**
 * Creates the recorder of security events: a log line at `info`, a counter, and for those with alarms a count in the database,
 * which all processes share. It does not delay the request: counts are collected and stored together, so that a flood of refused
 * requests causes one small statement every few seconds.
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

  /** Stores the counts since the last call. A failure is logged: no request fails because of it. */
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
