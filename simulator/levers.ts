import { refuse } from './error-page.ts'
import { receiptOf } from './faults.ts'
import { type Answer, type Call, json, redirect, wantsPage } from './http.ts'
import { issuePix } from './issue-pix.ts'
import { type Given, readGiven } from './lever-input.ts'
import { approveLate, payAgain, setStatus } from './mishaps.ts'
import { paymentView } from './payment-view.ts'
import { act, type Decision, type Payment, paymentActions } from './payments.ts'
import { paidOf, refundPayment } from './refunds.ts'
import type { Route } from './routes.ts'
import { nextId } from './state.ts'
import type { World } from './world.ts'

type Lever = (payment: Payment, given: Given, at: Date) => Decision

/** What a payer, a bank or somebody at the provider's panel does to money: `POST /sim/payments…`. */
export function leverRoutes(world: World): readonly Route[] {
  const { journal, ledger, webhooks, clock } = world
  const { state } = journal

  const actions = paymentActions.map((action): [string, Lever] => [
    action,
    (payment, { amount }, at) => act(payment, action, at, receiptOf(state.faults, payment.amount, amount)),
  ])
  const levers = new Map<string, Lever>([
    ...actions,
    [
      'approve-late',
      (payment, { amount }, at) => approveLate(payment, at, receiptOf(state.faults, payment.amount, amount)),
    ],
    [
      'pay-again',
      (payment, { amount = paidOf(payment) }, at) => ({
        ok: true,
        payment: payAgain(payment, {
          id: nextId(state, at),
          at,
          receipt: receiptOf(state.faults, amount, amount),
        }),
      }),
    ],
    [
      'refund',
      (payment, { amount }, at) =>
        refundPayment(payment, { id: nextId(state, at), amount, at, idempotencyKey: null }),
    ],
    ['status', (payment, given, at) => ({ ok: true, payment: withStatus(payment, given, at) })],
  ])

  return [
    ['POST', /^\/sim\/payments$/, receive],
    ['POST', new RegExp(`^/sim/payments/([^/]+)/(?:${[...levers.keys()].join('|')})$`), pull],
    ['POST', /^\/sim\/payments\/([^/]+)\/notify$/, notify],
  ]

  function pull(call: Call, idOrReference: string): Answer {
    return withPayment(call, idOrReference, (payment) => {
      const name = call.path.slice(call.path.lastIndexOf('/') + 1)
      const given = readGiven(call)
      if (typeof given === 'string') return refuse(call, 400, given)
      if (name === 'status' && given.status === undefined) return refuse(call, 400, 'status is missing')
      const decision = levers.get(name)?.(payment, given, clock.now())
      if (!decision?.ok) return refuse(call, 409, decision?.message ?? name)
      const isNew = decision.payment.id !== payment.id
      ledger.save(decision.payment, isNew ? 'payment.created' : 'payment.updated')
      return shown(call, decision.payment, isNew ? 201 : 200)
    })
  }

  /** Money for a charge that nobody here asked for. */
  function receive(call: Call): Answer {
    const given = readGiven(call)
    if (typeof given === 'string') return refuse(call, 400, given)
    const { amount, status = 'approved', detail = status === 'approved' ? undefined : status } = given
    if (amount === undefined) return refuse(call, 400, 'amount is missing')
    const now = clock.now()
    const payer = { email: null, first_name: null, last_name: null, identification: null }
    const pending = issuePix(
      { ...given, amount, description: null, expiresAt: null, payer, metadata: {} },
      { id: nextId(state, now), now, lifeSeconds: world.pixExpirySeconds, idempotencyKey: null },
    )
    const payment = withStatus(pending, { ...given, status, detail }, now)
    ledger.save(payment, 'payment.created')
    return shown(call, payment, 201)
  }

  function notify(call: Call, idOrReference: string): Answer {
    return withPayment(call, idOrReference, (payment) => {
      if (payment.notificationUrl === null)
        return refuse(call, 409, `payment ${payment.id} has no notification_url`)
      webhooks.announce(payment, 'payment.updated')
      return shown(call, payment, 200)
    })
  }

  function withStatus(
    payment: Payment,
    { status = payment.status, detail, amount }: Given,
    at: Date,
  ): Payment {
    return setStatus(payment, {
      status,
      detail,
      at,
      receipt: receiptOf(state.faults, payment.amount, amount),
    })
  }

  function withPayment(call: Call, idOrReference: string, answer: (payment: Payment) => Answer): Answer {
    const payment = ledger.pick(idOrReference)
    return payment === undefined
      ? refuse(call, 404, `no payment has the id or reference ${idOrReference}`)
      : answer(payment)
  }

  function shown(call: Call, payment: Payment, status: number): Answer {
    return wantsPage(call) ? redirect('/') : json(status, paymentView(payment, world.baseUrl()))
  }
}
