import { chargeInvariants } from './invariants/charges.ts'
import { contractInvariants } from './invariants/contracts.ts'
import type { Evidence, Invariant } from './invariants/invariant.ts'
import { ledgerInvariants } from './invariants/ledger.ts'
import { messageInvariants } from './invariants/messages.ts'
import { moneyInvariants } from './invariants/money.ts'
import { workInvariants } from './invariants/work.ts'

/** Invariants that must hold at quiescence, whatever faults were injected. */
export const invariants: Readonly<Record<string, Invariant>> = {
  ...contractInvariants,
  ...moneyInvariants,
  ...chargeInvariants,
  ...ledgerInvariants,
  ...workInvariants,
  ...messageInvariants,
}

/**
 * Checks all invariants.
 *
 * @returns every violation, prefixed with the name of its invariant
 */
export function breachesIn(evidence: Evidence): string[] {
  return Object.entries(invariants).flatMap(([name, check]) =>
    check(evidence).map((breach) => `${name}: ${breach}`),
  )
}
