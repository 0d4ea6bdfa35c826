import { Agent } from 'node:https'
import { connect, type TLSSocket } from 'node:tls'
import { onTestFinished, vi } from 'vitest'

/**
 * Redirects `fetch` requests for `host` to a simulator until the test ends, because public SDKs have the address of their
 * provider built in. Refuses every other address outside this machine.
 *
 * @returns every request that was redirected, in order
 */
export function divertFetch(host: string, simulatorUrl: string): Request[] {
  const real = globalThis.fetch
  const sent: Request[] = []
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    const { origin, hostname } = new URL(request.url)
    if (hostname === '127.0.0.1') return real(input, init)
    if (origin !== host) throw new TypeError(`${request.url} is not ${host}`)
    sent.push(request.clone())
    return real(simulatorUrl + request.url.slice(host.length), init)
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return sent
}

/**
 * Redirects clients that use an HTTPS agent: every connection to `host` goes to a port of this machine, whose certificate must be
 * for `localhost` and signed by `ca`. The client's own certificate is presented unchanged.
 */
export function divertTls(host: string, { port, ca }: { port: number; ca: string }): void {
  const dial = (options: { host?: string | null; cert?: unknown; key?: unknown }): TLSSocket => {
    if (options.host !== host) throw new TypeError(`${options.host} is not ${host}`)
    const { cert, key } = options as { cert?: Buffer; key?: Buffer }
    return connect({ host: '127.0.0.1', port, servername: 'localhost', ca, cert, key })
  }
  // A configured proxy would receive the requests instead.
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']) {
    vi.stubEnv(name, '')
    vi.stubEnv(name.toLowerCase(), '')
  }
  const spy = vi.spyOn(Agent.prototype, 'createConnection').mockImplementation(dial as never)
  onTestFinished(() => {
    spy.mockRestore()
    vi.unstubAllEnvs()
  })
}
