import { refuse } from './error-page.ts'
import { receiptOf } from './faults.ts'
import { type Answer, type Call, json, redirect, wantsPage } from './http.ts'
import { issuePix } from './issue-pix.ts'
import { type Given, readGiven } from './lever-input.ts'
import { approveLate, payAgain, setStatus } from './mishaps.ts'
import { paymentView } from './payment-view.ts'
import { act, type Decision, type Payment, paymentActions, type Receipt } from './payments.ts'
import { paidOf, refundPayment } from './refunds.ts'
import type { Route } from './routes.ts'
import { type Delivery, nextId } from './state.ts'
import type { World } from './world.ts'

/** What a payer, a bank or somebody at the provider's panel does to money: `POST /sim/payments…`. */
export function leverRoutes(world: World): readonly Route[] {
  const { journal, ledger, webhooks, clock } = world
  const { state } = journal

  return [
    ['POST', /^\/sim\/payments$/, receive],
    ...paymentActions.map((action) =>
      lever(action, (payment, given, at) => act(payment, action, at, receipt(payment, given))),
    ),
    lever('approve-late', (payment, given, at) => approveLate(payment, at, receipt(payment, given))),
    lever('refund', (payment, { amount }, at) =>
      refundPayment(payment, { id: nextId(state, at), amount, at, idempotencyKey: null }),
    ),
    ['POST', /^\/sim\/payments\/([^/]+)\/status$/, setAnyStatus],
    ['POST', /^\/sim\/payments\/([^/]+)\/pay-again$/, repeat],
    ['POST', /^\/sim\/payments\/([^/]+)\/notify$/, notify],
  ]

  /** A change that the state of the payment may forbid: 409. */
  function lever(name: string, decide: (payment: Payment, given: Given, at: Date) => Decision): Route {
    const path = new RegExp(`^/sim/payments/([^/]+)/${name}$`)
    const answer = (call: Call, idOrReference: string) =>
      withPayment(call, idOrReference, (payment, given) => {
        const decision = decide(payment, given, clock.now())
        return decision.ok
          ? saved(call, decision.payment, 'payment.updated')
          : refuse(call, 409, decision.message)
      })
    return ['POST', path, answer]
  }

  /** Money for a charge that nobody here asked for. */
  function receive(call: Call): Answer {
    const given = readGiven(call)
    if (typeof given === 'string') return refuse(call, 400, given)
    const { amount, status = 'approved', externalReference, notificationUrl } = given
    if (amount === undefined) return refuse(call, 400, 'amount is missing')
    const at = clock.now()
    const payer = { email: null, first_name: null, last_name: null, identification: null }
    const pix = issuePix(
      { amount, description: null, externalReference, notificationUrl, expiresAt: null, payer, metadata: {} },
      { id: nextId(state, at), now: at, lifeSeconds: world.pixExpirySeconds, idempotencyKey: null },
    )
    const detail = given.detail ?? (status === 'approved' ? 'accredited' : status)
    const payment = setStatus(pix, { status, detail, at, receipt: receipt(pix, given) })
    return saved(call, payment, 'payment.created')
  }

  function setAnyStatus(call: Call, idOrReference: string): Answer {
    return withPayment(call, idOrReference, (payment, given) => {
      const { status, detail } = given
      if (status === undefined) return refuse(call, 400, 'status is missing')
      const change = { status, detail, at: clock.now(), receipt: receipt(payment, given) }
      return saved(call, setStatus(payment, change), 'payment.updated')
    })
  }

  function repeat(call: Call, idOrReference: string): Answer {
    return withPayment(call, idOrReference, (payment, { amount = paidOf(payment) }) => {
      const at = clock.now()
      const again = { id: nextId(state, at), at, receipt: receiptOf(state.faults, amount, amount) }
      return saved(call, payAgain(payment, again), 'payment.created')
    })
  }

  function notify(call: Call, idOrReference: string): Answer {
    return withPayment(call, idOrReference, (payment) => {
      if (payment.notificationUrl === null) return refuse(call, 409, 'the payment has no notification_url')
      webhooks.announce(payment, 'payment.updated')
      return shown(call, payment, 200)
    })
  }

  function receipt(payment: Payment, { amount }: Given): Receipt {
    return receiptOf(state.faults, payment.amount, amount)
  }

  function withPayment(
    call: Call,
    idOrReference: string,
    answer: (payment: Payment, given: Given) => Answer,
  ): Answer {
    const payment = ledger.pick(idOrReference)
    if (payment === undefined) return refuse(call, 404, `no payment has the id or reference ${idOrReference}`)
    const given = readGiven(call)
    return typeof given === 'string' ? refuse(call, 400, given) : answer(payment, given)
  }

  function saved(call: Call, payment: Payment, action: Delivery['action']): Answer {
    ledger.save(payment, action)
    return shown(call, payment, action === 'payment.created' ? 201 : 200)
  }

  function shown(call: Call, payment: Payment, status: number): Answer {
    return wantsPage(call) ? redirect('/') : json(status, paymentView(payment, world.baseUrl()))
  }
}
