import { setTimeout as sleep } from 'node:timers/promises'
import { type ActiveCustomer, identity, maxAttempts, retry, times } from './customer.ts'
import { remember, seeCode } from './payments.ts'
import type { Action } from './workload.ts'

export async function consult(
  { path, method, clicks, byPhone }: Action & { do: 'consult' },
  customer: ActiveCustomer,
): Promise<void> {
  const { browser, state, acknowledge, email } = customer
  const { name, cpf, phone } = identity
  const who = path === '/cpf-consult' ? { name, phone } : { nome: name, telefone: phone }
  const form = { ...who, cpf, email: byPhone ? '' : email, paymentMethod: method, declaracao: 'on' }
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const answers = await times(clicks, () => browser.post(path, form))
    const taken = answers.filter(({ location }) => location?.startsWith('/consulta/'))
    for (const { location = '', cookies } of taken) {
      acknowledge({
        kind: 'lookup',
        key: location.slice('/consulta/'.length),
        chargeId: String(cookies.rc_cobranca),
      })
      state.lookup = location
    }
    if (state.lookup) return seeCode(browser, customer, state.lookup)
    await sleep(700)
  }
}

export async function payAgain(
  { method }: Action & { do: 'pay-again' },
  customer: ActiveCustomer,
): Promise<void> {
  const { browser, state } = customer
  const { lookup } = state
  if (!lookup) return
  const answer = await retry(() => browser.post(lookup, { intent: method }))
  if (answer && remember(answer, customer)) await seeCode(browser, customer, lookup)
}
