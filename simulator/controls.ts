import { errorPage } from './error-page.ts'
import { faultsFromForm, paidUnder, readFaults } from './faults.ts'
import { type Answer, type Call, isForm, json, readObject, redirect, wantsPage } from './http.ts'
import { paymentView } from './payment-view.ts'
import { act, type PaymentAction, paymentActions } from './payments.ts'
import { answerBy, type Route } from './routes.ts'
import { deliveriesOf } from './state.ts'
import type { World } from './world.ts'

/** The simulator's own paths under `/sim`: what a payer, a bank or a bad day would do. No token: loopback only. */
export function createControls(world: World): (call: Call) => Answer | Promise<Answer> {
  const { journal, ledger, webhooks, clock } = world
  const { state } = journal
  const verbs = paymentActions.join('|')

  const routes: readonly Route[] = [
    ['GET', /^\/sim\/payments$/, () => json(200, ledger.list().map(withDeliveries))],
    ['POST', new RegExp(`^/sim/payments/([^/]+)/(?:${verbs})$`), change],
    ['GET', /^\/sim\/faults$/, () => json(200, state.faults)],
    ['POST', /^\/sim\/faults$/, setFaults],
    ['POST', /^\/sim\/reset$/, reset],
  ]

  return (call) => answerBy(routes, call) ?? refuse(call, 404, 'no such path')

  function change(call: Call, idOrReference: string): Answer {
    const action = paymentActions.find((verb) => call.path.endsWith(`/${verb}`)) as PaymentAction
    const payment = ledger.pick(idOrReference)
    if (payment === undefined) return refuse(call, 404, `no payment has the id or reference ${idOrReference}`)
    const decision = act(payment, action, clock.now(), paidUnder(state.faults, payment.amount))
    if (!decision.ok) return refuse(call, 409, decision.message)
    ledger.save(decision.payment, 'payment.updated')
    return wantsPage(call) ? redirect('/') : json(200, paymentView(decision.payment, world.baseUrl()))
  }

  function setFaults(call: Call): Answer {
    const body = isForm(call) ? undefined : readObject(call.body)
    if (body === undefined && !isForm(call)) return refuse(call, 400, 'the body is not a JSON object')
    const read = body === undefined ? faultsFromForm(new URLSearchParams(call.body)) : readFaults(body)
    if (!read.ok) return refuse(call, 400, read.message)
    journal.record({ kind: 'faults', row: read.faults })
    return wantsPage(call) ? redirect('/') : json(200, state.faults)
  }

  function reset(call: Call): Answer {
    webhooks.stop()
    ledger.stop()
    journal.record({ kind: 'reset' })
    return wantsPage(call) ? redirect('/') : json(200, { reset: true })
  }

  function withDeliveries(payment: Parameters<typeof paymentView>[0]) {
    return { ...paymentView(payment, world.baseUrl()), deliveries: deliveriesOf(state, payment.id) }
  }
}

/** A refusal as a page for a browser, as JSON for everybody else. */
function refuse(call: Call, status: number, message: string): Answer {
  return wantsPage(call) ? errorPage(status, message) : json(status, { message, status })
}
