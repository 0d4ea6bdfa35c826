import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Browser } from './browser.ts'
import type { Provider } from './provider.ts'

/** What somebody was told has been done, and must therefore be found afterwards. */
export type Note =
  | { kind: 'account'; email: string }
  | { kind: 'order'; orderId: string }
  | { kind: 'charge'; chargeId: string }
  | { kind: 'withdrawal'; orderId: string }
  | { kind: 'lookup'; key: string; chargeId: string }
  /** By the simulator, of a Pix. */
  | { kind: 'approval'; providerId: string }

export interface Customer {
  email: string
  browser: Browser
  provider: Provider
  /** The link of the newest message to an address. */
  linkTo: (email: string) => Promise<string | undefined>
  note: (note: Note) => void
}

/** A code somebody copied, or the page of a card. */
type Code = { pix: string } | { card: string }

/** What they remember of what they did. */
export interface Memory {
  codes: Code[]
  orders: string[]
  charges: string[]
  lookup: string | undefined
}
export type Person = Customer & { memory: Memory }

export const identity = { name: 'Joana Pereira', cpf: '529.982.247-25', phone: '(48) 99999-1234' }

/** How often a person tries what did not go through. */
export const patience = 8

/** As a person does when a page does not come: again, a few times. @returns undefined for one who gave up */
export async function insist(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  for (let attempt = 0; attempt < patience; attempt++) {
    const answer = await ask().catch(() => undefined)
    if (answer && answer.status < 500) return answer
    await sleep(500)
  }
  return undefined
}

/** The same click so many times at once: the answers that came. */
export async function times(clicks: number, ask: () => Promise<Answer>): Promise<Answer[]> {
  const answers = await Promise.all(Array.from({ length: clicks }, () => ask().catch(() => undefined)))
  return answers.filter((answer) => answer !== undefined)
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
