import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isLoopback } from '../src/core/loopback.ts'
import { chargesPage } from './charges-page.ts'
import { createCheckout } from './checkout.ts'
import { type Clock, systemClock } from './clock.ts'
import type { SimulatorContext } from './context.ts'
import { createControls } from './controls.ts'
import { errorPage } from './error-page.ts'
import { shouldHang } from './fault-injection.ts'
import {
  foreignSite,
  type HttpRequest,
  type HttpResponse,
  isForeign,
  json,
  providerError,
  readBody,
  send,
  wantsPage,
} from './http.ts'
import { openJournal } from './journal.ts'
import { deliver } from './mutations/deliver.ts'
import { createMutator } from './mutations/mutator.ts'
import { createPaymentStore } from './payment-store.ts'
import { createProviderApi, isProviderPath } from './provider-api.ts'
import { retryScheduleOf } from './retry-schedule.ts'
import { createWebhooks } from './webhooks.ts'

export interface SimulatorOptions {
  /** 0 selects any free port. */
  port: number
  host?: string
  dataDir: string
  webhookSecret: string
  accessToken: string
  /** Factor that divides the provider's retry delays; absent: 1, 2, 5, 15 and 30 seconds. */
  timeFactor?: number | undefined
  pixExpirySeconds?: number | undefined
  /** URL that browsers use, if it is not the bound address. */
  publicUrl?: string | undefined
  clock?: Clock
  log?: (line: string) => void
}

export interface Simulator {
  url: string
  /** Checks whether notices are still to be delivered. */
  hasNotices(): boolean
  /** Stops within one second; pending deliveries are sent after the next start. */
  close(): Promise<void>
}

const bodyLimitBytes = 64 * 1024

/** Starts a simulator with its data folder; rejects if the port is in use or the journal cannot be read. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { port, host = '127.0.0.1', dataDir, clock = systemClock, log = console.warn } = options
  const journal = openJournal(dataDir)
  const retrySchedule = retryScheduleOf(options.timeFactor)
  const mutator = createMutator({
    stateOf: () => journal.state.mutations,
    record: (row) => journal.record({ kind: 'mutation', row }),
    clock,
  })
  const secret = options.webhookSecret
  const webhooks = createWebhooks({ journal, mutator, clock, secret, retrySchedule, log })
  let url = ''
  const context: SimulatorContext = {
    journal,
    store: createPaymentStore({ journal, clock, webhooks }),
    webhooks,
    clock,
    accessToken: options.accessToken,
    pixExpirySeconds: options.pixExpirySeconds,
    newUuid: randomUUID,
    baseUrl: () => (options.publicUrl ?? url).replace(/\/+$/, ''),
  }
  const handle = createHandler(context)
  const delayedResponses = new Set<() => void>()

  // A simulator bound to an address that is not loopback is meant to be reachable under other host names.
  const isLocal = isLoopback(host)

  const server = createServer(async (incoming, outgoing) => {
    try {
      if (isLocal && isForeign(incoming.headers)) return send(outgoing, foreignSite)
      const request = await readRequest(incoming)
      if (request === undefined) {
        send(outgoing, providerError(413, [], { connection: 'close' }))
        return
      }
      if (isProviderPath(request.path) && shouldHang(journal)) return
      if (!isProviderPath(request.path)) return send(outgoing, await handle(request))
      const exchange = mutator.open(request)
      const response = await handle(exchange.request)
      const reply = exchange.replyTo(response)
      const answer = () => (reply === undefined ? send(outgoing, response) : deliver(outgoing, reply, clock))
      const { slowMs } = journal.state.faults
      if (slowMs === undefined) return answer()
      const cancel = clock.after(slowMs, () => {
        delayedResponses.delete(cancel)
        answer()
      })
      delayedResponses.add(cancel)
    } catch (error) {
      if (incoming.destroyed && !incoming.complete) return
      log(`unexpected failure: ${error instanceof Error ? error.stack : String(error)}`)
      send(outgoing, providerError(500, []))
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
  url = urlOf(server.address() as AddressInfo)
  context.store.start()
  webhooks.resume()

  return {
    url,
    hasNotices: () => journal.state.deliveries.values().some(({ state }) => state === 'waiting'),
    async close() {
      webhooks.stop()
      context.store.stop()
      for (const cancel of delayedResponses) cancel()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      setTimeout(() => server.closeAllConnections(), 200).unref()
      if (delayedResponses.size > 0) server.closeAllConnections()
      await closed
      journal.close()
    },
  }
}

function createHandler(
  context: SimulatorContext,
): (request: HttpRequest) => HttpResponse | Promise<HttpResponse> {
  const providerApi = createProviderApi(context)
  const controls = createControls(context)
  const checkout = createCheckout(context)
  return (request) => {
    if (isProviderPath(request.path)) return providerApi(request)
    if (request.path.startsWith('/sim/')) return controls(request)
    if (request.path === '/' && request.method === 'GET') return chargesPage(context)
    if (request.path === '/healthz' && request.method === 'GET') return json(200, { status: 'ok' })
    const page = checkout(request)
    if (page !== undefined) return page
    return wantsPage(request) ? errorPage(404, 'Esta página não existe.') : providerError(404, [])
  }
}

async function readRequest(incoming: IncomingMessage): Promise<HttpRequest | undefined> {
  const body = await readBody(incoming, bodyLimitBytes)
  if (body === undefined) return undefined
  const [path = '/', query = ''] = (incoming.url ?? '/').split(/\?(.*)/s)
  const method = incoming.method ?? 'GET'
  return { method, path, query: new URLSearchParams(query), headers: incoming.headers, body }
}

function urlOf({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`
}
