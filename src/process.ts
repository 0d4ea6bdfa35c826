/** A process: web and worker in one, or one of them (ROLE). Started by `main.ts`. */
import { access } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import { mailProblem } from './adapters.ts'
import { type App, compose } from './composition.ts'
import { todayInSaoPaulo } from './core/calendar.ts'
import { MINUTE } from './core/durations.ts'
import { skewText } from './modules/operations/index.server.ts'
import { type ClockState, openDatabaseClock } from './platform/clock/database-clock.ts'
import { type Config, ConfigError, parseConfig } from './platform/config/config.ts'
import { DataDirError, ensureDataDir, localSecrets } from './platform/data-dir.ts'
import { connect } from './platform/database/connect.ts'
import type { Database } from './platform/database/database.ts'
import { DatabaseError } from './platform/database/database-error.ts'
import { hasCurrentSchema } from './platform/database/health.ts'
import { migrationsToApply } from './platform/database/migrate.ts'
import { aheadText } from './platform/database/migrations.ts'
import { openReplica, readFromPrimary } from './platform/database/read-replica.ts'
import { refusalText } from './platform/database/refusal.ts'
import { retryAtStart } from './platform/database/retry-at-start.ts'
import { inheritedSocket } from './platform/http/inherited-socket.ts'
import {
  drainTimes,
  type HttpServer,
  HttpServerError,
  type HttpServerOptions,
  startHttpServer,
} from './platform/http/server.ts'
import type { SharedPages } from './platform/http/shared-pages.ts'
import { loadStaticFiles } from './platform/http/static-files.ts'
import { startStatusServer } from './platform/http/status-server.ts'
import { SealError } from './platform/seal/seal-certificate.ts'
import { KeyError } from './platform/storage/canary.ts'
import { createLog, type Log } from './platform/telemetry/log.ts'
import { surviveLostLines } from './platform/telemetry/lost-lines.ts'
import { createMetrics, type Metrics } from './platform/telemetry/metrics.ts'
import { programVersion } from './platform/version.ts'

const buildFolder = fileURLToPath(new URL('../build', import.meta.url))

/** Cleanups for shutdown, run newest first. */
const cleanups: (() => unknown)[] = []
let stopping = false
/** How long a stop may take in all. */
let stopMs = 4_500
let log: Log = createLog({ level: 'info' })

async function start(): Promise<void> {
  const config = parseConfig(process.env, localSecrets)
  const build = { version: programVersion, role: config.role }
  log = createLog({ level: config.logLevel, about: { ...build, host: hostname() } })
  const metrics = createMetrics({ ...build, sessionSecret: config.sessionFingerprint })
  surviveLostLines(() => metrics.linesLost.inc())

  ensureDataDir(config.dataDir)
  const database = await open(config, metrics)
  await warnOfNewerSchema(database)
  const clock = await retryAtStart(() => openDatabaseClock({ database }))
  warnOfClock(config, clock.state())
  const pages = config.role !== 'worker' || config.smtp ? await loadPages() : undefined
  const fromPages = pages && {
    createMailRenderer: pages.createMailRenderer,
    releasePages: pages.releasePages,
  }
  const replica = { readFromReplica: openReplicaReader(config, database) }
  const app = await compose({
    config,
    database,
    ...replica,
    clock,
    machineClock: clock,
    log,
    metrics,
    ...fromPages,
  })
  if (config.production && !(await retryAtStart(() => app.identity.hasOwner()))) {
    console.error('Ainda não há conta da equipe. Crie a primeira: npm run desk -- criar-equipe <e-mail>')
  }
  await refuseSharedAccount(app)
  app.catalogue.follow()
  let server: HttpServer | undefined
  const times = drainTimes(config)
  cleanups.push(() => Promise.allSettled([server?.close(times), app.stopJobs()]))
  stopMs = Math.max(stopMs, times.drainDelayMs + times.timeoutMs + 1_500)

  if (pages && config.role !== 'worker') {
    server = await startHttpServer({
      host: config.host,
      port: config.port,
      socket: inheritedSocket(process.env, process.pid),
      staticFiles: await loadStaticFiles(`${buildFolder}/client`),
      ...web(app, pages),
      ready: () => hasCurrentSchema(database),
      metrics,
      metricsToken: config.metricsToken,
      trustedProxies: config.trustedProxies,
      publicUrl: config.publicUrl,
      localOnly: config.demo,
      log,
    })
  }
  if (config.role !== 'web') {
    await app.startJobs()
    void warnOfMail(config)
  }
  if (config.statusPort !== undefined) {
    const status = await startStatusServer({
      host: config.host,
      port: config.statusPort,
      metrics,
      metricsToken: config.metricsToken,
      publicUrl: config.publicUrl,
      ready: () => hasCurrentSchema(database),
    })
    cleanups.push(() => status.close())
  }
  log.info({ role: config.role, url: config.publicUrl, signsWith: config.sessionFingerprint }, 'ready')
}

function warnOfClock({ role }: Config, { isRight, skewSeconds }: ClockState): void {
  if (isRight) return
  const consequence = role === 'web' ? '' : ': as tarefas deste processo esperam até que seja acertado'
  console.error(
    `O relógio desta máquina está ${skewText(skewSeconds)} em relação ao do banco de dados${consequence}.`,
  )
}

/** Not awaited: the shop works without mail, and messages wait. */
async function warnOfMail(config: Config): Promise<void> {
  const problem = await mailProblem(config)
  if (problem && !stopping) console.error(`E-mail: ${problem} Até lá as mensagens esperam.`)
}

async function warnOfNewerSchema(database: Database): Promise<void> {
  const { ahead } = await retryAtStart(() => migrationsToApply(database))
  if (ahead === 0) return
  console.error(
    `O banco de dados está ${aheadText(ahead)}, que trabalha nele: termine a atualização assim que puder.`,
  )
}

async function open(config: Config, { connectionsRefused }: Metrics): Promise<Database> {
  let loggedAt = Number.NEGATIVE_INFINITY
  const { database, close } = await connect({
    config,
    limited: true,
    onError: (err) => log.warn({ err }, 'database connection lost'),
    onRefused(err) {
      connectionsRefused.inc()
      if (performance.now() - loggedAt < MINUTE) return
      loggedAt = performance.now()
      log.error({ err }, 'the database refuses further connections')
    },
    onCrash(err) {
      if (stopping) return
      log.error({ err }, 'the embedded database stopped')
      console.error('O banco de dados embutido parou. Inicie de novo; nada confirmado se perdeu.')
      void stop(1)
    },
  })
  cleanups.push(close)
  return database
}

function openReplicaReader({ databaseReplicaUrl: url, databaseSessions }: Config, primary: Database) {
  if (url === undefined) return readFromPrimary(primary)
  const { readFromReplica, close } = openReplica({
    url,
    ownSessions: databaseSessions === 'own',
    primary,
    log,
  })
  cleanups.push(close)
  return readFromReplica
}

/** The built pages, and the mails: a worker that sends none does without. */
interface Pages {
  createWebHandler: (app: unknown) => HttpServerOptions['handler']
  createBodyLimit: (app: unknown) => HttpServerOptions['bodyLimit']
  createSharedPathOf: (app: unknown) => SharedPages['pathOf']
  patternAt: HttpServerOptions['patternAt']
  visitStepsOf: (request: IncomingMessage) => Parameters<App['numbers']['countVisit']>[0][]
  createMailRenderer: NonNullable<Parameters<typeof compose>[0]['createMailRenderer']>
  releasePages: NonNullable<Parameters<typeof compose>[0]['releasePages']>
}

async function loadPages(): Promise<Pages> {
  const bundle = `${buildFolder}/server/index.js`
  await access(bundle).catch(() => {
    throw new StartError('As páginas ainda não foram construídas. Use npm start.')
  })
  return (await import(bundle)) as Pages
}

/** The pages as the HTTP server serves them. */
function web(app: App, pages: Pages) {
  const { createWebHandler, createBodyLimit, createSharedPathOf, patternAt, visitStepsOf } = pages
  /** The text of a page may depend on the day and on the catalogue's version. */
  const edition = () => `${todayInSaoPaulo(app.clock.now())} ${app.catalogue.current().version}`
  const sharedPages = { pathOf: createSharedPathOf(app), edition }
  const opened = (request: IncomingMessage) => {
    for (const step of visitStepsOf(request)) app.numbers.countVisit(step)
  }
  const refusedBody: HttpServerOptions['refusedBody'] = (facts) => app.security.record('form-refused', facts)
  const handling = { handler: createWebHandler(app), bodyLimit: createBodyLimit(app), refusedBody }
  return { ...handling, sharedPages, patternAt, opened }
}

/** Two installations on one account would take each other's payments for their own, or for unknown ones. */
async function refuseSharedAccount({ config, payments }: App): Promise<void> {
  if (config.demo) return
  const formerAddresses = config.formerPublicUrls
  const other = await retryAtStart(() => payments.otherInstallation({ formerAddresses }))
  if (other === undefined) return
  throw new StartError(
    `A conta do provedor de pagamentos já é usada por outra instalação deste programa, em ${other}: dê a esta uma conta só dela. ` +
      'Se aquele endereço era o desta loja, ponha-o em PUBLIC_URL_OTHERS.',
  )
}

class StartError extends Error {
  override readonly name = 'StartError'
}

async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  setTimeout(() => {
    log.error({ stopMs }, 'could not stop in time')
    process.exit(code)
  }, stopMs).unref()
  for (const cleanup of cleanups.reverse()) {
    try {
      await cleanup()
    } catch (err) {
      log.error({ err }, 'could not stop cleanly')
    }
  }
  process.exit(code)
}

/** The first signal stops gracefully, the second one exits immediately. */
function onSignal(): void {
  if (stopping) process.exit(130)
  void stop(0)
}

process.on('SIGINT', onSignal)
process.on('SIGTERM', onSignal)
// A closed terminal sends it once or twice.
process.on('SIGHUP', () => void stop(0))
process.on('uncaughtException', (err) => {
  log.error({ err }, 'uncaught exception')
  void stop(1)
})
// An unhandled rejection leaves no shared state inconsistent, so it is logged and the process keeps serving.
process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'))

start().catch((error: unknown) => {
  // While the process stops, an error of the start that still runs is expected.
  if (stopping) return
  console.error(operatorMessage(error))
  return stop(1)
})

/** One sentence in Portuguese for the operator, never a stack trace. */
function operatorMessage(error: unknown): string {
  if (error instanceof ConfigError) return `Configuração incompleta ou errada:\n${error.message}`
  const operatorErrors = [DataDirError, DatabaseError, KeyError, SealError, HttpServerError, StartError]
  if (operatorErrors.some((kind) => error instanceof kind)) return (error as Error).message
  const refusal = refusalText(error)
  if (refusal) return refusal
  log.error({ err: error }, 'start failed')
  return 'A aplicação não pôde iniciar; o motivo está na linha acima.'
}
