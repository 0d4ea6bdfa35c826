import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, embeddedDatabaseDir } from '../config/config.ts'
import { lockDataDir, whyNotDataDir } from '../data-dir.ts'
import { type Database, openDatabase } from './database.ts'
import { DatabaseError } from './database-error.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { whyNoAnswer } from './reach.ts'

export interface Connection {
  database: Database
  /** Ends what was opened, and gives the data folder back. */
  close(): Promise<void>
}

/**
 * Opens the configured database, migrated; without one, the embedded database under the data folder.
 *
 * @param visiting a short visit, from the command line: where the application has the embedded database open, it is
 *   asked through it
 * @param onDeath told when the embedded database ends without having been asked
 * @throws DatabaseError where it does not answer or has an unknown past, DataDirError where the folder is another's
 */
export async function connect({
  config,
  visiting = false,
  onError,
  onDeath,
}: {
  config: Config
  visiting?: boolean
  onError: (error: Error) => void
  onDeath: (error: Error) => void
}): Promise<Connection> {
  const undo: (() => unknown)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const url = config.databaseUrl ?? (visiting ? openElsewhere(config.dataDir) : undefined)
    const database = openDatabase({
      url: url ?? (await openHere(config, undo, onDeath)),
      max: config.databasePool,
      onError,
    })
    undo.push(() => database.$client.end())
    const why = await whyNoAnswer(database, 12_000)
    if (why) throw new DatabaseError(`${why} Confira DATABASE_URL.`)
    await migrate(database)
    return { database, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openHere(
  config: Config,
  undo: (() => unknown)[],
  onDeath: (error: Error) => void,
): Promise<string> {
  undo.push(lockDataDir(config.dataDir))
  const embedded = await startEmbedded({ dataDir: embeddedDatabaseDir(config), onDeath })
  undo.push(() => embedded.close())
  // For visitors. The socket admits this machine alone, the file its user alone.
  writeFileSync(addressFile(config.dataDir), embedded.url, { mode: 0o600 })
  undo.push(() => rmSync(addressFile(config.dataDir), { force: true }))
  return embedded.url
}

/** Where a living process of this folder answers, if one does. */
function openElsewhere(dataDir: string): string | undefined {
  if (whyNotDataDir(dataDir) === undefined) return undefined
  try {
    return readFileSync(addressFile(dataDir), 'utf8')
  } catch {
    return undefined
  }
}

function addressFile(dataDir: string): string {
  return join(dataDir, 'postgres.url')
}
