import { setTimeout as sleep } from 'node:timers/promises'
import { openBrowser } from '../../scripts/torture/browser.ts'
import type { Acknowledgement, ActiveCustomer } from '../../scripts/torture/customer.ts'
import { hire } from '../../scripts/torture/hiring.ts'
import { charge, pay } from '../../scripts/torture/payments.ts'
import { providerAt } from '../../scripts/torture/provider.ts'
import { DEMO_ACCOUNTS } from '../../src/platform/demo.ts'

/**
 * Hires, signs and pays an instalment over HTTP, as the demonstration's customer, at a shop and its simulator.
 *
 * @returns what was acknowledged: an order, a charge and the provider's approval, when all went well
 */
export async function orderOverHttp(url: string, simulator: string): Promise<Acknowledgement[]> {
  const acknowledged: Acknowledgement[] = []
  const [account] = DEMO_ACCOUNTS.filter(({ role }) => role === 'customer')
  if (!account) throw new Error('The demonstration has no customer')
  const customer: ActiveCustomer = {
    email: account.email,
    browser: openBrowser({ url, ip: '203.0.113.7' }),
    provider: providerAt(simulator),
    linkTo: async () => undefined,
    acknowledge: (what) => void acknowledged.push(what),
    state: { codes: [], orders: [], charges: [], lookup: undefined },
  }
  await customer.browser.post('/auth', {
    intent: 'sign-in',
    email: account.email,
    password: account.password,
  })
  await hire({ do: 'hire', path: '/service/clean-name', plan: 'mensal-12x', clicks: 1 }, customer)
  await charge({ do: 'charge', tabs: [{ from: 0, count: 1 }], clicks: 1 }, customer)
  await pay({ do: 'pay', verdict: 'approve', codes: 'newest' }, customer)
  return acknowledged
}

/** Repeats the query until the answer is the wanted one. @returns the last answer */
export async function eventually<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  const deadline = performance.now() + 20_000
  for (;;) {
    const answer = await ask()
    if (isWanted(answer) || performance.now() > deadline) return answer
    await sleep(100)
  }
}
