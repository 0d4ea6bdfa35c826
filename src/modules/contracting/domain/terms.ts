import {
  CONSUMER_LATE_FEE_PERCENT,
  LATE_FEE_PERCENT,
  LATE_INTEREST_PERCENT_MONTH,
  WITHDRAWAL_DAYS,
} from '../../../core/commitments.ts'

/**
 * The figures of the contract (specification, section 9), as configuration. Changing a figure or the wording of a
 * clause requires a new version; an accepted contract keeps the version it was shown with.
 */
export interface ContractTerms {
  /** 'YYYY-MM-DD.n', the date of the wording. */
  version: string
  /** Late fee, percent of the instalment in arrears. */
  lateFeePercent: number
  /** Maximum late fee for a consumer (CDC art. 52 §1). */
  consumerLateFeePercent: number
  /** Interest on arrears, percent a month, pro rata die. */
  interestPercentMonth: number
  /** Index of monetary correction. */
  correctionIndex: string
  /** Legal fees, percent of the amount due. */
  legalFeesPercent: number
  terminationNoticeDays: number
  /** CDC art. 49. */
  withdrawalDays: number
  forum: string
}

export const contractTerms: ContractTerms = {
  version: '2026-11-22.2',
  lateFeePercent: LATE_FEE_PERCENT,
  consumerLateFeePercent: CONSUMER_LATE_FEE_PERCENT,
  interestPercentMonth: LATE_INTEREST_PERCENT_MONTH,
  correctionIndex: 'IPCA',
  legalFeesPercent: 20,
  terminationNoticeDays: 30,
  withdrawalDays: WITHDRAWAL_DAYS,
  forum: 'Florianópolis/SC',
}
