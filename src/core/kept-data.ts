import { keysOf } from './records.ts'
import { retention } from './retention.ts'

/** Retention period: a duration, or as long as the account exists, or as long as the shop exists. */
type KeptFor = { days: number } | { months: number } | { years: number } | 'account' | 'always'

export interface KeptKind {
  keptFor: KeptFor
  /** Jobs that delete the data when its retention period ends. Without any, it is deleted on request only, or never. */
  jobs: readonly string[]
  /** Effect of an erasure request: the data is deleted at once, or kept for the rest of its period because of `law`. */
  onErasure: 'deleted' | 'kept'
  /** Legal basis for keeping it, in the law's own numbering, in Portuguese. */
  law: string
}

const { contractYears: years } = retention

/**
 * Every kind of personal data that the shop keeps. The privacy policy, the privacy centre and the desk print it; the jobs it
 * names enforce it; `src/modules/privacy/domain/columns.ts` lists the columns that contain each kind.
 */
export const keptData = {
  draft: {
    keptFor: { days: retention.draftDays },
    jobs: ['contracting.purge-drafts'],
    onErasure: 'deleted',
    law: 'LGPD, art. 7º, V',
  },
  account: { keptFor: 'account', jobs: [], onErasure: 'deleted', law: 'LGPD, art. 7º, V' },
  consent: { keptFor: 'account', jobs: [], onErasure: 'deleted', law: 'LGPD, art. 8º, §§ 2º e 5º' },
  document: {
    keptFor: { days: retention.documentDays },
    jobs: ['privacy.forget-documents', 'documents.sweep'],
    onErasure: 'deleted',
    law: 'CDC, art. 26, II',
  },
  'unpaid-lookup': {
    keptFor: { days: retention.unpaidLookupDays },
    jobs: ['consultations.forget-results'],
    onErasure: 'deleted',
    law: 'LGPD, art. 7º, V',
  },
  lookup: {
    keptFor: { years },
    jobs: ['consultations.forget-results'],
    onErasure: 'kept',
    law: 'LGPD, art. 7º, VI e X, e art. 16, I; CDC, art. 27',
  },
  'lookup-result': {
    keptFor: { days: retention.documentDays },
    jobs: ['consultations.forget-results'],
    onErasure: 'deleted',
    law: 'CDC, art. 26, II',
  },
  contract: {
    keptFor: { years },
    jobs: ['privacy.forget-contracts'],
    onErasure: 'kept',
    law: 'LGPD, art. 7º, VI, e art. 16, I; CDC, art. 27; MP 2.200-2, art. 10, § 2º',
  },
  order: {
    keptFor: { years },
    jobs: ['privacy.forget-contracts', 'receipts.forget', 'payments.erase-raw'],
    onErasure: 'kept',
    law: 'LGPD, art. 16, I; CDC, art. 27; CTN, art. 173',
  },
  message: {
    keptFor: { years },
    jobs: ['messages.end-bodies', 'messages.forget', 'inbox.forget'],
    onErasure: 'deleted',
    law: 'LGPD, art. 7º, V e VI',
  },
  journal: {
    keptFor: { days: retention.journalDays },
    jobs: ['messages.purge-journal'],
    onErasure: 'deleted',
    law: 'LGPD, art. 46',
  },
  proposal: {
    keptFor: { days: retention.proposalDays },
    jobs: ['proposals.forget'],
    onErasure: 'deleted',
    law: 'LGPD, art. 7º, V',
  },
  access: {
    keptFor: { months: retention.accessMonths },
    jobs: ['identity.sweep', 'consultations.forget-results'],
    onErasure: 'kept',
    law: 'Marco Civil da Internet, art. 15',
  },
  link: {
    keptFor: { days: retention.linkDays },
    jobs: ['identity.sweep', 'privacy.sweep'],
    onErasure: 'deleted',
    law: 'LGPD, art. 7º, V',
  },
  'provider-words': {
    keptFor: { days: retention.rawPaymentDays },
    jobs: ['payments.erase-raw'],
    onErasure: 'deleted',
    law: 'LGPD, art. 7º, V e VI',
  },
  note: { keptFor: 'account', jobs: [], onErasure: 'deleted', law: 'LGPD, art. 7º, V' },
  log: { keptFor: 'always', jobs: [], onErasure: 'kept', law: 'LGPD, arts. 37 e 46' },
  request: {
    keptFor: { years },
    jobs: ['privacy.sweep'],
    onErasure: 'kept',
    law: 'LGPD, arts. 18 e 37',
  },
  team: {
    keptFor: { months: retention.accessMonths },
    jobs: ['team.sweep'],
    onErasure: 'kept',
    law: 'LGPD, art. 46; Marco Civil da Internet, art. 15',
  },
  backup: {
    keptFor: { days: retention.journalDays },
    jobs: ['privacy.repeat-erasures'],
    onErasure: 'kept',
    law: 'LGPD, art. 46',
  },
} as const satisfies Record<string, KeptKind>

export type DataKind = keyof typeof keptData
export const dataKinds = keysOf(keptData)
