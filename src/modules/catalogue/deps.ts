import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { Catalogue } from './domain/catalogue.ts'

/** Dependencies of the use cases; each picks the ones that it needs. */
export interface CatalogueDeps {
  database: Database
  clock: Clock
  newId: NewId
  log: Log
  /**
   * The content that applies when there is no version: what this release ships, with the company from the
   * configuration.
   */
  release: Catalogue
}
