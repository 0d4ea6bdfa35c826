import { mkdtempSync } from 'node:fs'
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

/** A clock that moves only by hand. */
function handClock(start = noon) {
  let now = start.getTime()
  const timers = new Set<{ at: number; run: () => void }>()
  const clock: Clock = {
    now: () => new Date(now),
    after(ms, run) {
      if (ms === 0) {
        const soon = setImmediate(run)
        return () => clearImmediate(soon)
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

export const newFolder = () => mkdtempSync(join(tmpdir(), 'simulator-'))

/** A simulator on a free port and a hand-moved clock, closed when the test ends. */
export async function simulator(options: Partial<SimulatorOptions> = {}) {
  const clock = handClock()
  const lines: string[] = []
  const running = await startSimulator({
    port: 0,
    dataDir: newFolder(),
    webhookSecret: secret,
    accessToken: token,
    clock,
    log: (line) => lines.push(line),
    ...options,
  })
  onTestFinished(() => running.close())
  return { ...running, clock, lines, api: client(running.url) }
}

interface Reply {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever shape came back
  body: any
}

/** Calls over real HTTP: the API with token and key, and the levers. */
export function client(url: string) {
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
    const reply: Reply = {
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
    act: (id: number | string, action: string, body?: unknown) =>
      call('POST', `/sim/payments/${id}/${action}`, body),
  }
}

export const pix = (more: Record<string, unknown> = {}) => ({
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
  ...more,
})

export interface Notice {
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: { id: string; action: string; type: string; data: { id: string }; live_mode: boolean }
}

/** A shop on loopback that keeps the notices it gets and answers with the given statuses, then with 200. */
export async function shop(...statuses: (number | 'silence')[]) {
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
    if (status !== 'silence') response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/webhooks/mercadopago?source_news=webhooks`, notices }
}

/** Waits until the question holds; real time passes only for what is on the wire. */
export async function until<T>(question: () => T | Promise<T>, withinMs = 3000): Promise<NonNullable<T>> {
  const end = Date.now() + withinMs
  for (;;) {
    const answer = await question()
    if (answer) return answer
    if (Date.now() > end) throw new Error(`never happened: ${question}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** The deliveries of the newest payment as the simulator sees them. */
export async function deliveries(api: ReturnType<typeof client>) {
  const { body } = await api.get('/sim/payments')
  return body[0].deliveries as { state: string; attempts: { result: string }[]; nextAt: string | null }[]
}
