import { type HttpRequest, type HttpResponse, json } from '../http.ts'
import { centavosOfDecimal } from '../money.ts'
import { buildCharge, type Charge, type ChargeBody, checkCharge, invalid, type Kind } from './charges.ts'
import { type BankContext, pixOf } from './context.ts'
import type { ApiRequest, Contract } from './contract.ts'
import { completeReturn, type Pix, requestReturn } from './pix.ts'
import { Problem, problemAnswer } from './problem.ts'

/** What a call comes to: a status with a body, or a `Problem` thrown. */
type Done = { status: number; body?: unknown }
type Route = readonly [
  method: string,
  path: RegExp,
  /** Of a call that the contract does not allow. */
  kind: string,
  answer: (asked: ApiRequest, ...params: string[]) => Done,
]

/** The API itself, behind its token: `path` begins after the version. */
export function createApi(context: BankContext, contract: Contract | undefined) {
  const routes: readonly Route[] = [
    ...(['cob', 'cobv'] as const).flatMap((kind): Route[] => {
      const path = new RegExp(`^/${kind}/([^/]+)$`)
      const wrong = kind === 'cob' ? 'CobOperacaoInvalida' : 'CobVOperacaoInvalida'
      return [
        ['PUT', path, wrong, (asked, txid) => put(kind, asked.body as ChargeBody | undefined, txid)],
        [
          'PATCH',
          path,
          wrong,
          (asked, txid) => remove(kind, asked.body as { status?: string } | undefined, txid),
        ],
        ['GET', path, wrong, (_, txid) => ({ status: 200, body: viewWithPix(charge(kind, txid)) })],
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

  /** Held against the contract on the way in, and again as it goes out. Throws only for a fault of this bank. */
  return (request: HttpRequest): HttpResponse => {
    const asked: ApiRequest = { ...request, body: readJson(request.body) }
    const answer = answerTo(asked)
    const told = answer.body === '' ? undefined : readJson(answer.body)
    const breaches = contract?.answer(asked, { status: answer.status, body: told }) ?? []
    if (breaches.length === 0) return answer
    throw new Error(`${request.method} ${request.path} ${answer.status} breaks ${JSON.stringify(breaches)}`)
  }

  function answerTo(asked: ApiRequest): HttpResponse {
    try {
      for (const [verb, pattern, wrong, answer] of routes) {
        const found = asked.method === verb ? pattern.exec(asked.path) : null
        if (!found) continue
        const violations = contract?.request(asked) ?? []
        if (violations.length > 0) throw new Problem(400, wrong, ...violations)
        const { status, body } = answer(asked, ...found.slice(1).map(decodeURIComponent))
        return body === undefined ? { status, headers: {}, body: '' } : json(status, body)
      }
      throw new Problem(404, 'NaoEncontrado')
    } catch (error) {
      if (error instanceof Problem) return problemAnswer(error)
      throw error
    }
  }

  function put(kind: Kind, body: ChargeBody | undefined, txid = ''): Done {
    if (!body?.valor || !body.calendario) throw invalid(kind)
    const before = context.charges.get(txid)
    const isTaken = before && (before.status !== 'ATIVA' || before.kind !== kind || context.faults.strict)
    if (isTaken) throw invalid(kind, { razao: 'O txid encontra-se em uso.', propriedade: `${kind}.txid` })
    const now = context.clock.now()
    checkCharge(kind, body, { key: context.key, now })
    const id = context.charges.size + 1
    const made = buildCharge(kind, txid, body, { before, id, host: context.host(), now })
    context.charges.set(txid, made)
    return { status: 201, body: view(made) }
  }

  /** Removing is the only change made here by `PATCH`. */
  function remove(kind: Kind, { status, ...others }: { status?: string } = {}, txid = ''): Done {
    const known = charge(kind, txid)
    if (known.status !== 'ATIVA') {
      throw invalid(kind, { razao: 'A cobrança não está ATIVA.', propriedade: `${kind}.status` })
    }
    if (status !== 'REMOVIDA_PELO_USUARIO_RECEBEDOR' || Object.keys(others).length > 0) throw invalid(kind)
    const removed: Charge = { ...known, status, revisao: known.revisao + 1 }
    context.charges.set(txid, removed)
    return { status: 200, body: view(removed) }
  }

  function charge(kind: Kind, txid = ''): Charge {
    const known = context.charges.get(txid)
    if (known?.kind === kind) return known
    throw new Problem(404, kind === 'cob' ? 'CobNaoEncontrado' : 'CobVNaoEncontrada')
  }

  function list({ query }: ApiRequest): Done {
    const [inicio = '', fim = ''] = [query.get('inicio') ?? '', query.get('fim') ?? '']
    const page = Number(query.get('paginacao.paginaAtual') ?? 0)
    const size = Number(query.get('paginacao.itensPorPagina') ?? 100)
    if (!(Date.parse(inicio) <= Date.parse(fim))) throw new Problem(400, 'PixConsultaInvalida')
    const wanted = (name: string, isThere: boolean) => !query.has(name) || query.get(name) === String(isThere)
    const found = [...context.pixes.values()]
      .filter(
        ({ horario }) => Date.parse(horario) >= Date.parse(inicio) && Date.parse(horario) <= Date.parse(fim),
      )
      .filter(({ txid }) => !query.has('txid') || query.get('txid') === txid)
      .filter((pix) => wanted('txIdPresente', pix.txid !== undefined))
      .filter((pix) => wanted('devolucaoPresente', (pix.devolucoes ?? []).length > 0))
      // The standard promises no order: the newest first is what a shop must not rely on.
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

  function createReturn({ body }: ApiRequest, endToEndId = '', id = ''): Done {
    const pix = pixOf(context, endToEndId)
    const { valor, natureza: nature = 'ORIGINAL' } = (body ?? {}) as { valor?: string; natureza?: string }
    const now = context.clock.now()
    const made = requestReturn(pix, { id, amount: centavosOfDecimal(valor ?? '') ?? 0, nature, now })
    if (!context.faults.slowReturns) {
      completeReturn(made, 'DEVOLVIDO', now)
      context.tell(pix)
    }
    return { status: 201, body: made }
  }

  function showReturn(_: ApiRequest, endToEndId = '', id = ''): Done {
    const made = pixOf(context, endToEndId).devolucoes?.find((known) => known.id === id)
    if (!made) throw new Problem(404, 'PixDevolucaoNaoEncontrada')
    return { status: 200, body: made }
  }

  function setWebhook({ body }: ApiRequest, key = ''): Done {
    if (key !== context.key) throw new Problem(400, 'WebhookOperacaoInvalida')
    const { webhookUrl = '' } = (body ?? {}) as { webhookUrl?: string }
    if (!URL.canParse(webhookUrl)) throw new Problem(400, 'WebhookOperacaoInvalida')
    context.webhook = { url: webhookUrl, createdAt: context.clock.now().toISOString() }
    return { status: 200 }
  }

  function showWebhook(_: ApiRequest, key = ''): Done {
    if (key !== context.key || !context.webhook) throw new Problem(404, 'WebhookNaoEncontrado')
    const { url: webhookUrl, createdAt: criacao } = context.webhook
    return { status: 200, body: { webhookUrl, cnpj: '12ABC34501DE35', criacao } }
  }
}

/** A charge as it is told; with its Pix only when it is asked about. */
export function view({ kind: _, pix: __, ...charge }: Charge): object {
  return charge
}

export function viewWithPix(charge: Charge): object & { pix?: Pix[] } {
  return { ...view(charge), ...(charge.pix.length > 0 && { pix: charge.pix }) }
}

/** Undefined for what is no JSON: the contract, or the checks of a charge, refuse it. */
function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
