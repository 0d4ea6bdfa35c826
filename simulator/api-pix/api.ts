import { type Answer, type Call, json } from '../http.ts'
import { centavosOfDecimal } from '../money.ts'
import { type Charge, type ChargeBody, chargeOf, checkCharge, invalid, type Kind } from './charges.ts'
import type { Asked, Contract } from './contract.ts'
import { beginReturn, endReturn, type Pix } from './pix.ts'
import { Problem, problemAnswer } from './problem.ts'
import { pixOf, type World } from './world.ts'

/** What a call comes to: a status with a body, or a `Problem` thrown. */
type Done = { status: number; body?: unknown }
type Route = readonly [
  method: string,
  path: RegExp,
  /** Of a call that the contract does not allow. */
  kind: string,
  answer: (asked: Asked, ...params: string[]) => Done,
]

/** The API itself, behind its token: `path` begins after the version. */
export function createApi(world: World, contract: Contract | undefined) {
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
      (_, id = '') => ({ status: 200, body: pixOf(world, id) }),
    ],
    ['PUT', /^\/pix\/([^/]+)\/devolucao\/([^/]+)$/, 'PixDevolucaoInvalida', giveBack],
    ['GET', /^\/pix\/([^/]+)\/devolucao\/([^/]+)$/, 'RequisicaoInvalida', showReturn],
    ['PUT', /^\/webhook\/([^/]+)$/, 'WebhookOperacaoInvalida', setWebhook],
    ['GET', /^\/webhook\/([^/]+)$/, 'RequisicaoInvalida', showWebhook],
  ]

  /** Held against the contract on the way in, and again as it goes out. Throws only for a fault of this bank. */
  return (call: Call): Answer => {
    const asked: Asked = { ...call, body: readJson(call.body) }
    const answer = answerTo(asked)
    const told = answer.body === '' ? undefined : readJson(answer.body)
    const breaches = contract?.answer(asked, { status: answer.status, body: told }) ?? []
    if (breaches.length === 0) return answer
    throw new Error(`${call.method} ${call.path} ${answer.status} breaks ${JSON.stringify(breaches)}`)
  }

  function answerTo(asked: Asked): Answer {
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
    const before = world.charges.get(txid)
    const isTaken = before && (before.status !== 'ATIVA' || before.kind !== kind || world.faults.strict)
    if (isTaken) throw invalid(kind, { razao: 'O txid encontra-se em uso.', propriedade: `${kind}.txid` })
    const now = world.clock.now()
    checkCharge(kind, body, { key: world.key, now })
    const id = world.charges.size + 1
    const made = chargeOf(kind, txid, body, { before, id, host: world.host(), now })
    world.charges.set(txid, made)
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
    world.charges.set(txid, removed)
    return { status: 200, body: view(removed) }
  }

  function charge(kind: Kind, txid = ''): Charge {
    const known = world.charges.get(txid)
    if (known?.kind === kind) return known
    throw new Problem(404, kind === 'cob' ? 'CobNaoEncontrado' : 'CobVNaoEncontrada')
  }

  function list({ query }: Asked): Done {
    const [inicio = '', fim = ''] = [query.get('inicio') ?? '', query.get('fim') ?? '']
    const page = Number(query.get('paginacao.paginaAtual') ?? 0)
    const size = Number(query.get('paginacao.itensPorPagina') ?? 100)
    if (!(Date.parse(inicio) <= Date.parse(fim))) throw new Problem(400, 'PixConsultaInvalida')
    const wanted = (name: string, isThere: boolean) => !query.has(name) || query.get(name) === String(isThere)
    const found = [...world.pixes.values()]
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

  function giveBack({ body }: Asked, endToEndId = '', id = ''): Done {
    const pix = pixOf(world, endToEndId)
    const { valor, natureza: nature = 'ORIGINAL' } = (body ?? {}) as { valor?: string; natureza?: string }
    const now = world.clock.now()
    const made = beginReturn(pix, { id, amount: centavosOfDecimal(valor ?? '') ?? 0, nature, now })
    if (!world.faults.slowReturns) {
      endReturn(made, 'DEVOLVIDO', now)
      world.tell(pix)
    }
    return { status: 201, body: made }
  }

  function showReturn(_: Asked, endToEndId = '', id = ''): Done {
    const made = pixOf(world, endToEndId).devolucoes?.find((known) => known.id === id)
    if (!made) throw new Problem(404, 'PixDevolucaoNaoEncontrada')
    return { status: 200, body: made }
  }

  function setWebhook({ body }: Asked, key = ''): Done {
    if (key !== world.key) throw new Problem(400, 'WebhookOperacaoInvalida')
    const { webhookUrl = '' } = (body ?? {}) as { webhookUrl?: string }
    if (!URL.canParse(webhookUrl)) throw new Problem(400, 'WebhookOperacaoInvalida')
    world.webhook = { url: webhookUrl, createdAt: world.clock.now().toISOString() }
    return { status: 200 }
  }

  function showWebhook(_: Asked, key = ''): Done {
    if (key !== world.key || !world.webhook) throw new Problem(404, 'WebhookNaoEncontrado')
    const { url: webhookUrl, createdAt: criacao } = world.webhook
    return { status: 200, body: { webhookUrl, cnpj: '12ABC34501DE35', criacao } }
  }
}

/** A charge as it is told; with its Pix only when it is asked about. */
function view({ kind: _, pix: __, ...charge }: Charge): object {
  return charge
}

function viewWithPix(charge: Charge): object & { pix?: Pix[] } {
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
