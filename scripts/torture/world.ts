import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from '../lib/child.ts'
import { freePorts } from '../lib/ports.ts'
import { startPostgres } from '../lib/postgres.ts'
import { answers, applicationUrl, startApplication, startSimulator } from '../lib/system.ts'
import { startFront } from './front.ts'

/** The product as it runs in production: PostgreSQL, several processes, and a simulator in the provider's place. */
export interface World {
  /** What every process of the product reads. */
  readonly env: NodeJS.ProcessEnv
  /** File descriptor of the log. */
  readonly output: number
  readonly databaseUrl: string
  /** Where people and notices find the web, whichever process answers. */
  readonly url: string
  readonly simulator: string
  /** Processes by name: `web 1`, `worker 2`, `simulator`. */
  readonly names: readonly string[]
  /** No farewell: what was not committed is gone. It is started again after `awayMs`. */
  kill(name: string, awayMs: number): void
  /** Stands still, connections open, and goes on as if nothing had been. */
  pause(name: string, ms: number): void
  /** All of them run and the web answers. */
  allUp(): Promise<boolean>
  /** Processes that ended though nobody killed them. */
  readonly collapses: readonly string[]
  stop(): Promise<void>
}

export interface WorldSettings {
  folder: string
  /** File descriptor of the log. */
  output: number
  webs: number
  workers: number
  /** Told what has to be undone, whatever happens. */
  atEnd: (undo: () => Promise<unknown>) => void
}

const reconcileSeconds = 5
/** The provider's documented waits between two attempts at a notice, days in all, as half a minute. */
const quick = { SIM_TIME_FACTOR: '20000' }
/** How long a process may take to answer: several start at once, on a machine that may do other things too. */
const startMs = 90_000

/** Starts everything and waits for it. @throws when something does not start */
export async function startWorld({ folder, output, webs, workers, atEnd }: WorldSettings): Promise<World> {
  const postgres = await startPostgres()
  atEnd(postgres.stop)
  // The front, then the simulator (it takes the port after the one it is told), then the webs.
  const first = await freePorts(2 + webs)
  const url = applicationUrl(first)
  const simulator = applicationUrl(first + 1)
  const webPorts = Array.from({ length: webs }, (_, index) => first + 2 + index)
  const env: NodeJS.ProcessEnv = {
    ...ofTheShell(),
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    PUBLIC_URL: url,
    MERCADOPAGO_BASE_URL: simulator,
    RECONCILE_SECONDS: String(reconcileSeconds),
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
  }
  const common = { dataDir: folder, output }
  const run = (port: number, role: string) => () =>
    startApplication({ ...common, port, env: { ...env, ROLE: role } })
  const starts = new Map<string, () => Child>([
    ['simulator', () => startSimulator({ ...common, port: first, env: { ...env, ...quick } })],
    ...webPorts.map((port, index) => [`web ${index + 1}`, run(port, 'web')] as const),
    ...Array.from({ length: workers }, (_, index) => [`worker ${index + 1}`, run(first, 'worker')] as const),
  ])
  const running = new Map<string, Child>()
  const away = new Map<string, number>()
  const collapses: string[] = []
  let stopping = false

  function start(name: string): void {
    const child = starts.get(name)?.()
    if (!child) return
    running.set(name, child)
    void child.exited.then(async (result) => {
      running.delete(name)
      if (stopping) return
      const awayMs = away.get(name)
      away.delete(name)
      if (awayMs === undefined) collapses.push(`${name} ended by itself (${result})`)
      await sleep(awayMs ?? 1_000)
      if (!stopping) start(name)
    })
  }

  function signal(name: string, kind: NodeJS.Signals): boolean {
    const child = running.get(name)
    return child !== undefined && !child.isGone() && process.kill(child.pid, kind)
  }

  const world: World = {
    env,
    output,
    databaseUrl: postgres.url,
    url,
    simulator,
    names: [...starts.keys()],
    collapses,
    kill(name, awayMs) {
      away.set(name, awayMs)
      if (!signal(name, 'SIGKILL')) away.delete(name)
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
  atEnd(world.stop)

  // All at once, on an empty database: that has to go well too.
  for (const name of world.names) start(name)
  const front = await startFront(first, webPorts)
  atEnd(front.close)
  if (!(await world.allUp())) throw new Error('Not everything started.')
  return world
}

/** The environment without anything the product would read: a run is the same on every machine. */
function ofTheShell(): NodeJS.ProcessEnv {
  const kept = /^(?:PATH|HOME|TMPDIR|TEMP|TMP|LANG|LC_.*|SystemRoot)$/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.test(name)))
}
