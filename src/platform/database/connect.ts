import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, embeddedDatabaseDir } from '../config/config.ts'
import { dataDirProblem, lockDataDir } from '../data-dir.ts'
import { type Database, openDatabase } from './database.ts'
import { DatabaseError } from './database-error.ts'
import { startEmbedded } from './embedded.ts'
import { connectionProblem } from './health.ts'
import { migrate } from './migrate.ts'
import { retryAtStart } from './retry-at-start.ts'
import { refuseUnfinishedRestore } from './unfinished-restore.ts'

/**
 * Timeout of a statement by the role of the process, in milliseconds. A page waits for its statements; a job may read all rows.
 * Without a timeout on the embedded database, which processes statements one after the other and always responds.
 */
const queryMs = { web: 10_000, all: 60_000, worker: 600_000 } as const satisfies Record<
  Config['role'],
  number
>

export interface Connection {
  database: Database
  /** Closes the database and releases the data folder. */
  close(): Promise<void>
}

/**
 * Connects to the configured database and migrates it; without one, starts the embedded database in the data folder.
 *
 * @param attach connect to an embedded database that another process of this data folder has open, if there is one (for commands)
 * @param limited whether statements have a timeout; not for commands, which may read or write everything
 * @param migrates whether pending migrations are applied
 * @param restores whether a back-up is to be restored into it; otherwise one whose restore was interrupted is refused
 * @param onError called when an unused connection is lost; a command sees its next statement fail
 * @param onRefused called when a further connection is refused, while those that are open serve instead
 * @param onCrash called when the embedded database stops unexpectedly
 * @throws DatabaseError when it does not respond or has an unknown migration history, DataDirError when another process has
 * locked the folder
 */
export async function connect({
  config,
  attach = false,
  limited = false,
  migrates = true,
  restores = false,
  onError = () => {},
  onRefused = () => {},
  onCrash = () => {},
}: {
  config: Config
  attach?: boolean
  limited?: boolean
  migrates?: boolean
  restores?: boolean
  onError?: (error: Error) => void
  onRefused?: (error: Error) => void
  onCrash?: (error: Error) => void
}): Promise<Connection> {
  const cleanups: (() => unknown)[] = []
  const close = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  }
  try {
    const url = config.databaseUrl ?? (attach ? runningEmbeddedUrl(config.dataDir) : undefined)
    const opened = {
      url: url ?? (await startEmbeddedIn(config, cleanups, onCrash)),
      max: config.databasePool,
      ownSessions: config.databaseUrl !== undefined && config.databaseSessions === 'own',
      onError,
      onRefused,
    }
    const unlimited = openDatabase(opened)
    cleanups.push(() => unlimited.$client.end())
    const problem = await connectionProblem(unlimited, 12_000)
    if (problem) throw new DatabaseError(`${problem} Confira DATABASE_URL.`)
    if (!restores) await retryAtStart(() => refuseUnfinishedRestore(unlimited))
    if (migrates) await retryAtStart(() => migrate(unlimited))
    if (!limited || config.databaseUrl === undefined) return { database: unlimited, close }
    // Migrations run without a timeout; the statements after them have one.
    await cleanups.pop()?.()
    const database = openDatabase({ ...opened, queryMs: queryMs[config.role] })
    cleanups.push(() => database.$client.end())
    return { database, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function startEmbeddedIn(
  config: Config,
  cleanups: (() => unknown)[],
  onCrash: (error: Error) => void,
): Promise<string> {
  cleanups.push(lockDataDir(config.dataDir))
  const embedded = await startEmbedded({ dataDir: embeddedDatabaseDir(config), onCrash })
  cleanups.push(() => embedded.close())
  // For commands that attach. The socket accepts connections from this machine only; only the user of the process can read the
  // file.
  writeFileSync(urlFile(config.dataDir), embedded.url, { mode: 0o600 })
  cleanups.push(() => rmSync(urlFile(config.dataDir), { force: true }))
  return embedded.url
}

/** Returns the URL of an embedded database that another process of this folder has open, if there is one. */
function runningEmbeddedUrl(dataDir: string): string | undefined {
  if (dataDirProblem(dataDir) === undefined) return undefined
  try {
    return readFileSync(urlFile(dataDir), 'utf8')
  } catch {
    return undefined
  }
}

function urlFile(dataDir: string): string {
  return join(dataDir, 'postgres.url')
}
