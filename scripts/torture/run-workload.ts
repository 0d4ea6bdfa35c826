import { setTimeout as sleep } from 'node:timers/promises'
import { type ActiveCustomer, type Customer, type CustomerState, retry } from './customer.ts'
import { hire, signUp, withdraw } from './hiring.ts'
import { consult, payAgain } from './look-ups.ts'
import { charge, pay, renew } from './payments.ts'
import type { Action, Workload } from './workload.ts'

/** Runs one customer's actions until `deadline`; a failed action does not stop the next one. */
export async function runWorkload(workload: Workload, customer: Customer, deadline: number): Promise<void> {
  const state: CustomerState = { codes: [], orders: [], charges: [], lookup: undefined }
  for (const [index, action] of workload.actions.entries()) {
    await sleep(workload.pauses[index] ?? 0)
    if (Date.now() > deadline) return
    await perform(action, { ...customer, state })
  }
}

async function perform(action: Action, customer: ActiveCustomer): Promise<void> {
  switch (action.do) {
    case 'sign-up':
      return signUp(customer)
    case 'hire':
      return hire(action, customer)
    case 'charge':
      return charge(action, customer)
    case 'pay':
      return pay(action, customer)
    case 'check':
      await retry(() => customer.browser.post('/payment', { intent: 'check' }))
      return
    case 'renew':
      return renew(customer)
    case 'withdraw':
      return withdraw(action, customer)
    case 'consult':
      return consult(action, customer)
    case 'pay-again':
      return payAgain(action, customer)
    case 'at-once':
      await Promise.all(action.actions.map((one) => perform(one, customer)))
      return
    default:
      return action satisfies never
  }
}
