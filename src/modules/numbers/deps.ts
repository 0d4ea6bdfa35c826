import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FigureSource } from '../../platform/figures/figures.ts'
import type { Log } from '../../platform/telemetry/log.ts'

export interface NumbersDeps {
  database: Database
  clock: Clock
  log: Log
  /** The figures of a day, from the modules whose rows they follow from. */
  sources: readonly FigureSource[]
}
