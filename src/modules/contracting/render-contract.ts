import { todayInSaoPaulo } from '../../core/calendar.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { sha256 } from '../../platform/digest.ts'
import type { ContractingDeps } from './deps.ts'
import { type Contract, composeContract, contractText } from './domain/contract.ts'
import type { OfferSnapshot } from './domain/offer.ts'
import { type ContractTerms, contractTerms } from './domain/terms.ts'
import { offerOf } from './offer-of.ts'
import type { OpenDraft } from './read-draft.ts'

export interface RenderedContract {
  contract: Contract
  offer: OfferSnapshot
  /** The exact text that is signed. */
  text: string
  version: string
  sha256: string
}

/**
 * The contract of a draft as of today: prices from the catalogue, dates in São Paulo. Draft, catalogue, company, version
 * and day determine every character.
 */
export function renderContract(
  { clock, company }: Pick<ContractingDeps, 'clock' | 'company'>,
  { draft, terms = contractTerms }: { draft: OpenDraft; terms?: ContractTerms },
): Outcome<RenderedContract, 'not_sold'> {
  const date = todayInSaoPaulo(clock.now())
  const offer = offerOf({ ...draft, today: date })
  if (!offer) return refuse('not_sold', `${draft.serviceId} ${draft.planId}`)
  const contract = composeContract({ offer, party: draft.party, company: company(), terms, date })
  const text = contractText(contract)
  return ok({ contract, offer, text, version: terms.version, sha256: sha256(text) })
}
