import type { Client } from './client.ts'
import { type Clocks, drive, type Figure } from './measure.ts'
import type { Fixtures, ReadyToSign } from './people.ts'

/**
 * Signs contracts over HTTP, each draft once: session, same-origin rule, validation, contract text, order, five steps,
 * thirteen instalments, evidence in its chain, message, event and their jobs.
 */
export async function hire({
  name,
  client,
  publicUrl,
  ready,
  clients,
  seconds,
  clocks,
}: {
  name: string
  client: Client
  publicUrl: string
  /** Consumed from the end. */
  ready: ReadyToSign[]
  clients: number
  seconds: number
  clocks: Clocks
}): Promise<Figure> {
  const signOne = async ({ cookie, sha256 }: ReadyToSign) => {
    const answer = await client.call({
      path: '/contract',
      method: 'POST',
      headers: {
        Cookie: cookie,
        Origin: publicUrl,
        'Content-Type': 'application/x-www-form-urlencoded',
        'Accept-Encoding': 'gzip, deflate, br',
      },
      body: new URLSearchParams({ aceito: 'on', sha256 }).toString(),
    })
    return answer.status === 302 && answer.location === '/payments'
  }
  const next = () => {
    const one = ready.pop()
    return one && signOne(one)
  }
  return drive({ name, clients, seconds, next, clocks })
}

/** Checks the rows of so many hirings. @returns one sentence about wrong counts, or undefined */
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
