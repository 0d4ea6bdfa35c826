import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Clock } from '../../simulator/clock.ts'
import { type SimulatorOptions, startSimulator } from '../../simulator/server.ts'

export const token = 'TEST-token'
export const secret = 'test-secret'
const noon = new Date('2026-11-21T15:00:00.000Z')

/** Creates a clock that only advances when the test says so. */
function manualClock(start = noon) {
  let now = start.getTime()
  const timers = new Set<{ at: number; run: () => void }>()
  const clock: Clock = {
    now: () => new Date(now),
    after(ms, run) {
      if (ms === 0) {
        const immediate = setImmediate(run)
        return () => clearImmediate(immediate)
      }
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  }
  const advance = (ms: number) => {
    const end = now + ms
    for (;;) {
      const due = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (due === undefined) break
      timers.delete(due)
      now = Math.max(now, due.at)
      due.run()
    }
    now = end
  }
  return { ...clock, advance }
}

/** Creates a data folder that is removed when the test ends. */
export function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Starts a simulator on a free port with a manual clock; closed when the test ends. */
export async function startTestSimulator(options: Partial<SimulatorOptions> = {}) {
  const clock = manualClock()
  const lines: string[] = []
  const running = await startSimulator({
    port: 0,
    dataDir: newDataDir(),
    webhookSecret: secret,
    accessToken: token,
    clock,
    log: (line) => lines.push(line),
    ...options,
  })
  onTestFinished(() => running.close())
  return { ...running, clock, lines, api: apiClient(running.url) }
}

interface ApiResponse {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  body: any
}

/** Creates an HTTP client for the API, with token and idempotency key, and for the controls. */
export function apiClient(url: string) {
  let key = 0
  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const reply: ApiResponse = {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    }
    return reply
  }
  return {
    call,
    get: (path: string) => call('GET', path),
    post: (path: string, body?: unknown, idempotencyKey = `key-${++key}`) =>
      call('POST', path, body, { 'x-idempotency-key': idempotencyKey }),
    faults: (faults: unknown) => call('POST', '/sim/faults', faults),
    control: (id: number | string, action: string, body?: unknown) =>
      call('POST', `/sim/payments/${id}/${action}`, body),
  }
}

export const pixPayment = (overrides: Record<string, unknown> = {}) => ({
  transaction_amount: 99.9,
  payment_method_id: 'pix',
  description: 'Parcela 1',
  external_reference: 'REF_1',
  payer: {
    email: 'ana@example.com',
    first_name: 'Ana',
    last_name: 'Souza',
    identification: { type: 'CPF', number: '52998224725' },
  },
  ...overrides,
})

export interface Notice {
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: { id: string; action: string; type: string; data: { id: string }; live_mode: boolean }
}

/** Starts a shop on loopback that stores the notices it receives and responds with the given statuses, then with 200. */
export async function startWebhookReceiver(...statuses: (number | 'no-response')[]) {
  const notices: Notice[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const url = new URL(request.url ?? '/', 'http://shop')
    notices.push({
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: JSON.parse(text),
    })
    const status = statuses.shift() ?? 200
    if (status !== 'no-response') response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/webhooks/mercadopago?source_news=webhooks`, notices }
}

/** Polls until the condition is truthy and returns it; real time passes only for network traffic. */
export async function waitUntil<T>(
  condition: () => T | Promise<T>,
  withinMs = 20_000,
): Promise<NonNullable<T>> {
  const end = Date.now() + withinMs
  for (;;) {
    const result = await condition()
    if (result) return result
    if (Date.now() > end) throw new Error(`never happened: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Returns the deliveries of the newest payment. */
export async function latestDeliveries(api: ReturnType<typeof apiClient>) {
  const { body } = await api.get('/sim/payments')
  return body[0].deliveries as { state: string; attempts: { result: string }[]; nextAt: string | null }[]
}
