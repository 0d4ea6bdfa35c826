import { chargeChecks } from './checks/charges.ts'
import type { Check, Evidence } from './checks/check.ts'
import { contractChecks } from './checks/contracts.ts'
import { ledgerChecks } from './checks/ledger.ts'
import { moneyChecks } from './checks/money.ts'
import { workChecks } from './checks/work.ts'

/** Everything that must hold when all is at rest, whatever went wrong on the way. */
export const checks: Readonly<Record<string, Check>> = {
  ...contractChecks,
  ...moneyChecks,
  ...chargeChecks,
  ...ledgerChecks,
  ...workChecks,
}

/** @returns every breach, each beginning with the name of what it breaks */
export function breachesIn(evidence: Evidence): string[] {
  return Object.entries(checks).flatMap(([name, check]) =>
    check(evidence).map((breach) => `${name}: ${breach}`),
  )
}
