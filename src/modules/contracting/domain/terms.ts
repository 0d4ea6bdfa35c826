import {
  CONSUMER_LATE_FEE_PERCENT,
  LATE_FEE_PERCENT,
  LATE_INTEREST_PERCENT_MONTH,
  WITHDRAWAL_DAYS,
} from '../../../core/commitments.ts'

/**
 * The numbers of the contract (spec section 9), as configuration: a new set of them, or a new wording of the clauses,
 * is a new version. A contract that was accepted keeps the version under which it was shown.
 */
export interface ContractTerms {
  /** 'YYYY-MM-DD.n', the day the wording was settled. */
  version: string
  /** Late fee, percent of the instalment in arrears. */
  lateFeePercent: number
  /** What of it may be charged from a consumer (CDC art. 52 §1). */
  consumerLateFeePercent: number
  /** Interest on arrears, percent a month, pro rata die. */
  interestPercentMonth: number
  /** Index of monetary correction. */
  correctionIndex: string
  /** Legal fees, percent of what is owed. */
  legalFeesPercent: number
  terminationNoticeDays: number
  /** CDC art. 49. */
  withdrawalDays: number
  forum: string
}

export const contractTerms: ContractTerms = {
  version: '2026-11-21.1',
  lateFeePercent: LATE_FEE_PERCENT,
  consumerLateFeePercent: CONSUMER_LATE_FEE_PERCENT,
  interestPercentMonth: LATE_INTEREST_PERCENT_MONTH,
  correctionIndex: 'IPCA',
  legalFeesPercent: 20,
  terminationNoticeDays: 30,
  withdrawalDays: WITHDRAWAL_DAYS,
  forum: 'Florianópolis/SC',
}
