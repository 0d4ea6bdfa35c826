import type { Clock } from '../clock.ts'
import type { MutationState } from '../mutations/mutation-set.ts'
import type { Charge } from './charges.ts'
import type { Faults } from './faults.ts'
import type { Pix } from './pix.ts'
import { Problem } from './problem.ts'

/** The bank's state and dependencies. In memory only: each start is empty. */
export interface BankContext {
  /** The Pix key of the bank's only customer. */
  key: string
  clock: Clock
  charges: Map<string, Charge>
  /** In order of receipt. */
  pixes: Map<string, Pix>
  webhook: { url: string; createdAt: string } | undefined
  callbacks: { body: string; result: string }[]
  faults: Faults
  mutations: MutationState
  /** Sends the shop a callback about a Pix of one of its charges. */
  notify(pix: Pix): void
}

export function pixOf({ pixes }: BankContext, endToEndId: string): Pix {
  const pix = pixes.get(endToEndId)
  if (!pix) throw new Problem(404, 'PixNaoEncontrado')
  return pix
}
