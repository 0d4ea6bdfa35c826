import { refuse } from './error-page.ts'
import { noDraws } from './faults.ts'
import { type Answer, type Call, isForm, json, readFields, readObject, redirect, wantsPage } from './http.ts'
import { leverRoutes } from './levers.ts'
import { paymentView } from './payment-view.ts'
import type { Payment } from './payments.ts'
import { faultsFromForm, readFaults } from './read-faults.ts'
import { answerBy, type Route } from './routes.ts'
import { deliveriesOf } from './state.ts'
import { truth } from './truth.ts'
import type { World } from './world.ts'

/** The simulator's own paths under `/sim`: what a payer, a bank or a bad day would do. No token: loopback only. */
export function createControls(world: World): (call: Call) => Answer | Promise<Answer> {
  const { journal, ledger, webhooks } = world
  const { state } = journal

  const routes: readonly Route[] = [
    ['GET', /^\/sim\/payments$/, () => json(200, ledger.list().map(withDeliveries))],
    ['GET', /^\/sim\/truth\.json$/, () => json(200, truth(world))],
    ...leverRoutes(world),
    ['POST', /^\/sim\/notices\/forge$/, forge],
    ['GET', /^\/sim\/faults$/, () => json(200, state.faults)],
    ['POST', /^\/sim\/faults$/, setFaults],
    ['POST', /^\/sim\/reset$/, reset],
  ]

  return (call) => answerBy(routes, call) ?? refuse(call, 404, 'no such path')

  /** To the address of the payment it names, else to where the newest payment's notices go. */
  function forge(call: Call): Answer {
    const fields = readFields(call)
    const id = String(fields?.id ?? '')
    const secret = fields?.secret
    if (id === '' || id.length > 256) return refuse(call, 400, 'id must be a text of 1 to 256 characters')
    const payments = ledger.list()
    const named = payments.find((payment) => String(payment.id) === id)
    const notificationUrl =
      named?.notificationUrl ?? payments.find((payment) => payment.notificationUrl !== null)?.notificationUrl
    if (!notificationUrl) return refuse(call, 409, 'no payment says where notices go')
    const forgedWith = typeof secret === 'string' ? { forgedWith: secret } : {}
    webhooks.announce(
      { id: named?.id ?? id, notificationUrl, isForged: true, ...forgedWith },
      'payment.updated',
    )
    return wantsPage(call) ? redirect('/') : json(200, { forged: id, notification_url: notificationUrl })
  }

  /** A new set begins its chances anew: the same set and seed do the same again. */
  function setFaults(call: Call): Answer {
    const body = isForm(call) ? undefined : readObject(call.body)
    if (body === undefined && !isForm(call)) return refuse(call, 400, 'the body is not a JSON object')
    const read = body === undefined ? faultsFromForm(new URLSearchParams(call.body)) : readFaults(body)
    if (!read.ok) return refuse(call, 400, read.message)
    journal.record({ kind: 'faults', row: read.faults }, { kind: 'draws', row: noDraws })
    return wantsPage(call) ? redirect('/') : json(200, state.faults)
  }

  function reset(call: Call): Answer {
    webhooks.stop()
    ledger.stop()
    journal.record({ kind: 'reset' })
    return wantsPage(call) ? redirect('/') : json(200, { reset: true })
  }

  function withDeliveries(payment: Payment) {
    return { ...paymentView(payment, world.baseUrl()), deliveries: deliveriesOf(state, payment.id) }
  }
}
