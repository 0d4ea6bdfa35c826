import { todayInSaoPaulo } from '../../core/calendar.ts'
import { isUuid } from '../../core/ids.ts'
import type { ContractingDeps } from './deps.ts'
import type { OfferSnapshot } from './domain/offer.ts'
import { offerOf } from './offer-of.ts'
import { closedStateOf, type OpenDraft, openDraft } from './read-draft.ts'
import { assignDraft, type DraftRow, deleteDraftsOf, selectDraft, selectNewestDraft } from './store.server.ts'

/** An unsigned choice, with its terms as of today. */
export interface OpenHiring {
  draft: OpenDraft
  offer: OfferSnapshot
}

type Deps = Pick<ContractingDeps, 'database' | 'sealing' | 'clock' | 'proposals'>
type Viewer = { id: string } | null

/**
 * The pending choice: that of this browser's draft, else the one that the signed-in customer changed last on any
 * device. A customer who has signed a contract after it has no pending choice.
 *
 * @returns undefined when nothing is pending, or when the pending choice is no longer sold or belongs to another
 *   account
 */
export async function openHiring(
  deps: Deps,
  { draftId, viewer }: { draftId: string | undefined; viewer: Viewer },
): Promise<OpenHiring | undefined> {
  const ofBrowser = await openDraftRow(deps, { draftId, viewer })
  const row = ofBrowser ?? (await newestOpenRow(deps, viewer))
  return row && hiringOf(deps, row, viewer)
}

/**
 * Assigns drafts without an owner to the customer who signed in, and selects the newest as the pending one.
 *
 * @param draftIds of this browser, and of the sign-up that was just confirmed
 * @returns `superseded` when another choice was pending and is older
 */
export async function claimHiring(
  deps: Deps,
  { draftIds, viewer }: { draftIds: readonly string[]; viewer: { id: string } },
): Promise<{ hiring?: OpenHiring; superseded?: OpenHiring }> {
  const rows = new Map<string, DraftRow>()
  const waiting = await newestOpenRow(deps, viewer)
  if (waiting) rows.set(waiting.id, waiting)
  for (const draftId of draftIds) {
    const row = await openDraftRow(deps, { draftId, viewer })
    if (!row) continue
    const isOurs = row.userId !== null || (await assignDraft(deps.database, { draftId, userId: viewer.id }))
    if (isOurs) rows.set(row.id, row)
  }
  const newestFirst = [...rows.values()].sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())
  const [hiring, older] = await Promise.all(
    newestFirst.slice(0, 2).map((row) => hiringOf(deps, { ...row, userId: viewer.id }, viewer)),
  )
  if (!hiring) return {}
  return older && !isSameChoice(hiring, older) ? { hiring, superseded: older } : { hiring }
}

/**
 * Deletes the pending choice, with the CPF in it: that of the signed-in customer, and that of this browser's draft
 * without an owner.
 */
export async function discardHiring(
  { database }: Pick<ContractingDeps, 'database'>,
  { draftId, viewer }: { draftId: string | undefined; viewer: Viewer },
): Promise<void> {
  const ofBrowser = draftId && isUuid(draftId) ? draftId : undefined
  await deleteDraftsOf(database, { userId: viewer?.id ?? null, draftId: ofBrowser })
}

async function openDraftRow(
  { database, sealing }: Deps,
  { draftId, viewer }: { draftId: string | undefined; viewer: Viewer },
): Promise<DraftRow | undefined> {
  if (!draftId || !isUuid(draftId)) return undefined
  const row = await selectDraft(database, { draftId, userId: viewer?.id ?? null }, sealing)
  return row?.orderId === null ? row : undefined
}

async function newestOpenRow({ database, sealing }: Deps, viewer: Viewer): Promise<DraftRow | undefined> {
  const row = viewer ? await selectNewestDraft(database, { userId: viewer.id }, sealing) : undefined
  return row?.orderId === null ? row : undefined
}

async function hiringOf(deps: Deps, row: DraftRow, viewer: Viewer): Promise<OpenHiring | undefined> {
  const { customOfferId } = row
  const custom =
    customOfferId && viewer
      ? await deps.proposals.customOfferOf({ offerId: customOfferId, userId: viewer.id })
      : undefined
  if (customOfferId && (!custom || closedStateOf(custom))) return undefined
  const draft = openDraft(row, custom)
  const offer = draft && offerOf({ ...draft, today: todayInSaoPaulo(deps.clock.now()) })
  return offer && { draft, offer }
}

function isSameChoice(one: OpenHiring, other: OpenHiring): boolean {
  const { draft: a } = one
  const { draft: b } = other
  return a.serviceId === b.serviceId && a.planId === b.planId && a.custom?.id === b.custom?.id
}
