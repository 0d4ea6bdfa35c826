import type { SimulatorContext } from './context.ts'
import { refuse } from './error-page.ts'
import { noDraws } from './faults.ts'
import {
  type HttpRequest,
  type HttpResponse,
  isForm,
  json,
  readFields,
  readObject,
  redirect,
  wantsPage,
} from './http.ts'
import { mutationControls } from './mutations/controls.ts'
import { faultsFromForm, parseFaults } from './parse-faults.ts'
import { paymentControlRoutes } from './payment-controls.ts'
import { paymentView } from './payment-view.ts'
import type { Payment } from './payments.ts'
import { handleRoute, type Route } from './routes.ts'
import { deliveriesOf } from './state.ts'
import { truth } from './truth.ts'

/** Creates the simulator's control API under `/sim`, which simulates payers, banks and faults. No token: loopback only. */
export function createControls(
  context: SimulatorContext,
): (request: HttpRequest) => HttpResponse | Promise<HttpResponse> {
  const { journal, store, webhooks } = context
  const { state } = journal

  const routes: readonly Route[] = [
    ['GET', /^\/sim\/payments$/, () => json(200, store.list().map(withDeliveries))],
    ['GET', /^\/sim\/truth\.json$/, () => json(200, truth(context))],
    ...paymentControlRoutes(context),
    ['POST', /^\/sim\/notices\/forge$/, forge],
    ['GET', /^\/sim\/faults$/, () => json(200, state.faults)],
    ['POST', /^\/sim\/faults$/, setFaults],
    ['POST', /^\/sim\/reset$/, reset],
  ]

  const mutations = mutationControls({
    stateOf: () => state.mutations,
    replace: (row) => journal.record({ kind: 'mutations', row }),
  })

  return (request) =>
    mutations(request) ?? handleRoute(routes, request) ?? refuse(request, 404, 'no such path')

  /** Sends a forged notice to the notification URL of the named payment, else to that of the newest payment that has one. */
  function forge(request: HttpRequest): HttpResponse {
    const fields = readFields(request)
    const id = String(fields?.id ?? '')
    const secret = fields?.secret
    if (id === '' || id.length > 256) return refuse(request, 400, 'id must be a text of 1 to 256 characters')
    const payments = store.list()
    const named = payments.find((payment) => String(payment.id) === id)
    const notificationUrl =
      named?.notificationUrl ?? payments.find((payment) => payment.notificationUrl !== null)?.notificationUrl
    if (!notificationUrl) return refuse(request, 409, 'no payment says where notices go')
    const forgedWith = typeof secret === 'string' ? { forgedWith: secret } : {}
    webhooks.sendNotice(
      { id: named?.id ?? id, notificationUrl, isForged: true, ...forgedWith },
      'payment.updated',
    )
    return wantsPage(request) ? redirect('/') : json(200, { forged: id, notification_url: notificationUrl })
  }

  /** Replaces the set of faults. A new set restarts the random draws: the same set and seed repeat the same run. */
  function setFaults(request: HttpRequest): HttpResponse {
    const body = isForm(request) ? undefined : readObject(request.body)
    if (body === undefined && !isForm(request)) return refuse(request, 400, 'the body is not a JSON object')
    const parsed = body === undefined ? faultsFromForm(new URLSearchParams(request.body)) : parseFaults(body)
    if (!parsed.ok) return refuse(request, 400, parsed.message)
    journal.record({ kind: 'faults', row: parsed.faults }, { kind: 'draws', row: noDraws })
    return wantsPage(request) ? redirect('/') : json(200, state.faults)
  }

  function reset(request: HttpRequest): HttpResponse {
    webhooks.stop()
    store.stop()
    journal.record({ kind: 'reset' })
    return wantsPage(request) ? redirect('/') : json(200, { reset: true })
  }

  function withDeliveries(payment: Payment) {
    return { ...paymentView(payment, context), deliveries: deliveriesOf(state, payment.id) }
  }
}
