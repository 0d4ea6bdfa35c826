import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chargesPage } from './charges-page.ts'
import { createCheckout } from './checkout.ts'
import { type Clock, systemClock } from './clock.ts'
import { createControls } from './controls.ts'
import { errorPage } from './error-page.ts'
import { hangs } from './failures.ts'
import { type Answer, type Call, json, providerError, readBody, send, wantsPage } from './http.ts'
import { openJournal } from './journal.ts'
import { createLedger } from './ledger.ts'
import { paceOf } from './pace.ts'
import { createProviderApi, isProviderPath } from './provider-api.ts'
import { createWebhooks } from './webhooks.ts'
import type { World } from './world.ts'

export interface SimulatorOptions {
  /** 0 takes any free port. */
  port: number
  host?: string
  dataDir: string
  webhookSecret: string
  accessToken: string
  /** Divides the provider's retry waits; absent: 1, 2, 5, 15 and 30 seconds. */
  timeFactor?: number | undefined
  pixExpirySeconds?: number | undefined
  /** Where browsers reach it, when that is not the bound address. */
  publicUrl?: string | undefined
  clock?: Clock
  log?: (line: string) => void
}

export interface Simulator {
  url: string
  /** Ends within a second; what was still to be sent is sent after the next start. */
  close(): Promise<void>
}

const bodyLimitBytes = 64 * 1024

/** Starts a simulator on its data folder; rejects when the port is taken or the journal cannot be read. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { port, host = '127.0.0.1', dataDir, clock = systemClock, log = console.warn } = options
  const journal = openJournal(dataDir)
  const pace = paceOf(options.timeFactor)
  const webhooks = createWebhooks({ journal, clock, secret: options.webhookSecret, pace, log })
  let url = ''
  const world: World = {
    journal,
    ledger: createLedger({ journal, clock, webhooks }),
    webhooks,
    clock,
    accessToken: options.accessToken,
    pixExpirySeconds: options.pixExpirySeconds,
    newUuid: randomUUID,
    baseUrl: () => (options.publicUrl ?? url).replace(/\/+$/, ''),
  }
  const answer = createAnswers(world)
  const slow = new Set<() => void>()

  const server = createServer(async (request, response) => {
    try {
      const call = await readCall(request)
      if (call === undefined) {
        send(response, providerError(413, [], { connection: 'close' }))
        return
      }
      if (isProviderPath(call.path) && hangs(journal)) return
      const answered = await answer(call)
      const { slowMs } = journal.state.faults
      if (slowMs === undefined || !isProviderPath(call.path)) return send(response, answered)
      const cancel = clock.after(slowMs, () => {
        slow.delete(cancel)
        send(response, answered)
      })
      slow.add(cancel)
    } catch (error) {
      if (request.destroyed && !request.complete) return
      log(`unexpected failure: ${error instanceof Error ? error.stack : String(error)}`)
      send(response, providerError(500, []))
    }
  })

  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, resolve)
    })
  } catch (error) {
    journal.close()
    throw error
  }
  url = addressOf(server.address() as AddressInfo)
  world.ledger.start()
  webhooks.resume()

  return {
    url,
    async close() {
      webhooks.stop()
      world.ledger.stop()
      for (const cancel of slow) cancel()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      setTimeout(() => server.closeAllConnections(), 200).unref()
      if (slow.size > 0) server.closeAllConnections()
      await closed
      journal.close()
    },
  }
}

function createAnswers(world: World): (call: Call) => Answer | Promise<Answer> {
  const providerApi = createProviderApi(world)
  const controls = createControls(world)
  const checkout = createCheckout(world)
  return (call) => {
    if (isProviderPath(call.path)) return providerApi(call)
    if (call.path.startsWith('/sim/')) return controls(call)
    if (call.path === '/' && call.method === 'GET') return chargesPage(world)
    if (call.path === '/healthz' && call.method === 'GET') return json(200, { status: 'ok' })
    const page = checkout(call)
    if (page !== undefined) return page
    return wantsPage(call) ? errorPage(404, 'Esta página não existe.') : providerError(404, [])
  }
}

async function readCall(request: IncomingMessage): Promise<Call | undefined> {
  const body = await readBody(request, bodyLimitBytes)
  if (body === undefined) return undefined
  const [path = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s)
  const method = request.method ?? 'GET'
  return { method, path, query: new URLSearchParams(query), headers: request.headers, body }
}

function addressOf({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`
}
