import type { Client } from './client.ts'
import { type Clocks, drive, type Figure } from './measure.ts'
import { type Customer, type Fixtures, plan, type ReadyToSign } from './people.ts'

interface Load {
  name: string
  client: Client
  publicUrl: string
  clients: number
  seconds: number
  clocks: Clocks
  rest?: () => Promise<unknown>
}

/**
 * Measures complete orders over HTTP, as the browser of a signed-in customer sends them: chooses a plan, reads the contract and
 * signs it. The work that an order leaves to the worker is included.
 */
export function order({ customers, ...load }: Load & { customers: readonly Customer[] }): Promise<Figure> {
  let turn = 0
  const orderOne = async (customer: Customer) => {
    const { nome, documento, telefone } = customer.viewer
    const choice = { plan: plan.planId, name: nome, cpf: documento(), phone: telefone }
    const chosen = await post(load, `/service/${plan.serviceId}`, customer.cookie, choice)
    if (chosen.location !== '/contract') return false
    const cookie = `${customer.cookie}; ${chosen.cookie}`
    const page = await load.client.call({ path: '/contract', headers: { Cookie: cookie } })
    const sha256 = /name="sha256" value="([^"]+)"/.exec(page.text())?.[1]
    return sha256 !== undefined && sign(load, { cookie, sha256 })
  }
  const next = () => {
    const customer = customers[turn++ % customers.length]
    return customer && orderOne(customer)
  }
  return drive({ ...load, next })
}

/**
 * Measures signing contracts over HTTP, each draft once: session, same-origin rule, validation, contract text, order, five steps,
 * thirteen instalments, evidence in its chain, message and event. The work that this leaves to the worker is included.
 */
export function hire({ ready, ...load }: Load & { /** Consumed from the end. */ ready: ReadyToSign[] }) {
  const next = () => {
    const one = ready.pop()
    return one && sign(load, one)
  }
  return drive({ ...load, next })
}

async function sign(load: Load, { cookie, sha256 }: Pick<ReadyToSign, 'cookie' | 'sha256'>) {
  const answer = await post(load, '/contract', cookie, { aceito: 'on', sha256 })
  return answer.status === 302 && answer.location === '/payments'
}

function post({ client, publicUrl }: Load, path: string, cookie: string, form: Record<string, string>) {
  return client.call({
    path,
    method: 'POST',
    headers: {
      Cookie: cookie,
      Origin: publicUrl,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Accept-Encoding': 'gzip, deflate, br',
    },
    body: new URLSearchParams(form).toString(),
  })
}

/** Returns a function that waits until the worker is idle: no waiting job, notice, event or message. */
export function workerIsIdle({ database }: Fixtures): () => Promise<void> {
  return async () => {
    for (let quiet = 0; quiet < 2; ) {
      await new Promise((resolve) => setTimeout(resolve, 200))
      const { rows } = await database.$client.query<{ waiting: number }>(`
        select (select count(*) from messages where status = 'queued')
             + (select count(*) from events where waiting_since is not null)
             + (select count(*) from provider_events where waiting_since is not null)
             + (select count(*) from pgboss.job
                where state in ('created', 'retry', 'active') and data <> '{}' and name <> 'dead-letters') as waiting`)
      quiet = rows[0]?.waiting === 0 ? quiet + 1 : 0
    }
  }
}

/**
 * Checks that the rows of this number of orders exist.
 *
 * @returns one sentence about wrong counts, or undefined
 */
export async function incompleteOrders({ database }: Fixtures, orders: number): Promise<string | undefined> {
  const { rows } = await database.$client.query<Record<string, number>>(`
    select (select count(*) from orders) as orders,
           (select count(*) from order_steps) as steps,
           (select count(*) from payments) as payments,
           (select count(*) from contract_acceptances) as acceptances,
           (select count(*) from messages where kind = 'contract.accepted') as messages`)
  const found = rows[0] ?? {}
  const expected = { orders, steps: orders * 5, payments: orders * 13, acceptances: orders, messages: orders }
  const wrong = Object.entries(expected).filter(([name, count]) => found[name] !== count)
  return wrong.length === 0
    ? undefined
    : wrong.map(([name, count]) => `${name}: ${found[name]} instead of ${count}`).join(', ')
}
