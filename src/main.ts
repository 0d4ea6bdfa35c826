/** Web and worker in one process, or either alone (ROLE). */
import { access } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { compose } from './composition.ts'
import { ConfigError, embeddedDatabaseDir, parseConfig } from './platform/config/config.ts'
import { DataDirError, localSecrets, lockDataDir } from './platform/data-dir.ts'
import { answers, openDatabase } from './platform/database/database.ts'
import { startEmbedded } from './platform/database/embedded.ts'
import { migrate } from './platform/database/migrate.ts'
import { HttpServerError, startHttpServer, type WebHandler } from './platform/http/server.ts'
import { loadStaticFiles } from './platform/http/static-files.ts'
import { createLog } from './platform/telemetry/log.ts'
import { createMetrics } from './platform/telemetry/metrics.ts'

const buildFolder = fileURLToPath(new URL('../build', import.meta.url))

/** What must be undone at the end, last first. */
const undo: (() => void | Promise<void>)[] = []
let stopping = false

async function start(): Promise<void> {
  const config = parseConfig(process.env, localSecrets)
  const log = createLog({ level: config.logLevel })
  const clock = { now: () => new Date() }
  const metrics = createMetrics()

  if (config.databaseUrl === undefined) undo.push(lockDataDir(config.dataDir))
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: embeddedDatabaseDir(config) })
  if (embedded) undo.push(() => embedded.close())
  const database = openDatabase({
    url: config.databaseUrl ?? embedded?.url ?? '',
    max: config.databasePool,
    onError: (err) => log.warn({ err }, 'idle database connection lost'),
  })
  undo.push(() => database.$client.end())
  if (!(await answers(database, 10_000)))
    throw new StartError('O banco de dados não responde. Confira DATABASE_URL.')
  await migrate(database)

  const app = await compose({ config, database, clock, log })
  undo.push(() => app.stopJobs())
  if (config.role !== 'web') await app.startJobs()

  if (config.role !== 'worker') {
    const server = await startHttpServer({
      host: config.host,
      port: config.port,
      staticFiles: await loadStaticFiles(`${buildFolder}/client`),
      handler: await webHandler(app),
      ready: () => answers(database),
      metrics,
      metricsToken: config.metricsToken,
      trustedProxies: config.trustedProxies,
      publicUrl: config.publicUrl,
      log,
    })
    undo.push(() => server.close())
  }
  log.info({ role: config.role, url: config.publicUrl }, 'ready')
}

async function webHandler(app: Awaited<ReturnType<typeof compose>>): Promise<WebHandler> {
  const bundle = `${buildFolder}/server/index.js`
  await access(bundle).catch(() => {
    throw new StartError('As páginas ainda não foram construídas. Use npm start.')
  })
  const { createWebHandler } = (await import(bundle)) as { createWebHandler: (app: unknown) => WebHandler }
  return createWebHandler(app)
}

class StartError extends Error {
  override readonly name = 'StartError'
}

async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(code), 4_500).unref()
  for (const step of undo.reverse()) {
    try {
      await step()
    } catch (error) {
      console.error(error)
    }
  }
  process.exit(code)
}

process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))

start().catch((error: unknown) => {
  const plain =
    error instanceof ConfigError ||
    error instanceof DataDirError ||
    error instanceof HttpServerError ||
    error instanceof StartError
  if (error instanceof ConfigError) console.error(`Configuração incompleta ou errada:\n${error.message}`)
  else console.error(plain ? error.message : error)
  return stop(1)
})
