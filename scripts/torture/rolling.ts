import { mkdirSync } from 'node:fs'
import { Agent, request as ask } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../lib/ports.ts'
import { startPostgres } from '../lib/postgres.ts'
import { shellEnvironment } from '../lib/shell-environment.ts'
import { answers, applicationUrl, startApplication } from '../lib/system.ts'
import { identity } from './customer.ts'
import { holdProcess } from './held-sockets.ts'
import { startNginx } from './nginx.ts'
import { startReferenceProxy } from './reference-proxy.ts'

export interface RollingSettings {
  readonly requests: number
  /** Maximum number of requests per second, because a busy machine takes seconds to restart a process. */
  readonly perSecond: number
  /** Path of nginx; if undefined, the reference proxy is used, which checks whether the processes are ready. */
  readonly nginx: string | undefined
  readonly folder: string
  /** File descriptor of the log. */
  readonly output: number
  readonly onExit: (cleanup: () => Promise<unknown>) => void
}

export interface RollingResult {
  readonly answered: number
  /** Requests without the expected response, with the reason. */
  readonly lost: readonly string[]
  readonly restarts: number
  readonly posts: number
  readonly seconds: number
}

/** A web process behind the proxy. */
interface Web {
  restart(): Promise<void>
}

/**
 * Restarts two web processes in turn, repeatedly, while visitors read and post behind a proxy, and counts the lost requests.
 *
 * @throws Error when something does not start
 */
export async function rollingRestarts(settings: RollingSettings): Promise<RollingResult> {
  const { folder, output, onExit, nginx } = settings
  const postgres = await startPostgres()
  onExit(postgres.stop)
  const front = await freePorts(3)
  const backends = [front + 1, front + 2]
  const env: NodeJS.ProcessEnv = {
    ...shellEnvironment(),
    DATABASE_URL: postgres.url,
    PUBLIC_URL: applicationUrl(front),
    DATA_DIR: folder,
    ROLE: 'web',
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '3',
    LOG_LEVEL: 'warn',
  }
  const webs: Web[] = []
  for (const port of backends) {
    webs.push(
      nginx
        ? await held(port, { env, folder, output, onExit })
        : await own(port, { env, folder, output, onExit }),
    )
  }
  if (nginx) onExit(await startNginx({ nginx, port: front, backends, folder: join(folder, 'nginx') }))
  else onExit((await startReferenceProxy(front, backends)).close)

  const began = performance.now()
  let restarts = 0
  const visits = { sent: 0 }
  const restarting = (async () => {
    for (let turn = 0; visits.sent < settings.requests || turn < webs.length; turn++) {
      await webs[turn % webs.length]?.restart()
      restarts++
    }
  })()
  const load = await visit(applicationUrl(front), settings, visits, () => restarts >= webs.length)
  await restarting
  return { ...load, restarts, seconds: Math.round((performance.now() - began) / 1000) }
}

interface WebSettings {
  env: NodeJS.ProcessEnv
  folder: string
  output: number
  onExit: RollingSettings['onExit']
}

/** Starts a process that opens its port itself. */
async function own(port: number, { env, folder, output, onExit }: WebSettings): Promise<Web> {
  const start = async () => {
    const child = startApplication({ port, dataDir: folder, env, output })
    if (!(await answers(`${applicationUrl(port)}/readyz`, child, 180_000)))
      throw new Error('A web process did not start.')
    return child
  }
  let child = await start()
  onExit(() => child.stop(1_000))
  return {
    async restart() {
      await child.stop(60_000)
      child = await start()
    },
  }
}

/** Starts a process on a socket that another process keeps open. */
async function held(port: number, { env, folder, output, onExit }: WebSettings): Promise<Web> {
  const own = join(folder, `web-${port}`)
  mkdirSync(own)
  const web = await holdProcess({ port, folder: own, env: { ...env, PORT: String(port) }, output })
  onExit(web.stop)
  const isReady = () =>
    fetch(`${applicationUrl(port)}/readyz`, { signal: AbortSignal.timeout(30_000) }).then(
      ({ status }) => status === 200,
      () => false,
    )
  while (!(await isReady())) await sleep(50)
  return { restart: () => web.restart(isReady) }
}

const visitors = 8

/** Sends requests, every third of them a form, until enough are sent and `isEnough` returns true. */
async function visit(
  url: string,
  { requests, perSecond }: RollingSettings,
  visits: { sent: number },
  isEnough: () => boolean,
): Promise<Pick<RollingResult, 'answered' | 'lost' | 'posts'>> {
  const agent = new Agent({ keepAlive: true })
  const lost: string[] = []
  const form = new URLSearchParams({ plan: 'mensal-12x', ...identity }).toString()
  let [answered, posts] = [0, 0]
  const began = performance.now()
  await Promise.all(
    Array.from({ length: visitors }, async () => {
      while (visits.sent < requests || !isEnough()) {
        const number = visits.sent++
        const early = (number / perSecond) * 1_000 - (performance.now() - began)
        if (early > 0) await sleep(early)
        const isPost = number % 3 === 0
        const path = number % 3 === 1 ? '/' : '/service/clean-name'
        const status = await once(agent, url, path, isPost ? form : undefined, number)
        if (isPost) posts++
        if (status === (isPost ? '302' : '200')) answered++
        else lost.push(`${isPost ? 'POST' : 'GET'} ${path}: ${status}`)
      }
    }),
  )
  agent.destroy()
  return { answered, lost, posts }
}

/**
 * Sends one request, without retries.
 *
 * @returns its status, or the reason why it has none
 */
function once(
  agent: Agent,
  url: string,
  path: string,
  form: string | undefined,
  number: number,
): Promise<string> {
  const headers: Record<string, string> = {
    // For the rate limits each request comes from a different visitor.
    'X-Client': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
    Origin: url,
    ...(form === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
  }
  return new Promise((resolve) => {
    const sent = ask(new URL(path, url), {
      agent,
      method: form === undefined ? 'GET' : 'POST',
      headers,
      timeout: 60_000,
    })
    sent.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => resolve(String(answer.statusCode)))
      answer.on('error', (error) => resolve(`cut off (${error.message})`))
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer in a minute')))
    sent.on('error', (error) => resolve(error.message))
    sent.end(form)
  })
}
