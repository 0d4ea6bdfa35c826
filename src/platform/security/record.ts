import type { Clock } from '../../core/clock.ts'
import { coarseNetworkOf } from '../../core/networks.ts'
import { gatherCounts } from '../counts.ts'
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

/**
 * Creates the recorder of security events: a log line at `info`, a counter, and for those with alarms a count in the database,
 * which all processes share.
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
  const { count, flush } = gatherCounts<SecurityEvent>({
    every: 2_000,
    what: 'security events',
    store: (counts) => addCounts(database, counts, clock.now()),
    log,
  })

  const record: RecordSecurityEvent = (event, { ip, ...facts } = {}) => {
    const network = ip === undefined ? undefined : coarseNetworkOf(ip)
    log.info({ event, ...facts, ...(network !== undefined && { network }) }, 'security event')
    metrics?.securityEvents.inc({ event })
    if (isAlarming(event)) count(event)
  }

  return { record, flush }
}
