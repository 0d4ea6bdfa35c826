import { setTimeout as sleep } from 'node:timers/promises'
import { hire, signUp, withdraw } from './hiring.ts'
import { consult, payAgain } from './lookups.ts'
import { charge, pay, renew } from './paying.ts'
import { type Customer, insist, type Memory, type Person } from './person.ts'
import type { Act, Script } from './script.ts'

/** Lives one customer's script; whatever the answers are, it goes on to the next act until `deadline`. */
export async function live(script: Script, customer: Customer, deadline: number): Promise<void> {
  const memory: Memory = { codes: [], orders: [], charges: [], lookup: undefined }
  for (const [index, act] of script.acts.entries()) {
    await sleep(script.pauses[index] ?? 0)
    if (Date.now() > deadline) return
    await perform(act, { ...customer, memory })
  }
}

async function perform(act: Act, person: Person): Promise<void> {
  switch (act.do) {
    case 'sign-up':
      return signUp(person)
    case 'hire':
      return hire(act, person)
    case 'charge':
      return charge(act, person)
    case 'pay':
      return pay(act, person)
    case 'check':
      await insist(() => person.browser.post('/payment', { intent: 'check' }))
      return
    case 'renew':
      return renew(person)
    case 'withdraw':
      return withdraw(act, person)
    case 'consult':
      return consult(act, person)
    case 'pay-again':
      return payAgain(act, person)
    case 'at-once':
      await Promise.all(act.acts.map((one) => perform(one, person)))
      return
    default:
      return act satisfies never
  }
}
