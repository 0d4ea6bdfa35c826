import type { Clock } from '../clock.ts'
import type { Charge } from './charges.ts'
import type { Faults } from './faults.ts'
import type { Pix } from './pix.ts'
import { Problem } from './problem.ts'

/** All this bank knows. It begins with nothing each time. */
export interface BankContext {
  /** Of the one company that banks here. */
  key: string
  clock: Clock
  charges: Map<string, Charge>
  /** In the order of arrival. */
  pixes: Map<string, Pix>
  webhook: { url: string; createdAt: string } | undefined
  callbacks: { body: string; result: string }[]
  faults: Faults
  /** Where codes lead, without the scheme. */
  host(): string
  /** Tells the shop of a Pix of one of its charges. */
  tell(pix: Pix): void
}

export function pixOf({ pixes }: BankContext, endToEndId: string): Pix {
  const pix = pixes.get(endToEndId)
  if (!pix) throw new Problem(404, 'PixNaoEncontrado')
  return pix
}
