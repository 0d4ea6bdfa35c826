import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from '../lib/child.ts'
import { freePorts } from '../lib/ports.ts'
import { startPostgres } from '../lib/postgres.ts'
import { shellEnvironment } from '../lib/shell-environment.ts'
import {
  answers,
  applicationUrl,
  startApplication,
  startSimulator,
  startWhatsapp,
  whatsappUrl,
  whatsappVariables,
} from '../lib/system.ts'
import { startLoadBalancer } from './load-balancer.ts'

/** The product as in production (PostgreSQL, several processes), with simulators of the services that it calls. */
export interface Cluster {
  /** Environment of every product process. */
  readonly env: NodeJS.ProcessEnv
  /** File descriptor of the log. */
  readonly output: number
  readonly databaseUrl: string
  /** The load balancer's URL. */
  readonly url: string
  readonly simulator: string
  /** URL of the simulator of WhatsApp's Cloud API. */
  readonly whatsapp: string
  /** Names of the processes: `web 1`, `worker 2`, `simulator`, `whatsapp`. */
  readonly names: readonly string[]
  /** Sends SIGKILL; restarts the process after `restartAfterMs`. */
  kill(name: string, restartAfterMs: number): void
  /** Sends SIGSTOP, then SIGCONT after `ms`; connections stay open. */
  pause(name: string, ms: number): void
  /**
   * Waits until every process runs and the web processes respond.
   *
   * @returns false when they do not
   */
  allUp(): Promise<boolean>
  /** Processes that exited without being killed. */
  readonly crashes: readonly string[]
  stop(): Promise<void>
}

export interface ClusterSettings {
  folder: string
  /** File descriptor of the log. */
  output: number
  webs: number
  workers: number
  /** A database that the caller provides, and further variables for the product; without one, a PostgreSQL is started. */
  database?: { url: string; env: NodeJS.ProcessEnv } | undefined
  /** URL of the mail server. */
  smtpUrl: string
  /** Registers a cleanup that runs at the end of the run, whether it succeeds or fails. */
  onExit: (cleanup: () => Promise<unknown>) => void
}

const reconcileSeconds = 5
/** Compresses the provider's retry schedule for notices, days in total, into half a minute. */
const quick = { SIM_TIME_FACTOR: '20000' }
/** Timeout for a process to respond: several start at once, possibly on a busy machine. */
const startMs = 240_000

/**
 * Starts every process and waits until all of them respond.
 *
 * @throws when one does not start
 */
export async function startCluster({
  folder,
  output,
  webs,
  workers,
  database,
  smtpUrl,
  onExit,
}: ClusterSettings): Promise<Cluster> {
  const { url: databaseUrl, env: databaseEnv } = database ?? { url: await ownPostgres(onExit), env: {} }
  // Ports in order: the load balancer, the simulator and the WhatsApp simulator (the next two ports), the web processes.
  const first = await freePorts(3 + webs)
  const url = applicationUrl(first)
  const simulator = applicationUrl(first + 1)
  const whatsapp = whatsappUrl(first)
  const webPorts = Array.from({ length: webs }, (_, index) => first + 3 + index)
  const env: NodeJS.ProcessEnv = {
    ...shellEnvironment(),
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    ...databaseEnv,
    PUBLIC_URL: url,
    MERCADOPAGO_BASE_URL: simulator,
    SMTP_URL: smtpUrl,
    ...whatsappVariables(first),
    RECONCILE_SECONDS: String(reconcileSeconds),
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
  }
  const common = { dataDir: folder, output }
  const run = (port: number, role: string) => () =>
    startApplication({ ...common, port, env: { ...env, ROLE: role } })
  const starts = new Map<string, () => Child>([
    ['simulator', () => startSimulator({ ...common, port: first, env: { ...env, ...quick } })],
    ['whatsapp', () => startWhatsapp({ port: first, output, env })],
    ...webPorts.map((port, index) => [`web ${index + 1}`, run(port, 'web')] as const),
    ...Array.from({ length: workers }, (_, index) => [`worker ${index + 1}`, run(first, 'worker')] as const),
  ])
  const running = new Map<string, Child>()
  /** Restart delays of killed processes, by name. */
  const killed = new Map<string, number>()
  const crashes: string[] = []
  let stopping = false

  function start(name: string): void {
    const child = starts.get(name)?.()
    if (!child) return
    running.set(name, child)
    void child.exited.then(async (result) => {
      running.delete(name)
      if (stopping) return
      const restartAfterMs = killed.get(name)
      killed.delete(name)
      if (restartAfterMs === undefined) crashes.push(`${name} exited by itself (${result})`)
      await sleep(restartAfterMs ?? 1_000)
      if (!stopping) start(name)
    })
  }

  function signal(name: string, kind: NodeJS.Signals): boolean {
    const child = running.get(name)
    return child !== undefined && !child.isGone() && process.kill(child.pid, kind)
  }

  const cluster: Cluster = {
    env,
    output,
    databaseUrl,
    url,
    simulator,
    whatsapp,
    names: [...starts.keys()],
    crashes,
    kill(name, restartAfterMs) {
      killed.set(name, restartAfterMs)
      if (!signal(name, 'SIGKILL')) killed.delete(name)
    },
    pause(name, ms) {
      if (!signal(name, 'SIGSTOP')) return
      const child = running.get(name)
      setTimeout(() => child === running.get(name) && signal(name, 'SIGCONT'), ms)
    },
    async allUp() {
      for (let attempt = 0; attempt < 300 && running.size < starts.size; attempt++) await sleep(100)
      const listening = [
        ['simulator', `${simulator}/healthz`] as const,
        ['whatsapp', `${whatsapp}/healthz`] as const,
        ...webPorts.map((port, index) => [`web ${index + 1}`, `${applicationUrl(port)}/readyz`] as const),
      ]
      const up = await Promise.all(
        listening.map(async ([name, address]) => {
          const child = running.get(name)
          return child !== undefined && answers(address, child, startMs)
        }),
      )
      return up.every(Boolean)
    },
    async stop() {
      stopping = true
      for (const name of running.keys()) signal(name, 'SIGCONT')
      await Promise.all([...running.values()].map((child) => child.stop(3_000)))
    },
  }
  onExit(cluster.stop)

  // All start at once on an empty database, because concurrent starts must work too.
  for (const name of cluster.names) start(name)
  const loadBalancer = await startLoadBalancer(first, webPorts)
  onExit(loadBalancer.close)
  if (!(await cluster.allUp())) throw new Error('Not every process started.')
  return cluster
}

async function ownPostgres(onExit: ClusterSettings['onExit']): Promise<string> {
  const { url, stop } = await startPostgres()
  onExit(stop)
  return url
}
