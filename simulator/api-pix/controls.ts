import { randomUUID } from 'node:crypto'
import { type HttpRequest, type HttpResponse, json, readObject } from '../http.ts'
import { centavosOfDecimal } from '../money.ts'
import { mutationControls } from '../mutations/controls.ts'
import { amountDueOn, isPayable } from './charges.ts'
import { type BankContext, pixOf } from './context.ts'
import { type Faults, unknownFaults } from './faults.ts'
import { completeReturn, createReceivedPix, requestReturn } from './pix.ts'
import { Problem, problemResponse } from './problem.ts'

type Body = Record<string, unknown>

/** Creates the controls, which simulate payers, the bank and faults. They require no token and no certificate: loopback only. */
export function createControls(context: BankContext, tokens: { revoke(): void; granted(): number }) {
  const routes: readonly [string, RegExp, (body: Body, ...params: string[]) => unknown][] = [
    ['POST', /^\/sim\/charges\/([^/]+)\/pay$/, pay],
    ['POST', /^\/sim\/charges\/([^/]+)\/remove$/, removeCharge],
    ['POST', /^\/sim\/pix$/, receiveUnsolicited],
    ['POST', /^\/sim\/pix\/([^/]+)\/return$/, returnByBank],
    ['POST', /^\/sim\/pix\/([^/]+)\/returns\/([^/]+)$/, settleReturn],
    ['POST', /^\/sim\/faults$/, setFaults],
    ['POST', /^\/sim\/tokens\/revoke$/, () => tokens.revoke()],
    ['GET', /^\/sim\/state$/, state],
  ]

  const mutations = mutationControls({
    stateOf: () => context.mutations,
    replace: (state) => {
      context.mutations = state
    },
  })

  return (request: HttpRequest): HttpResponse => {
    const { method, path, body } = request
    const ofMutations = mutations(request)
    if (ofMutations) return ofMutations
    for (const [verb, pattern, handler] of routes) {
      const match = method === verb ? pattern.exec(path) : null
      if (!match) continue
      try {
        return json(200, handler(readObject(body) ?? {}, ...match.slice(1).map(decodeURIComponent)) ?? {})
      } catch (error) {
        if (error instanceof Problem) return problemResponse(error)
        throw error
      }
    }
    return problemResponse(new Problem(404, 'NaoEncontrado'))
  }

  /** Pays a charge. `amount` ('99.90') overrides the amount due; `late`: the payment was in transit when the charge ended. */
  function pay({ amount, late }: Body, txid = '') {
    const charge = context.charges.get(txid)
    if (!charge) throw new Problem(404, 'CobNaoEncontrado')
    const now = context.clock.now()
    if (!late && !isPayable(charge, now)) throw new Problem(409, 'CobNaoPagavel')
    const due = amountDueOn(charge, now)
    const paid = amount === undefined ? due : { amount: centavosOf(amount) }
    const pix = createReceivedPix({ ...paid, txid, key: context.key, now })
    context.pixes.set(pix.endToEndId, pix)
    context.charges.set(txid, {
      ...charge,
      status: charge.status === 'ATIVA' ? 'CONCLUIDA' : charge.status,
      pix: [...charge.pix, pix],
    })
    context.notify(pix)
    return pix
  }

  function removeCharge(_: Body, txid = '') {
    const charge = context.charges.get(txid)
    if (charge?.status !== 'ATIVA') throw new Problem(409, 'CobOperacaoInvalida')
    context.charges.set(txid, { ...charge, status: 'REMOVIDA_PELO_PSP' })
  }

  /** Receives a Pix to the key, without a charge. */
  function receiveUnsolicited({ amount }: Body) {
    const pix = createReceivedPix({ amount: centavosOf(amount), key: context.key, now: context.clock.now() })
    context.pixes.set(pix.endToEndId, pix)
    return pix
  }

  /** Returns money on the bank's own initiative: the full amount, or `amount`; `nature` as in the API. */
  function returnByBank({ amount, nature = 'MED_OPERACIONAL' }: Body, endToEndId = '') {
    const pix = pixOf(context, endToEndId)
    const now = context.clock.now()
    const id = randomUUID().replaceAll('-', '')
    const returned = amount === undefined ? centavosOf(pix.valor) : centavosOf(amount)
    completeReturn(
      requestReturn(pix, { id, amount: returned, nature: String(nature), now }),
      'DEVOLVIDO',
      now,
    )
    context.notify(pix)
    return pix
  }

  /** Sets `status` DEVOLVIDO or NAO_REALIZADO on a return that `slowReturns` left pending. */
  function settleReturn({ status }: Body, endToEndId = '', id = '') {
    const pix = pixOf(context, endToEndId)
    const pending = pix.devolucoes?.find(
      (candidate) => candidate.id === id && candidate.status === 'EM_PROCESSAMENTO',
    )
    if (!pending || (status !== 'DEVOLVIDO' && status !== 'NAO_REALIZADO'))
      throw new Problem(409, 'PixDevolucaoInvalida')
    completeReturn(pending, status, context.clock.now())
    context.notify(pix)
    return pix
  }

  function setFaults(faults: Body) {
    const unknown = unknownFaults(faults)
    if (unknown.length > 0)
      throw new Problem(400, 'RequisicaoInvalida', { razao: 'unknown', propriedade: unknown.join() })
    context.faults = faults as Faults
  }

  function state() {
    const { charges, pixes, webhook, callbacks, faults } = context
    return {
      charges: [...charges.values()],
      pix: [...pixes.values()],
      webhook,
      callbacks,
      faults,
      tokens: tokens.granted(),
    }
  }
}

function centavosOf(amount: unknown): number {
  const centavos = centavosOfDecimal(String(amount))
  if (!centavos) throw new Problem(400, 'RequisicaoInvalida', { razao: "'99.90'", propriedade: 'amount' })
  return centavos
}
