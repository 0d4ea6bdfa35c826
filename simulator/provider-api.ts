import { timingSafeEqual } from 'node:crypto'
import { underChance, underFault } from './failures.ts'
import type { FailureName } from './faults.ts'
import { type Answer, badRequest, type Call, json, malformed, providerError, readObject } from './http.ts'
import { lookUpKey } from './idempotency.ts'
import { issuePix } from './issue-pix.ts'
import { centavosOf } from './money.ts'
import { paymentView, refundView } from './payment-view.ts'
import { cancelBySeller, type Payment } from './payments.ts'
import { preferenceRoutes } from './preference-api.ts'
import { refundPayment } from './refunds.ts'
import { seenBy } from './replica.ts'
import { answerBy, type Route } from './routes.ts'
import { searchPayments } from './search.ts'
import { type Entry, nextId } from './state.ts'
import { checkPayment } from './validation.ts'
import type { World } from './world.ts'

export const isProviderPath = (path: string): boolean => /^\/(v1|checkout\/preferences)(\/|$)/.test(path)

/** Mercado Pago's own paths: the bearer token first, then the route. */
export function createProviderApi(world: World): (call: Call) => Answer | Promise<Answer> {
  const { journal, ledger, clock } = world
  const { state } = journal
  const token = Buffer.from(`Bearer ${world.accessToken}`)

  const routes: readonly Route[] = [
    ['POST', /^\/v1\/payments$/, create],
    ['GET', /^\/v1\/payments\/search$/, (call) => searchPayments(call.query, world)],
    ['GET', /^\/v1\/payments\/([^/]+)$/, (_, id) => withSeen(id, (payment) => json(200, view(payment)))],
    ['PUT', /^\/v1\/payments\/([^/]+)$/, update],
    ['POST', /^\/v1\/payments\/([^/]+)\/refunds$/, refund],
    ['GET', /^\/v1\/payments\/([^/]+)\/refunds$/, (_, id) => withSeen(id, listRefunds)],
    ...preferenceRoutes(world),
  ]

  return (call) => {
    if (!isAuthorized(call)) return providerError(401, [{ code: 401, description: 'invalid access token' }])
    const isReading = call.method === 'GET'
    return underChance(journal, { isReading }, () =>
      isReading ? underFault(journal, 'failRead', () => routed(call)) : routed(call),
    )
  }

  function routed(call: Call): Answer | Promise<Answer> {
    return answerBy(routes, call) ?? providerError(404, [{ code: 404, description: 'resource not found' }])
  }

  function create(call: Call): Answer {
    return withKeyAndBody(call, { scope: 'payments', fault: 'failCreate' }, ({ key, body, keep }) => {
      const checked = checkPayment(body, clock.now())
      if (!checked.ok) return badRequest(...checked.causes)
      const payment = issuePix(checked.value, {
        id: nextId(state, clock.now()),
        now: clock.now(),
        lifeSeconds: world.pixExpirySeconds,
        idempotencyKey: key,
      })
      const answer = json(201, view(payment))
      ledger.save(payment, 'payment.created', keep(answer))
      return answer
    })
  }

  function update(call: Call, id: string): Answer {
    const body = readObject(call.body)
    if (body === undefined) return malformed
    return underFault(journal, 'failCancel', () =>
      withPayment(id, (payment) => {
        if (body.status !== 'cancelled') return notAllowed('Only status cancelled can be asked for')
        const decision = cancelBySeller(payment, clock.now())
        if (!decision.ok) return notAllowed('The action requested is not valid for the current payment state')
        ledger.save(decision.payment, 'payment.updated')
        return json(200, view(decision.payment))
      }),
    )
  }

  function refund(call: Call, id: string): Answer {
    return withKeyAndBody(call, { scope: `refunds of ${id}`, fault: 'failRefund' }, ({ key, body, keep }) =>
      withPayment(id, (payment) => {
        const amount = body.amount === undefined || body.amount === null ? undefined : centavosOf(body.amount)
        if (amount === undefined && typeof body.amount !== 'undefined' && body.amount !== null) {
          return badRequest({ code: 4040, description: 'Invalid amount: positive, at most two decimals' })
        }
        const at = clock.now()
        const decision = refundPayment(payment, { id: nextId(state, at), amount, at, idempotencyKey: key })
        if (!decision.ok) return notAllowed(decision.message)
        const answer = json(201, refundView(decision.refund, payment.id))
        ledger.save(decision.payment, 'payment.updated', keep(answer))
        return answer
      }),
    )
  }

  function listRefunds(payment: Payment): Answer {
    return json(
      200,
      payment.refunds.map((refund) => refundView(refund, payment.id)),
    )
  }

  /** The payment as a reader sees it. */
  function withSeen(id: string, answer: (payment: Payment) => Answer): Answer {
    return withPayment(id, (payment) => {
      const seen = seenBy('get', payment, state, clock.now())
      return seen === undefined ? notFound : answer(seen)
    })
  }

  function withPayment(id: string, answer: (payment: Payment) => Answer): Answer {
    const payment = /^\d{1,15}$/.test(id) ? ledger.find(Number(id)) : undefined
    return payment === undefined ? notFound : answer(payment)
  }

  /** The same key and body get the same answer, but for the fault of this name. */
  function withKeyAndBody(
    call: Call,
    { scope, fault }: { scope: string; fault: FailureName },
    answer: (asked: { key: string; body: Record<string, unknown>; keep(answer: Answer): Entry }) => Answer,
  ): Answer {
    const key = call.headers['x-idempotency-key']
    if (typeof key !== 'string' || key.trim() === '' || key.length > 256) {
      return badRequest({ code: 4292, description: "Header X-Idempotency-Key can't be null" })
    }
    const body = readObject(call.body)
    if (body === undefined) return malformed
    return underFault(journal, fault, () => {
      const use = lookUpKey(state, scope, key, body)
      return use.isNew ? answer({ key, body, keep: use.keep }) : use.answer
    })
  }

  /** Reading asks for no token, unlike the provider's: who tests from outside may look. A wrong one is still refused. */
  function isAuthorized(call: Call): boolean {
    if (call.method === 'GET' && call.headers.authorization === undefined) return true
    const given = Buffer.from(call.headers.authorization ?? '')
    return given.length === token.length && timingSafeEqual(given, token)
  }

  function view(payment: Payment) {
    return paymentView(payment, world.baseUrl())
  }
}

const notFound = providerError(404, [{ code: 2000, description: 'Payment not found' }])

const notAllowed = (description: string): Answer => badRequest({ code: 2063, description })
