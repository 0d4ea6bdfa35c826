import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Clock, systemClock } from '../clock.ts'
import { errorPage } from '../error-page.ts'
import { foreignSite, type HttpRequest, isForeign, json, readBody, send } from '../http.ts'
import { type AccountSettings, createAccount } from './account.ts'
import { answerApi, isApiPath } from './api.ts'
import { answerControl } from './controls.ts'
import { phonesPage } from './page.ts'

export interface WhatsappSimulator {
  url: string
  close(): Promise<void>
}

const bodyLimitBytes = 64 * 1024

/** Starts a simulator of WhatsApp's Cloud API on loopback. It stores everything in memory. */
export async function startWhatsappSimulator({
  port,
  clock = systemClock,
  random,
  ...settings
}: AccountSettings & { port: number; clock?: Clock; random?: () => number }): Promise<WhatsappSimulator> {
  const account = createAccount({ settings, clock, ...(random && { random }) })
  const server = createServer(async (incoming, outgoing) => {
    if (isForeign(incoming.headers)) return send(outgoing, foreignSite)
    const body = await readBody(incoming, bodyLimitBytes).catch(() => undefined)
    if (body === undefined) return outgoing.destroy()
    const [path = '/', query = ''] = (incoming.url ?? '/').split(/\?(.*)/s)
    const method = incoming.method ?? 'GET'
    const request: HttpRequest = {
      method,
      path,
      body,
      headers: incoming.headers,
      query: new URLSearchParams(query),
    }
    if (isApiPath(path)) {
      const answer = answerApi(account, request)
      if (answer === 'hang') return
      const { slowMs } = account.faults
      if (slowMs === undefined) return send(outgoing, answer)
      return void clock.after(slowMs, () => send(outgoing, answer))
    }
    if (path.startsWith('/sim/')) return send(outgoing, answerControl(account, request))
    if (path === '/healthz') return send(outgoing, json(200, { status: 'ok' }))
    if (path === '/' && method === 'GET') return send(outgoing, phonesPage(account))
    send(outgoing, errorPage(404, 'Esta página não existe.'))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        account.notices.stop()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
