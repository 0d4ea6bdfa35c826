import { timingSafeEqual } from 'node:crypto'
import type { SimulatorContext } from './context.ts'
import { withFault, withRandomFailure } from './fault-injection.ts'
import { type FailureName, slowRefundEnd } from './faults.ts'
import {
  badRequest,
  type HttpRequest,
  type HttpResponse,
  json,
  malformed,
  providerError,
  readObject,
} from './http.ts'
import { lookUpKey } from './idempotency.ts'
import { issuePix } from './issue-pix.ts'
import { centavosOf } from './money.ts'
import { paymentView, refundView } from './payment-view.ts'
import { cancelBySeller, type Payment } from './payments.ts'
import { preferenceRoutes } from './preference-api.ts'
import { refundPayment } from './refunds.ts'
import { readFromReplica } from './replica.ts'
import { handleRoute, type Route } from './routes.ts'
import { searchPayments } from './search.ts'
import { type JournalEntry, nextId } from './state.ts'
import { checkPayment } from './validation.ts'

export const isProviderPath = (path: string): boolean => /^\/(v1|checkout\/preferences)(\/|$)/.test(path)

/** Creates Mercado Pago's API: checks the bearer token, then routes the request. */
export function createProviderApi(
  context: SimulatorContext,
): (request: HttpRequest) => HttpResponse | Promise<HttpResponse> {
  const { journal, store, clock } = context
  const { state } = journal
  const token = Buffer.from(`Bearer ${context.accessToken}`)

  const routes: readonly Route[] = [
    ['POST', /^\/v1\/payments$/, create],
    ['GET', /^\/v1\/payments\/search$/, (request) => searchPayments(request.query, context)],
    [
      'GET',
      /^\/v1\/payments\/([^/]+)$/,
      (_, id) => withReplicaPayment(id, (payment) => json(200, view(payment))),
    ],
    ['PUT', /^\/v1\/payments\/([^/]+)$/, update],
    ['POST', /^\/v1\/payments\/([^/]+)\/refunds$/, refund],
    ['GET', /^\/v1\/payments\/([^/]+)\/refunds$/, (_, id) => withReplicaPayment(id, listRefunds)],
    ['GET', /^\/v1\/payments\/([^/]+\/refunds\/[^/]+)$/, (_, ids) => showRefund(ids)],
    ...preferenceRoutes(context),
  ]

  return (request) => {
    if (!isAuthorized(request))
      return providerError(401, [{ code: 401, description: 'invalid access token' }])
    const isReading = request.method === 'GET'
    return withRandomFailure(journal, { isReading }, () =>
      isReading ? withFault(journal, 'failRead', () => route(request)) : route(request),
    )
  }

  /** Routes a request. Its path may end in '/', as some of the official SDKs send it. */
  function route(request: HttpRequest): HttpResponse | Promise<HttpResponse> {
    return (
      handleRoute(routes, { ...request, path: request.path.replace(/\/$/, '') }) ??
      providerError(404, [{ code: 404, description: 'resource not found' }])
    )
  }

  function create(request: HttpRequest): HttpResponse {
    return withKeyAndBody(request, { scope: 'payments', fault: 'failCreate' }, ({ key, body, toEntry }) => {
      const checked = checkPayment(body, clock.now())
      if (!checked.ok) return badRequest(...checked.causes)
      const payment = issuePix(checked.value, {
        id: nextId(state, clock.now()),
        now: clock.now(),
        expirySeconds: context.pixExpirySeconds,
        idempotencyKey: key,
      })
      const response = json(201, view(payment))
      store.save(payment, 'payment.created', toEntry(response))
      return response
    })
  }

  function update(request: HttpRequest, id: string): HttpResponse {
    const body = readObject(request.body)
    if (body === undefined) return malformed
    return withFault(journal, 'failCancel', () =>
      withPayment(id, (payment) => {
        if (body.status !== 'cancelled') return notAllowed('Only status cancelled can be asked for')
        const decision = cancelBySeller(payment, clock.now())
        if (!decision.ok) return notAllowed('The action requested is not valid for the current payment state')
        store.save(decision.payment, 'payment.updated')
        return json(200, view(decision.payment))
      }),
    )
  }

  function refund(request: HttpRequest, id: string): HttpResponse {
    return withKeyAndBody(
      request,
      { scope: `refunds of ${id}`, fault: 'failRefund' },
      ({ key, body, toEntry }) =>
        withPayment(id, (payment) => {
          const amount =
            body.amount === undefined || body.amount === null ? undefined : centavosOf(body.amount)
          if (amount === undefined && typeof body.amount !== 'undefined' && body.amount !== null) {
            return badRequest({ code: 4040, description: 'Invalid amount: positive, at most two decimals' })
          }
          const at = clock.now()
          const ends = slowRefundEnd(state.faults, at)
          // As documented: without this header, a refund that would not be carried out at once is refused.
          if (ends && request.headers['x-render-in-process-refunds'] !== 'true')
            return badRequest({ code: 2085, description: 'The refund cannot be carried out at once' })
          const decision = refundPayment(payment, {
            id: nextId(state, at),
            amount,
            at,
            idempotencyKey: key,
            ...(ends && { ends }),
          })
          if (!decision.ok) return notAllowed(decision.message)
          const response = json(201, refundView(decision.refund, payment.id))
          store.save(decision.payment, 'payment.updated', toEntry(response))
          return response
        }),
    )
  }

  function listRefunds(payment: Payment): HttpResponse {
    return json(
      200,
      payment.refunds.map((refund) => refundView(refund, payment.id)),
    )
  }

  /** @param ids '123/refunds/456' */
  function showRefund(ids: string): HttpResponse {
    const [paymentId = '', refundId] = ids.split('/refunds/')
    return withReplicaPayment(paymentId, ({ id, refunds }) => {
      const found = refunds.find((refund) => String(refund.id) === refundId)
      return found ? json(200, refundView(found, id)) : refundNotFound
    })
  }

  /** Responds with the payment as the replica returns it, under the faults `staleReads` and `searchLag`. */
  function withReplicaPayment(id: string, respond: (payment: Payment) => HttpResponse): HttpResponse {
    return withPayment(id, (payment) => {
      const version = readFromReplica('get', payment, state, clock.now())
      return version === undefined ? notFound : respond(version)
    })
  }

  function withPayment(id: string, respond: (payment: Payment) => HttpResponse): HttpResponse {
    const payment = /^\d{1,15}$/.test(id) ? store.find(Number(id)) : undefined
    return payment === undefined ? notFound : respond(payment)
  }

  /** Handles a request idempotently: the same key and body get the same response, unless the named fault is active. */
  function withKeyAndBody(
    request: HttpRequest,
    { scope, fault }: { scope: string; fault: FailureName },
    respond: (input: {
      key: string
      body: Record<string, unknown>
      toEntry(response: HttpResponse): JournalEntry
    }) => HttpResponse,
  ): HttpResponse {
    const key = request.headers['x-idempotency-key']
    if (typeof key !== 'string' || key.trim() === '' || key.length > 256) {
      return badRequest({ code: 4292, description: "Header X-Idempotency-Key can't be null" })
    }
    const body = readObject(request.body)
    if (body === undefined) return malformed
    return withFault(journal, fault, () => {
      const lookup = lookUpKey(state, scope, key, body)
      return lookup.isNew ? respond({ key, body, toEntry: lookup.toEntry }) : lookup.response
    })
  }

  /** Checks the token. Unlike at the provider, reads require no token, for external testers; a wrong token is still refused. */
  function isAuthorized(request: HttpRequest): boolean {
    if (request.method === 'GET' && request.headers.authorization === undefined) return true
    const sent = Buffer.from(request.headers.authorization ?? '')
    return sent.length === token.length && timingSafeEqual(sent, token)
  }

  function view(payment: Payment) {
    return paymentView(payment, context)
  }
}

const notFound = providerError(404, [{ code: 2000, description: 'Payment not found' }])

const refundNotFound = providerError(404, [{ code: 2024, description: 'Refund not found' }])

const notAllowed = (description: string): HttpResponse => badRequest({ code: 2063, description })
