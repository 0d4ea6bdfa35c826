import type { SimulatorContext } from './context.ts'
import { type ControlInput, readControlInput } from './control-input.ts'
import { refuse } from './error-page.ts'
import { approvedAmounts } from './faults.ts'
import { type HttpRequest, type HttpResponse, json, redirect, wantsPage } from './http.ts'
import { issuePix } from './issue-pix.ts'
import { approveLate, duplicatePayment, setStatus } from './payment-overrides.ts'
import { paymentView } from './payment-view.ts'
import { type ApprovedAmounts, applyAction, type Decision, type Payment, paymentActions } from './payments.ts'
import { endRefund, isInProcess, paidOf, refundPayment } from './refunds.ts'
import type { Route } from './routes.ts'
import { type Delivery, nextId } from './state.ts'

/** Returns the routes that simulate payers, banks and operators of the provider's dashboard: `POST /sim/payments…`. */
export function paymentControlRoutes(context: SimulatorContext): readonly Route[] {
  const { journal, store, webhooks, clock } = context
  const { state } = journal

  return [
    ['POST', /^\/sim\/payments$/, receiveUnsolicited],
    ...paymentActions.map((action) =>
      control(action, (payment, input, at) => applyAction(payment, action, at, amounts(payment, input))),
    ),
    control('approve-late', (payment, input, at) => approveLate(payment, at, amounts(payment, input))),
    control('refund', (payment, { amount }, at) =>
      refundPayment(payment, { id: nextId(state, at), amount, at, idempotencyKey: null }),
    ),
    control('end-refund', (payment, { status }, at) => {
      const refund = payment.refunds.find(isInProcess)
      if (!refund || (status !== 'approved' && status !== 'rejected'))
        return { ok: false, message: 'no refund is in process, or status is neither approved nor rejected' }
      return { ok: true, payment: endRefund(payment, refund.id, status, at) }
    }),
    ['POST', /^\/sim\/payments\/([^/]+)\/status$/, overrideStatus],
    ['POST', /^\/sim\/payments\/([^/]+)\/pay-again$/, payAgain],
    ['POST', /^\/sim\/payments\/([^/]+)\/notify$/, resendNotice],
  ]

  /** Returns a control that changes a payment; if the payment's status does not allow the change, the response is 409. */
  function control(
    name: string,
    decide: (payment: Payment, input: ControlInput, at: Date) => Decision,
  ): Route {
    const path = new RegExp(`^/sim/payments/([^/]+)/${name}$`)
    const handler = (request: HttpRequest, idOrReference: string) =>
      withPayment(request, idOrReference, (payment, input) => {
        const decision = decide(payment, input, clock.now())
        return decision.ok
          ? saveAndRespond(request, decision.payment, 'payment.updated')
          : refuse(request, 409, decision.message)
      })
    return ['POST', path, handler]
  }

  /** Receives an unsolicited payment: one that the shop did not create. */
  function receiveUnsolicited(request: HttpRequest): HttpResponse {
    const input = readControlInput(request)
    if (typeof input === 'string') return refuse(request, 400, input)
    const { amount, status = 'approved', externalReference, notificationUrl } = input
    if (amount === undefined) return refuse(request, 400, 'amount is missing')
    const at = clock.now()
    const payer = { email: null, first_name: null, last_name: null, identification: null }
    const pix = issuePix(
      { amount, description: null, externalReference, notificationUrl, expiresAt: null, payer, metadata: {} },
      { id: nextId(state, at), now: at, expirySeconds: context.pixExpirySeconds, idempotencyKey: null },
    )
    const detail = input.detail ?? (status === 'approved' ? 'accredited' : status)
    const payment = setStatus(pix, { status, detail, at, amounts: amounts(pix, input) })
    return saveAndRespond(request, payment, 'payment.created')
  }

  function overrideStatus(request: HttpRequest, idOrReference: string): HttpResponse {
    return withPayment(request, idOrReference, (payment, input) => {
      const { status, detail } = input
      if (status === undefined) return refuse(request, 400, 'status is missing')
      const change = { status, detail, at: clock.now(), amounts: amounts(payment, input) }
      return saveAndRespond(request, setStatus(payment, change), 'payment.updated')
    })
  }

  function payAgain(request: HttpRequest, idOrReference: string): HttpResponse {
    return withPayment(request, idOrReference, (payment, { amount = paidOf(payment) }) => {
      const at = clock.now()
      const duplicate = { id: nextId(state, at), at, amounts: approvedAmounts(state.faults, amount, amount) }
      return saveAndRespond(request, duplicatePayment(payment, duplicate), 'payment.created')
    })
  }

  function resendNotice(request: HttpRequest, idOrReference: string): HttpResponse {
    return withPayment(request, idOrReference, (payment) => {
      if (payment.notificationUrl === null) return refuse(request, 409, 'the payment has no notification_url')
      webhooks.sendNotice(payment, 'payment.updated')
      return respondWith(request, payment, 200)
    })
  }

  function amounts(payment: Payment, { amount }: ControlInput): ApprovedAmounts {
    return approvedAmounts(state.faults, payment.amount, amount)
  }

  function withPayment(
    request: HttpRequest,
    idOrReference: string,
    respond: (payment: Payment, input: ControlInput) => HttpResponse,
  ): HttpResponse {
    const payment = store.findByIdOrReference(idOrReference)
    if (payment === undefined)
      return refuse(request, 404, `no payment has the id or reference ${idOrReference}`)
    const input = readControlInput(request)
    return typeof input === 'string' ? refuse(request, 400, input) : respond(payment, input)
  }

  function saveAndRespond(request: HttpRequest, payment: Payment, action: Delivery['action']): HttpResponse {
    store.save(payment, action)
    return respondWith(request, payment, action === 'payment.created' ? 201 : 200)
  }

  function respondWith(request: HttpRequest, payment: Payment, status: number): HttpResponse {
    return wantsPage(request) ? redirect('/') : json(status, paymentView(payment, context))
  }
}
