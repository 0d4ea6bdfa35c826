import { randomUUID } from 'node:crypto'
import { type HttpRequest, type HttpResponse, json } from '../http.ts'
import { centavosOfDecimal } from '../money.ts'
import { buildCharge, type Charge, type ChargeBody, checkCharge, invalid, type Kind } from './charges.ts'
import { type BankContext, pixOf } from './context.ts'
import type { ApiRequest, Contract } from './contract.ts'
import { paged, periodOf } from './paging.ts'
import { completeReturn, type Pix, requestReturn } from './pix.ts'
import { Problem, problemResponse } from './problem.ts'
import type { Route, RouteResult } from './route.ts'
import { webhookRoutes } from './webhook-routes.ts'

/** Creates the API, without authentication; `path` begins after the version. */
export function createApi(context: BankContext, contract: Contract | undefined) {
  const routes: readonly Route[] = [
    ...(['cob', 'cobv'] as const).flatMap((kind): Route[] => {
      const path = new RegExp(`^/${kind}/([^/]+)$`)
      const problemKind = kind === 'cob' ? 'CobOperacaoInvalida' : 'CobVOperacaoInvalida'
      return [
        [
          'PUT',
          path,
          problemKind,
          (request, txid) => put(kind, request.body as ChargeBody | undefined, txid),
        ],
        [
          'PATCH',
          path,
          problemKind,
          (request, txid) => patch(kind, request.body as ChargeChange | undefined, txid),
        ],
        ['GET', path, problemKind, (_, txid) => ({ status: 200, body: viewWithPix(charge(kind, txid)) })],
        [
          'GET',
          new RegExp(`^/${kind}$`),
          kind === 'cob' ? 'CobConsultaInvalida' : 'CobVConsultaInvalida',
          (request) => listCharges(kind, request),
        ],
      ]
    }),
    [
      'POST',
      /^\/cob$/,
      'CobOperacaoInvalida',
      (request) => put('cob', request.body as ChargeBody | undefined, newTxid()),
    ],
    ['GET', /^\/pix$/, 'PixConsultaInvalida', list],
    [
      'GET',
      /^\/pix\/([^/]+)$/,
      'RequisicaoInvalida',
      (_, id = '') => ({ status: 200, body: pixOf(context, id) }),
    ],
    ['PUT', /^\/pix\/([^/]+)\/devolucao\/([^/]+)$/, 'PixDevolucaoInvalida', createReturn],
    ['GET', /^\/pix\/([^/]+)\/devolucao\/([^/]+)$/, 'RequisicaoInvalida', showReturn],
    ...webhookRoutes(context),
  ]

  /**
   * Validates the request and the response against the contract. Throws only if the response violates it, which is a bug here.
   */
  return (request: HttpRequest): HttpResponse => {
    // A path may end in '/': the SDK of one bank sends such paths.
    const path = request.path.replace(/\/$/, '')
    const parsed: ApiRequest = { ...request, path, body: readJson(request.body) }
    const response = handle(parsed)
    const responseBody = response.body === '' ? undefined : readJson(response.body)
    const violations = contract?.response(parsed, { status: response.status, body: responseBody }) ?? []
    if (violations.length === 0) return response
    throw new Error(
      `${request.method} ${request.path} ${response.status} breaks ${JSON.stringify(violations)}`,
    )
  }

  function handle(request: ApiRequest): HttpResponse {
    try {
      for (const [verb, pattern, problemKind, handler] of routes) {
        const match = request.method === verb ? pattern.exec(request.path) : null
        if (!match) continue
        const violations = contract?.request(request) ?? []
        if (violations.length > 0) throw new Problem(400, problemKind, ...violations)
        const { status, body } = handler(request, ...match.slice(1).map(decodeURIComponent))
        return body === undefined ? { status, headers: {}, body: '' } : json(status, body)
      }
      throw new Problem(404, 'NaoEncontrado')
    } catch (error) {
      if (error instanceof Problem) return problemResponse(error)
      throw error
    }
  }

  function put(kind: Kind, body: ChargeBody | undefined, txid = ''): RouteResult {
    if (!body?.valor || !body.calendario) throw invalid(kind)
    const before = context.charges.get(txid)
    const isTaken = before && (before.status !== 'ATIVA' || before.kind !== kind || context.faults.strict)
    if (isTaken) throw invalid(kind, { razao: 'O txid encontra-se em uso.', propriedade: `${kind}.txid` })
    const now = context.clock.now()
    checkCharge(kind, body, { key: context.key, now })
    const id = context.charges.size + 1
    const charge = buildCharge(kind, txid, body, { before, id, now })
    context.charges.set(txid, charge)
    return { status: 201, body: view(charge) }
  }

  /** Removes an active charge, or updates the fields that are in the body. */
  function patch(kind: Kind, { status, ...changes }: ChargeChange = {}, txid = ''): RouteResult {
    const existing = charge(kind, txid)
    if (existing.status !== 'ATIVA') {
      throw invalid(kind, { razao: 'A cobrança não está ATIVA.', propriedade: `${kind}.status` })
    }
    if (status === undefined) return { status: 200, body: view(revise(existing, changes)) }
    if (status !== 'REMOVIDA_PELO_USUARIO_RECEBEDOR' || Object.keys(changes).length > 0) throw invalid(kind)
    const removed: Charge = { ...existing, status, revisao: existing.revisao + 1 }
    context.charges.set(txid, removed)
    return { status: 200, body: view(removed) }
  }

  function revise(before: Charge, changes: ChargeChange): Charge {
    const { kind, txid } = before
    const now = context.clock.now()
    const body: ChargeBody = {
      ...before,
      ...changes,
      calendario: { ...before.calendario, ...changes.calendario },
      valor: { ...before.valor, ...changes.valor },
    }
    checkCharge(kind, body, { key: context.key, now })
    const revised = buildCharge(kind, txid, body, { before, id: before.loc.id, now })
    context.charges.set(txid, revised)
    return revised
  }

  /** Lists charges by time of creation, newest first like the Pix. */
  function listCharges(kind: Kind, { query }: ApiRequest): RouteResult {
    const period = periodOf(query, kind === 'cob' ? 'CobConsultaInvalida' : 'CobVConsultaInvalida')
    const filters = ['cpf', 'cnpj', 'status'] as const
    const asked = Object.fromEntries(
      filters.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])),
    )
    const found = [...context.charges.values()]
      .filter((one) => one.kind === kind && period.has(one.calendario.criacao))
      .filter(({ status, devedor }) =>
        Object.entries(asked).every(([name, value]) => ({ ...devedor, status })[name] === value),
      )
      .reverse()
    const { paginacao, page } = paged(found, query)
    const { inicio, fim } = period
    return {
      status: 200,
      body: { parametros: { inicio, fim, ...asked, paginacao }, cobs: page.map(viewWithPix) },
    }
  }

  function charge(kind: Kind, txid = ''): Charge {
    const existing = context.charges.get(txid)
    if (existing?.kind === kind) return existing
    throw new Problem(404, kind === 'cob' ? 'CobNaoEncontrado' : 'CobVNaoEncontrada')
  }

  function list({ query }: ApiRequest): RouteResult {
    const period = periodOf(query, 'PixConsultaInvalida')
    const matches = (name: string, isPresent: boolean) =>
      !query.has(name) || query.get(name) === String(isPresent)
    const found = [...context.pixes.values()]
      .filter(({ horario }) => period.has(horario))
      .filter(({ txid }) => !query.has('txid') || query.get('txid') === txid)
      .filter((pix) => matches('txIdPresente', pix.txid !== undefined))
      .filter((pix) => matches('devolucaoPresente', (pix.devolucoes ?? []).length > 0))
      // The standard guarantees no order. Newest first, so that a shop that assumes oldest first fails.
      .reverse()
    const { paginacao, page: pix } = paged(found, query)
    const { inicio, fim } = period
    return { status: 200, body: { parametros: { inicio, fim, paginacao }, pix } }
  }

  function createReturn({ body }: ApiRequest, endToEndId = '', id = ''): RouteResult {
    const pix = pixOf(context, endToEndId)
    const { valor, natureza: nature = 'ORIGINAL' } = (body ?? {}) as { valor?: string; natureza?: string }
    const now = context.clock.now()
    const created = requestReturn(pix, { id, amount: centavosOfDecimal(valor ?? '') ?? 0, nature, now })
    if (!context.faults.slowReturns) {
      completeReturn(created, 'DEVOLVIDO', now)
      context.notify(pix)
    }
    return { status: 201, body: created }
  }

  function showReturn(_: ApiRequest, endToEndId = '', id = ''): RouteResult {
    const found = pixOf(context, endToEndId).devolucoes?.find((candidate) => candidate.id === id)
    if (!found) throw new Problem(404, 'PixDevolucaoNaoEncontrada')
    return { status: 200, body: found }
  }
}

/** Fields of a `PATCH` request. */
type ChargeChange = Partial<ChargeBody> & { status?: string }

/** Generates the bank's own txid for a charge that was sent without one. */
const newTxid = (): string => randomUUID().replaceAll('-', '')

/** Returns a charge in API format, without its Pix: only `viewWithPix` includes those. */
function view({ kind: _, pix: __, ...charge }: Charge): object {
  return charge
}

function viewWithPix(charge: Charge): object & { pix?: Pix[] } {
  return { ...view(charge), ...(charge.pix.length > 0 && { pix: charge.pix }) }
}

/** Parses the body. Returns undefined for invalid JSON, which the contract or the checks of the charge then refuse. */
function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
