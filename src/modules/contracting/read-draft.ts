import { isUuid } from '../../core/ids.ts'
import type { CustomOffer } from '../proposals/index.server.ts'
import type { ContractingDeps } from './deps.ts'
import type { ContractParty } from './domain/parties.ts'
import { assignDraft, type DraftRow, selectDraft } from './store.server.ts'

/** A draft that can be signed. */
export interface OpenDraft {
  id: string
  serviceId: string
  variant: string | null
  planId: string
  /** As chosen; it may no longer be offered. */
  dueDay: number | null
  /** Total price of the plan shown when it was chosen, in centavos; null when the page did not show it. */
  shownTotal: number | null
  /** The custom offer to accept, when it is not a plan of the catalogue. */
  custom?: CustomOffer
  party: ContractParty
}

export type DraftResult =
  | { state: 'open'; draft: OpenDraft }
  /** Already signed. */
  | { state: 'accepted'; orderId: string }
  /** Its custom offer can no longer be accepted. */
  | { state: OfferClosed }
  | { state: 'not_found' }
  /** The id in the cookie is malformed, or the draft lacks data. */
  | { state: 'unreadable' }

export type OfferClosed = 'offer_expired' | 'offer_withdrawn'

/** Reads a draft and assigns one without an owner to the viewer; another user's draft is 'not_found'. */
export async function readDraft(
  { database, sealing, proposals }: Pick<ContractingDeps, 'database' | 'sealing' | 'proposals'>,
  { draftId, viewer }: { draftId: string; viewer: { id: string } | null },
): Promise<DraftResult> {
  if (!isUuid(draftId)) return { state: 'unreadable' }
  const userId = viewer?.id ?? null
  const row = await selectDraft(database, { draftId, userId }, sealing)
  if (!row) return { state: 'not_found' }
  if (row.orderId) return { state: 'accepted', orderId: row.orderId }
  const { customOfferId } = row
  const custom =
    customOfferId && userId ? await proposals.customOfferOf({ offerId: customOfferId, userId }) : undefined
  const closed = custom && closedStateOf(custom)
  if (closed) return closed
  const draft = openDraft(row, custom)
  if (!draft) return { state: 'unreadable' }
  if (userId && row.userId === null) await assignDraft(database, { draftId, userId })
  return { state: 'open', draft }
}

/** How a custom offer was closed: accepted (by any draft), expired or withdrawn. Undefined while it is open. */
export function closedStateOf({
  currentStatus,
  orderId,
}: CustomOffer): { state: 'accepted'; orderId: string } | { state: OfferClosed } | undefined {
  if (orderId) return { state: 'accepted', orderId }
  if (currentStatus === 'expired') return { state: 'offer_expired' }
  return currentStatus === 'withdrawn' ? { state: 'offer_withdrawn' } : undefined
}

/** A row as an open draft; undefined when it lacks data that a contract needs. */
export function openDraft(row: DraftRow, custom: CustomOffer | undefined): OpenDraft | undefined {
  const { id, serviceId, variant, planId, dueDay, shownTotal, name, cpf, phone } = row
  if (name === null || cpf === null || phone === null) return undefined
  const chosen = { serviceId, variant, planId, dueDay, shownTotal }
  return { id, ...chosen, party: { name, cpf, phone }, ...(custom && { custom }) }
}
