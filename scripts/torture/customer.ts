import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Browser } from './browser.ts'
import type { Provider } from './provider.ts'

/** A fact that the product or the simulator confirmed, and that must therefore exist afterwards. */
export type Acknowledgement =
  | { kind: 'account'; email: string }
  | { kind: 'order'; orderId: string }
  | { kind: 'charge'; chargeId: string }
  | { kind: 'withdrawal'; orderId: string }
  | { kind: 'lookup'; key: string; chargeId: string }
  /** Approval of a Pix by the simulator. */
  | { kind: 'approval'; providerId: string }

export interface Customer {
  email: string
  browser: Browser
  provider: Provider
  /** Returns the path of the confirmation link sent to an address, once there is one. */
  linkTo: (email: string) => Promise<string | undefined>
  acknowledge: (acknowledge: Acknowledgement) => void
}

/** Id of a Pix payment, or of the checkout of a card. */
type Code = { pix: string } | { card: string }

/** Results of earlier actions that later ones need. */
export interface CustomerState {
  codes: Code[]
  orders: string[]
  charges: string[]
  lookup: string | undefined
}
export type ActiveCustomer = Customer & { state: CustomerState }

export const identity = { name: 'Joana Pereira', cpf: '529.982.247-25', phone: '(48) 99999-1234' }

/** Number of times that a customer tries a request that fails. */
export const maxAttempts = 8

/**
 * Repeats a request that fails or responds with 5xx.
 *
 * @returns undefined after `maxAttempts` failures
 */
export async function retry(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const answer = await ask().catch(() => undefined)
    if (answer && answer.status < 500) return answer
    await sleep(500)
  }
  return undefined
}

/**
 * Sends the same request several times concurrently.
 *
 * @returns the responses received
 */
export async function times(clicks: number, ask: () => Promise<Answer>): Promise<Answer[]> {
  const answers = await Promise.all(Array.from({ length: clicks }, () => ask().catch(() => undefined)))
  return answers.filter((answer) => answer !== undefined)
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
