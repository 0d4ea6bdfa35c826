import type { Clock } from '../clock.ts'
import type { MutationState } from '../mutations/mutation-set.ts'
import type { Charge } from './charges.ts'
import type { Faults } from './faults.ts'
import type { Pix } from './pix.ts'
import { Problem } from './problem.ts'

/** State and dependencies of the bank. In memory only: each start begins empty. */
export interface BankContext {
  /** The Pix key of the bank's only customer. */
  key: string
  clock: Clock
  charges: Map<string, Charge>
  /** In order of arrival. */
  pixes: Map<string, Pix>
  webhook: { url: string; createdAt: string } | undefined
  callbacks: { body: string; result: string }[]
  faults: Faults
  mutations: MutationState
  /** Sends the shop a callback about a Pix that paid one of its charges. */
  notify(pix: Pix): void
}

export function pixOf({ pixes }: BankContext, endToEndId: string): Pix {
  const pix = pixes.get(endToEndId)
  if (!pix) throw new Problem(404, 'PixNaoEncontrado')
  return pix
}
