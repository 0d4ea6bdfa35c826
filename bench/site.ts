import { join } from 'node:path'
import type { Child } from '../scripts/lib/child.ts'
import { freePorts } from '../scripts/lib/ports.ts'
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
  /** What every process of it reads. */
  env: NodeJS.ProcessEnv
  config: Config
  /** Where the web processes listen. */
  origins: string[]
  simulator: string
  /** The processes that run now, by name. */
  children(): Child[]
  startWeb(): Promise<void>
  startWorker(): Promise<void>
  stop(name?: string): Promise<void>
}

/**
 * The product as it is run in production, in several processes on one database, but for the simulator that takes the
 * payments' place. Only the simulator runs before `startWeb`.
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
  /** Unset: the embedded database, and so one process. */
  databaseUrl: string | undefined
  web: number
  /** Where each web process leaves its profile, if any. */
  profiles?: string | undefined
}): Promise<Site> {
  const first = await freePorts(web + 2)
  const ports = Array.from({ length: web }, (_, index) => first + index)
  const worker = first + web
  const origins = ports.map(applicationUrl)
  const simulator = simulatorUrl(worker)
  const env: NodeJS.ProcessEnv = {
    ...ofTheShell(),
    DATA_DIR: folder,
    PUBLIC_URL: origins[0],
    MERCADOPAGO_BASE_URL: simulator,
    DATABASE_URL: databaseUrl,
    // What settles here are notices: the schedule that makes up for missing ones would help along.
    RECONCILE_SECONDS: '3600',
  }
  const running = new Map<string, Child>()
  const common = { dataDir: folder, output }

  async function start(name: string, port: number, more: NodeJS.ProcessEnv): Promise<void> {
    const child = startApplication({ ...common, port, env: { ...env, ...more } })
    running.set(name, child)
    const ready = `${applicationUrl(port)}/readyz`
    const isReady = name === 'worker' ? waitForLog(child) : answers(ready, child)
    if (!(await isReady)) throw new Error(`${name} did not start; its log is ${join(folder, 'log')}`)
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
    startWorker: () => start('worker', worker, { ROLE: 'worker' }),
    async stop(name) {
      const those = [...running].filter(([known]) => name === undefined || known === name)
      for (const [known] of those) running.delete(known)
      await Promise.all(those.map(([, child]) => child.stop(4_000)))
    },
  }
}

/** A worker listens to nobody: it is given a moment, and is lost if it ends. */
async function waitForLog(child: Child): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, 300))
  return !child.isGone()
}

/** The environment without anything the product would read: the benchmark is the same on every machine. */
function ofTheShell(): NodeJS.ProcessEnv {
  const kept = /^(?:PATH|HOME|TMPDIR|TEMP|TMP|LANG|LC_.*|SystemRoot)$/
  return Object.fromEntries(
    Object.entries(process.env).map(([name, value]) => [name, kept.test(name) ? value : undefined]),
  )
}
