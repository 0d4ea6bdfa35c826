import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type Clock, systemClock } from '../clock.ts'
import { type HttpRequest, type HttpResponse, readBody, send } from '../http.ts'
import { deliver } from '../mutations/deliver.ts'
import { afterStep, noMutations } from '../mutations/mutation-set.ts'
import { createMutator, type Mutator } from '../mutations/mutator.ts'
import { createApi } from './api.ts'
import { createCallbacks } from './callbacks.ts'
import type { BankContext } from './context.ts'
import type { Contract } from './contract.ts'
import { createControls } from './controls.ts'
import { consumeFailure, consumeLostResponse } from './faults.ts'
import { Problem, problemResponse } from './problem.ts'
import { createTokens } from './tokens.ts'

export interface BankOptions {
  /** 0 selects any free port. */
  port: number
  /** The controls have their own port, which requires no certificate. */
  controlPort: number
  clientId: string
  clientSecret: string
  /** The Pix key of the bank's only customer. */
  key: string
  /** PEM texts; enables mTLS: every client needs a certificate signed by `ca`. */
  tls?: { cert: string; key: string; ca: string }
  contract?: Contract
  clock?: Clock
  log?: (line: string) => void
}

export interface Bank {
  /** Includes the version. */
  url: string
  tokenUrl: string
  controlUrl: string
  close(): Promise<void>
}

const bodyLimitBytes = 64 * 1024
const base = '/v2'

/** Starts a bank that implements API Pix and moves no money. */
export async function startBank(options: BankOptions): Promise<Bank> {
  const { contract, clock = systemClock, log = console.warn } = options
  const mutator = createMutator({
    stateOf: () => context.mutations,
    record: (step) => {
      context.mutations = afterStep(context.mutations, step)
    },
    clock,
  })
  const callbacks = createCallbacks({ clock, contract, mutator })
  const tokens = createTokens({ ...options, clock })
  const context: BankContext = {
    key: options.key,
    clock,
    charges: new Map(),
    pixes: new Map(),
    webhook: undefined,
    callbacks: [],
    faults: {},
    mutations: noMutations,
    notify: (pix) => callbacks.notify(context, pix),
  }
  const api = createApi(context, contract)
  const controls = createControls(context, tokens)

  const apiListener = listener(async (request) => {
    if (request.path === '/oauth/token' && request.method === 'POST') return tokens.grant(request)
    if (!request.path.startsWith(`${base}/`)) throw new Problem(404, 'NaoEncontrado')
    if (!tokens.isValid(request)) throw new Problem(401, 'AcessoNegado')
    const failure = consumeFailure(context.faults)
    if (failure !== undefined) throw new Problem(failure, 'ServicoIndisponivel')
    const response = api({ ...request, path: request.path.slice(base.length) })
    if (context.faults.slowMs)
      await new Promise<void>((resolve) => void clock.after(context.faults.slowMs ?? 0, resolve))
    return consumeLostResponse(context.faults, request.method) ? undefined : response
  }, mutator)
  const tlsOptions = { ...options.tls, requestCert: true, rejectUnauthorized: true }
  const server = options.tls ? createSecureServer(tlsOptions, apiListener) : createServer(apiListener)
  const controlServer = createServer(listener(async (request) => controls(request)))
  const port = await listen(server, options.port)
  const controlPort = await listen(controlServer, options.controlPort)
  const scheme = options.tls ? 'https' : 'http'

  return {
    url: `${scheme}://127.0.0.1:${port}${base}`,
    tokenUrl: `${scheme}://127.0.0.1:${port}/oauth/token`,
    controlUrl: `http://127.0.0.1:${controlPort}`,
    async close() {
      callbacks.stop()
      await Promise.all([server, controlServer].map(closeServer))
    },
  }

  /** Adapts a handler to Node's server. `undefined` from the handler is a lost response: the connection is closed. */
  function listener(
    handle: (request: HttpRequest) => Promise<HttpResponse | undefined>,
    mutator?: Mutator,
  ): RequestListener {
    return async (incoming, outgoing) => {
      const body = await readBody(incoming, bodyLimitBytes)
      const [path = '/', query = ''] = (incoming.url ?? '/').split(/\?(.*)/s)
      const { method = 'GET', headers } = incoming
      if (body === undefined) return send(outgoing, problemResponse(new Problem(413, 'RequisicaoInvalida')))
      const request = { method, path, query: new URLSearchParams(query), headers, body }
      const exchange = mutator?.open(request)
      const response = await answer(exchange?.request ?? request, handle)
      const reply = response && exchange?.replyTo(response)
      if (reply) deliver(outgoing, reply, clock)
      else if (response) send(outgoing, response)
      else outgoing.destroy()
    }
  }

  async function answer(
    request: HttpRequest,
    handle: (request: HttpRequest) => Promise<HttpResponse | undefined>,
  ): Promise<HttpResponse | undefined> {
    try {
      return await handle(request)
    } catch (error) {
      if (error instanceof Problem) return problemResponse(error)
      log(`unexpected failure: ${error instanceof Error ? error.stack : String(error)}`)
      return problemResponse(new Problem(500, 'ErroInternoDoServidor'))
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

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
