import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ReadFromReplica } from '../../platform/database/read-replica.ts'
import type { FigureSource } from '../../platform/figures/figures.ts'
import type { Log } from '../../platform/telemetry/log.ts'

export interface NumbersDeps {
  database: Database
  /** For the numbers, which lag by a minute in any case. */
  readFromReplica: ReadFromReplica
  clock: Clock
  log: Log
  /** Sources of the daily figures: the modules that own the rows they derive from. */
  sources: readonly FigureSource[]
}
