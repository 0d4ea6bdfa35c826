import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type Clock, systemClock } from '../clock.ts'
import { type HttpRequest, type HttpResponse, readBody, send } from '../http.ts'
import { createApi } from './api.ts'
import { createCallbacks } from './callbacks.ts'
import type { BankContext } from './context.ts'
import type { Contract } from './contract.ts'
import { createControls } from './controls.ts'
import { consumeFailure, consumeLostResponse } from './faults.ts'
import { Problem, problemAnswer } from './problem.ts'
import { createTokens } from './tokens.ts'

export interface BankOptions {
  /** 0 takes any free port. */
  port: number
  /** The levers have a door of their own: no certificate is asked there. */
  controlPort: number
  clientId: string
  clientSecret: string
  /** The Pix key of the one company that banks here. */
  key: string
  /** PEM texts; with them every caller has to show a certificate that `ca` signed. */
  tls?: { cert: string; key: string; ca: string }
  contract?: Contract
  clock?: Clock
  log?: (line: string) => void
}

export interface Bank {
  /** Up to the version. */
  url: string
  tokenUrl: string
  controlUrl: string
  close(): Promise<void>
}

const bodyLimitBytes = 64 * 1024
const base = '/v2'

/** Starts a bank that speaks API Pix and moves no money. */
export async function startBank(options: BankOptions): Promise<Bank> {
  const { contract, clock = systemClock, log = console.warn } = options
  const callbacks = createCallbacks({ clock, contract })
  const tokens = createTokens({ ...options, clock })
  let host = ''
  const context: BankContext = {
    key: options.key,
    clock,
    charges: new Map(),
    pixes: new Map(),
    webhook: undefined,
    callbacks: [],
    faults: {},
    host: () => host,
    tell: (pix) => callbacks.tell(context, pix),
  }
  const api = createApi(context, contract)
  const controls = createControls(context, tokens)

  const outside = listener(async (call) => {
    if (call.path === '/oauth/token' && call.method === 'POST') return tokens.grant(call)
    if (!call.path.startsWith(`${base}/`)) throw new Problem(404, 'NaoEncontrado')
    if (!tokens.isValid(call)) throw new Problem(401, 'AcessoNegado')
    const failure = consumeFailure(context.faults)
    if (failure !== undefined) throw new Problem(failure, 'ServicoIndisponivel')
    const answer = api({ ...call, path: call.path.slice(base.length) })
    if (context.faults.slowMs)
      await new Promise<void>((go) => void clock.after(context.faults.slowMs ?? 0, go))
    return consumeLostResponse(context.faults, call.method) ? undefined : answer
  })
  const secured = { ...options.tls, requestCert: true, rejectUnauthorized: true }
  const server = options.tls ? createSecureServer(secured, outside) : createServer(outside)
  const controlServer = createServer(listener(async (call) => controls(call)))
  const port = await listen(server, options.port)
  const controlPort = await listen(controlServer, options.controlPort)
  host = `127.0.0.1:${port}${base}`
  const scheme = options.tls ? 'https' : 'http'

  return {
    url: `${scheme}://${host}`,
    tokenUrl: `${scheme}://127.0.0.1:${port}/oauth/token`,
    controlUrl: `http://127.0.0.1:${controlPort}`,
    async close() {
      callbacks.stop()
      await Promise.all([server, controlServer].map(closed))
    },
  }

  /** An answer that never comes is `undefined`: the line is cut. */
  function listener(answer: (call: HttpRequest) => Promise<HttpResponse | undefined>): RequestListener {
    return async (request, response) => {
      const body = await readBody(request, bodyLimitBytes)
      const [path = '/', query = ''] = (request.url ?? '/').split(/\?(.*)/s)
      const { method = 'GET', headers } = request
      try {
        if (body === undefined) throw new Problem(413, 'RequisicaoInvalida')
        const answered = await answer({ method, path, query: new URLSearchParams(query), headers, body })
        if (answered) send(response, answered)
        else response.destroy()
      } catch (error) {
        if (error instanceof Problem) return send(response, problemAnswer(error))
        log(`unexpected failure: ${error instanceof Error ? error.stack : String(error)}`)
        send(response, problemAnswer(new Problem(500, 'ErroInternoDoServidor')))
      }
    }
  }
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
