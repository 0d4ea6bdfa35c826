import { type HttpRequest, type HttpResponse, json } from '../http.ts'
import { centavosOfDecimal } from '../money.ts'
import { buildCharge, type Charge, type ChargeBody, checkCharge, invalid, type Kind } from './charges.ts'
import { type BankContext, pixOf } from './context.ts'
import type { ApiRequest, Contract } from './contract.ts'
import { completeReturn, type Pix, requestReturn } from './pix.ts'
import { Problem, problemResponse } from './problem.ts'

/** The result of a route: a status with a body; errors are thrown as `Problem`. */
type RouteResult = { status: number; body?: unknown }
type Route = readonly [
  method: string,
  path: RegExp,
  /** Problem kind of a request that breaks the contract. */
  problemKind: string,
  handler: (request: ApiRequest, ...params: string[]) => RouteResult,
]

/** The API, without authentication; `path` begins after the version. */
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
          (request, txid) => remove(kind, request.body as { status?: string } | undefined, txid),
        ],
        ['GET', path, problemKind, (_, txid) => ({ status: 200, body: viewWithPix(charge(kind, txid)) })],
      ]
    }),
    ['GET', /^\/pix$/, 'PixConsultaInvalida', list],
    [
      'GET',
      /^\/pix\/([^/]+)$/,
      'RequisicaoInvalida',
      (_, id = '') => ({ status: 200, body: pixOf(context, id) }),
    ],
    ['PUT', /^\/pix\/([^/]+)\/devolucao\/([^/]+)$/, 'PixDevolucaoInvalida', createReturn],
    ['GET', /^\/pix\/([^/]+)\/devolucao\/([^/]+)$/, 'RequisicaoInvalida', showReturn],
    ['PUT', /^\/webhook\/([^/]+)$/, 'WebhookOperacaoInvalida', setWebhook],
    ['GET', /^\/webhook\/([^/]+)$/, 'RequisicaoInvalida', showWebhook],
  ]

  /** Validates request and response against the contract. Throws only for a response that breaks it, a bug here. */
  return (request: HttpRequest): HttpResponse => {
    const parsed: ApiRequest = { ...request, body: readJson(request.body) }
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
    const charge = buildCharge(kind, txid, body, { before, id, host: context.host(), now })
    context.charges.set(txid, charge)
    return { status: 201, body: view(charge) }
  }

  /** `PATCH` supports removal only. */
  function remove(kind: Kind, { status, ...others }: { status?: string } = {}, txid = ''): RouteResult {
    const existing = charge(kind, txid)
    if (existing.status !== 'ATIVA') {
      throw invalid(kind, { razao: 'A cobrança não está ATIVA.', propriedade: `${kind}.status` })
    }
    if (status !== 'REMOVIDA_PELO_USUARIO_RECEBEDOR' || Object.keys(others).length > 0) throw invalid(kind)
    const removed: Charge = { ...existing, status, revisao: existing.revisao + 1 }
    context.charges.set(txid, removed)
    return { status: 200, body: view(removed) }
  }

  function charge(kind: Kind, txid = ''): Charge {
    const existing = context.charges.get(txid)
    if (existing?.kind === kind) return existing
    throw new Problem(404, kind === 'cob' ? 'CobNaoEncontrado' : 'CobVNaoEncontrada')
  }

  function list({ query }: ApiRequest): RouteResult {
    const [inicio = '', fim = ''] = [query.get('inicio') ?? '', query.get('fim') ?? '']
    const page = Number(query.get('paginacao.paginaAtual') ?? 0)
    const size = Number(query.get('paginacao.itensPorPagina') ?? 100)
    if (!(Date.parse(inicio) <= Date.parse(fim))) throw new Problem(400, 'PixConsultaInvalida')
    const matches = (name: string, isPresent: boolean) =>
      !query.has(name) || query.get(name) === String(isPresent)
    const found = [...context.pixes.values()]
      .filter(
        ({ horario }) => Date.parse(horario) >= Date.parse(inicio) && Date.parse(horario) <= Date.parse(fim),
      )
      .filter(({ txid }) => !query.has('txid') || query.get('txid') === txid)
      .filter((pix) => matches('txIdPresente', pix.txid !== undefined))
      .filter((pix) => matches('devolucaoPresente', (pix.devolucoes ?? []).length > 0))
      // The standard guarantees no order. Newest first, so that a shop that assumes oldest first fails.
      .reverse()
    const paginacao = {
      paginaAtual: page,
      itensPorPagina: size,
      quantidadeDePaginas: Math.max(1, Math.ceil(found.length / size)),
      quantidadeTotalDeItens: found.length,
    }
    const pix = found.slice(page * size, (page + 1) * size)
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

  function setWebhook({ body }: ApiRequest, key = ''): RouteResult {
    if (key !== context.key) throw new Problem(400, 'WebhookOperacaoInvalida')
    const { webhookUrl = '' } = (body ?? {}) as { webhookUrl?: string }
    if (!URL.canParse(webhookUrl)) throw new Problem(400, 'WebhookOperacaoInvalida')
    context.webhook = { url: webhookUrl, createdAt: context.clock.now().toISOString() }
    return { status: 200 }
  }

  function showWebhook(_: ApiRequest, key = ''): RouteResult {
    if (key !== context.key || !context.webhook) throw new Problem(404, 'WebhookNaoEncontrado')
    const { url: webhookUrl, createdAt: criacao } = context.webhook
    return { status: 200, body: { webhookUrl, cnpj: '12ABC34501DE35', criacao } }
  }
}

/** A charge in API format, without its Pix: those are in `viewWithPix` only. */
function view({ kind: _, pix: __, ...charge }: Charge): object {
  return charge
}

function viewWithPix(charge: Charge): object & { pix?: Pix[] } {
  return { ...view(charge), ...(charge.pix.length > 0 && { pix: charge.pix }) }
}

/** Undefined for invalid JSON, which the contract or the charge's checks refuse. */
function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
