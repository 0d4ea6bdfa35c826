import { isKeyOf } from '../../../core/records.ts'

/** Ways in which a hash chain of acceptances can be broken. */
export const breachReasons = ['missing', 'text_changed', 'record_changed', 'end_missing'] as const

/** An inconsistency in a chain. */
export interface AcceptanceBreach {
  chain: number
  position: number
  reason: (typeof breachReasons)[number]
}

const words: { readonly [reason in AcceptanceBreach['reason']]: string } = {
  missing: 'falta um registro',
  text_changed: 'o texto assinado foi alterado',
  record_changed: 'o registro do aceite foi alterado',
  end_missing: 'o fim da corrente não confere',
}

/**
 * A breach in Portuguese: 'o texto assinado foi alterado: corrente 3, posição 17'.
 *
 * @param reason one of `breachReasons`; one that a later release stored is shown as it is
 */
export function breachWords({
  chain,
  position,
  reason,
}: Pick<AcceptanceBreach, 'chain' | 'position'> & { reason: string }): string {
  return `${isKeyOf(words, reason) ? words[reason] : reason}: corrente ${chain}, posição ${position}`
}

/** What a customer signs. */
export type SignedKind = 'contract' | 'addendum'

/** A contract or an addendum of an order, verified with the adjacent records of its chain. */
export interface VerifiedRecord {
  kind: SignedKind
  chain: number
  position: number
  recordHash: string
  /** True when the recomputed hashes of its text and of its record match, or matched when the record was erased. */
  isIntact: boolean
  /** True when the hashes that link it to the previous and the next record match as stored. */
  isLinked: boolean
}
