import { join } from 'node:path'
import type { Child } from '../scripts/lib/child.ts'
import { freePorts } from '../scripts/lib/ports.ts'
import { shellEnvironment } from '../scripts/lib/shell-environment.ts'
import {
  answers,
  applicationUrl,
  simulatorUrl,
  startApplication,
  startSimulator,
} from '../scripts/lib/system.ts'
import { type Config, parseConfig } from '../src/platform/config/config.ts'
import { localSecrets } from '../src/platform/data-dir.ts'

export interface Site {
  /** Environment of every process. */
  env: NodeJS.ProcessEnv
  config: Config
  /** Origins on which the web processes listen. */
  origins: string[]
  simulator: string
  /** Returns the running processes. */
  children(): Child[]
  startWeb(): Promise<void>
  /** Starts one process that does the work of both web and worker. */
  startAll(): Promise<void>
  startWorker(): Promise<void>
  stop(name?: string): Promise<void>
}

/**
 * Creates the product as in production, in several processes on one database, with the simulator as payment provider. Only the
 * simulator runs before `startWeb`.
 */
export async function createSite({
  folder,
  output,
  databaseUrl,
  web,
  profiles,
}: {
  folder: string
  /** File descriptor of the log. */
  output: number
  /** If undefined, the embedded database is used, and therefore only one process. */
  databaseUrl: string | undefined
  web: number
  /** Folder for the web processes' CPU profiles, if any. */
  profiles?: string | undefined
}): Promise<Site> {
  const first = await freePorts(web + 2)
  const ports = Array.from({ length: web }, (_, index) => first + index)
  const worker = first + web
  const origins = ports.map((port) => applicationUrl(port))
  const simulator = simulatorUrl(worker)
  const env: NodeJS.ProcessEnv = {
    ...shellEnvironment(),
    DATA_DIR: folder,
    PUBLIC_URL: origins[0],
    MERCADOPAGO_BASE_URL: simulator,
    DATABASE_URL: databaseUrl,
    // Only notices must settle charges here, so scheduled reconciliation is effectively disabled.
    RECONCILE_SECONDS: '3600',
  }
  const running = new Map<string, Child>()
  const common = { dataDir: folder, output }

  async function start(name: string, port: number, more: NodeJS.ProcessEnv): Promise<void> {
    const child = startApplication({ ...common, port, env: { ...env, ...more } })
    running.set(name, child)
    const ready = `${applicationUrl(port)}/readyz`
    const isReady = name === 'worker' ? survivesStart(child) : answers(ready, child)
    if (!(await isReady)) throw new Error(`${name} did not start; log: ${join(folder, 'log')}`)
  }

  running.set('simulator', startSimulator({ ...common, port: worker, env }))
  const child = running.get('simulator')
  if (!child || !(await answers(`${simulator}/healthz`, child, 10_000))) throw new Error('no simulator')

  return {
    env,
    config: parseConfig({ ...env, PORT: String(first) }, localSecrets),
    origins,
    simulator,
    children: () => [...running].map(([name, child]) => ({ ...child, name })),
    async startWeb() {
      const profiled = profiles ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` } : {}
      await Promise.all(
        ports.map((port, index) => start(`web ${index + 1}`, port, { ROLE: 'web', ...profiled })),
      )
    },
    startAll: () => start('web 1', first, { ROLE: 'all' }),
    startWorker: () => start('worker', worker, { ROLE: 'worker' }),
    async stop(name) {
      const those = [...running].filter(([known]) => name === undefined || known === name)
      for (const [known] of those) running.delete(known)
      await Promise.all(those.map(([, child]) => child.stop(4_000)))
    },
  }
}

/** Checks whether a worker has started. It has no health endpoint, so it counts as started if it still runs after a moment. */
async function survivesStart(child: Child): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, 300))
  return !child.isGone()
}
