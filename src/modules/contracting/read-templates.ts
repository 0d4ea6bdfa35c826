import { todayInSaoPaulo } from '../../core/calendar.ts'
import { isUuid } from '../../core/ids.ts'
import { formatBRL } from '../../core/money.ts'
import type { ContractingDeps } from './deps.ts'
import { type ComparedClause, compareWordings } from './domain/compare-wordings.ts'
import { contractTerms } from './domain/terms.ts'
import { type WordedClause, wordingOf, wordingOfTerms } from './domain/wording.ts'
import { lenientOpening } from './sealed-contracts.server.ts'
import { type SignedVersion, selectEnds, selectSigned, selectVersions } from './templates-store.server.ts'

type Deps = Pick<ContractingDeps, 'database' | 'sealing' | 'clock' | 'company'>

/** A version of the template: signed, or the current one of this release, not signed yet. */
export interface TemplateVersion {
  version: string
  /** True when contracts are signed with it now. */
  isCurrent: boolean
  signed: Omit<SignedVersion, 'version'> | undefined
}

/** Every version with which a contract was signed, and the current one, oldest first. */
export async function templateVersions({ database }: Pick<Deps, 'database'>): Promise<TemplateVersion[]> {
  const current = contractTerms.version
  const signed = (await selectVersions(database)).map(({ version, ...rest }) => ({
    version,
    isCurrent: version === current,
    signed: rest,
  }))
  const isSigned = signed.some(({ isCurrent }) => isCurrent)
  return isSigned ? signed : [...signed, { version: current, isCurrent: true, signed: undefined }]
}

/** Two versions side by side. */
export interface ComparedTemplates {
  clauses: ComparedClause[]
  /** Versions whose contracts differ in wording under the same number, which a release must never cause. */
  inconsistent: string[]
}

/**
 * Compares the signed wordings of two versions. `noText` is a version that is unknown, or whose texts were all erased at the end of their
 * retention period.
 */
export async function compareTemplates(
  deps: Deps,
  { before, after }: { before: string; after: string },
): Promise<ComparedTemplates | { noText: string }> {
  const [old, now] = [await wordingsOf(deps, before), await wordingsOf(deps, after)]
  const [was, is] = [old[0], now[0]]
  if (!was) return { noText: before }
  if (!is) return { noText: after }
  const isInconsistent = (wordings: WordedClause[][]) =>
    compareWordings(wordings[0] ?? [], wordings.at(-1) ?? []).some(({ state }) => state !== 'same')
  return {
    clauses: compareWordings(was, is),
    inconsistent: [
      ...new Set([...(isInconsistent(old) ? [before] : []), ...(isInconsistent(now) ? [after] : [])]),
    ],
  }
}

/**
 * The wordings of the first and the last contract of a version; the wording of this release when it is not signed yet.
 */
async function wordingsOf(
  { database, sealing, clock, company }: Deps,
  version: string,
): Promise<WordedClause[][]> {
  const ends = await selectEnds(database, version, lenientOpening(sealing))
  const signed = ends.map(({ text, plan: { serviceTitle, paymentType, total } }) =>
    wordingOf(text, { serviceTitle, paymentType, total: formatBRL(total) }),
  )
  if (signed.length > 0 || version !== contractTerms.version) return signed.filter(({ length }) => length > 0)
  return [wordingOfTerms(contractTerms, { company: company(), date: todayInSaoPaulo(clock.now()) })]
}

/** The orders whose contract was signed with a version, newest first; `next` is the cursor of the following page. */
export async function contractsOfTemplate(
  { database }: Pick<Deps, 'database'>,
  { version, after, limit }: { version: string; after?: string | undefined; limit: number },
): Promise<{ contracts: { orderId: string; acceptedAt: Date }[]; next: string | undefined }> {
  const place = after !== undefined && isUuid(after) ? after : undefined
  const rows = await selectSigned(database, { version, after: place, limit: limit + 1 })
  const contracts = rows.slice(0, limit)
  return { contracts, next: rows.length > limit ? contracts.at(-1)?.id : undefined }
}
