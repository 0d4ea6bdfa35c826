import { isUuid } from '../../core/ids.ts'
import type { CustomOffer } from '../proposals/index.server.ts'
import type { ContractingDeps } from './deps.ts'
import type { ContractParty } from './domain/parties.ts'
import { adoptDraft, type DraftRow, selectDraft } from './store.server.ts'

/** A draft that waits to be signed. */
export interface OpenDraft {
  id: string
  serviceId: string
  variant: string | null
  planId: string
  /** The offer that is being accepted, where it is no plan of the catalogue. */
  custom?: CustomOffer
  party: ContractParty
}

export type DraftReading =
  | { state: 'open'; draft: OpenDraft }
  /** Signed already: the order it became. */
  | { state: 'accepted'; orderId: string }
  /** It accepts an offer that can no longer be accepted. */
  | { state: OfferClosed }
  | { state: 'not_found' }
  /** What the browser carries is no id of ours. */
  | { state: 'unreadable' }

export type OfferClosed = 'offer_expired' | 'offer_withdrawn'

/** A draft begun before signing in becomes the reader's; another person's is 'not_found'. */
export async function readDraft(
  { database, proposals }: Pick<ContractingDeps, 'database' | 'proposals'>,
  { draftId, viewer }: { draftId: string; viewer: { id: string } | null },
): Promise<DraftReading> {
  if (!isUuid(draftId)) return { state: 'unreadable' }
  const userId = viewer?.id ?? null
  const row = await selectDraft(database, { draftId, userId })
  if (!row) return { state: 'not_found' }
  if (row.orderId) return { state: 'accepted', orderId: row.orderId }
  const { customOfferId } = row
  const custom =
    customOfferId && userId ? await proposals.customOfferOf({ offerId: customOfferId, userId }) : undefined
  const answered = custom && answerOf(custom)
  if (answered) return answered
  const draft = openDraft(row, custom)
  if (!draft) return { state: 'unreadable' }
  if (userId && row.userId === null) await adoptDraft(database, { draftId, userId })
  return { state: 'open', draft }
}

/** What became of an offer that is no longer open: its order, by whichever draft, or how it closed. */
export function answerOf({
  standing,
  orderId,
}: CustomOffer): { state: 'accepted'; orderId: string } | { state: OfferClosed } | undefined {
  if (orderId) return { state: 'accepted', orderId }
  if (standing === 'expired') return { state: 'offer_expired' }
  return standing === 'withdrawn' ? { state: 'offer_withdrawn' } : undefined
}

/** A row as a draft; undefined when it lacks what a contract needs. */
export function openDraft(row: DraftRow, custom: CustomOffer | undefined): OpenDraft | undefined {
  const { id, serviceId, variant, planId, name, cpf, phone } = row
  if (name === null || cpf === null || phone === null) return undefined
  return { id, serviceId, variant, planId, party: { name, cpf, phone }, ...(custom && { custom }) }
}
