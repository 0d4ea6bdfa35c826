import { todayInSaoPaulo } from '../../core/calendar.ts'
import { isCpf, normalizeCpf } from '../../core/cpf.ts'
import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { NAME_MAX, NAME_MIN } from '../../core/person-name.ts'
import { normalizePhone } from '../../core/phone.ts'
import { AGREED_PLAN_ID } from '../catalogue/public.ts'
import type { ContractingDeps } from './deps.ts'
import { offerOf } from './offer-of.ts'
import { type DraftChoice, insertDraft, reviseDraft } from './store.server.ts'

/** A plan of the catalogue, or an offer made to whoever is signed in. */
export type HiringChosen =
  | { serviceId: string; variant?: string | undefined; planId: string }
  | { customOfferId: string }

export type HiringChoice = HiringChosen & {
  name: string
  /** Punctuated or not. */
  cpf: string
  phone: string
}

export type HiringRefusal = 'unknown_plan' | 'invalid_party'

/**
 * Keeps what somebody chose, so that the browser need only carry its id. `draftId` is the draft the browser already
 * has: still open and this person's, it is changed instead of leaving a second one behind.
 *
 * @returns refuses `unknown_plan` for what neither the catalogue nor an open offer to the viewer sells,
 *   `invalid_party` for a name, CPF or phone that the form should have refused
 */
export async function startHiring(
  deps: Pick<ContractingDeps, 'database' | 'clock' | 'newId' | 'proposals'>,
  {
    viewer,
    draftId,
    ...choice
  }: HiringChoice & { viewer: { id: string } | null; draftId?: string | undefined },
): Promise<Outcome<{ draftId: string }, HiringRefusal>> {
  const { database, clock, newId } = deps
  const now = clock.now()
  const userId = viewer?.id ?? null
  const chosen = await checkChoice(deps, choice, userId)
  if (!chosen.ok) return chosen
  if (draftId && isUuid(draftId)) {
    if (await reviseDraft(database, { draftId, userId, now, choice: chosen.value })) return ok({ draftId })
  }
  const id = newId()
  await insertDraft(database, {
    ...chosen.value,
    id,
    userId,
    orderId: null,
    createdAt: now,
    updatedAt: now,
    consumedAt: null,
  })
  return ok({ draftId: id })
}

async function checkChoice(
  deps: Pick<ContractingDeps, 'clock' | 'proposals'>,
  choice: HiringChoice,
  userId: string | null,
): Promise<Outcome<DraftChoice, HiringRefusal>> {
  const { name, cpf, phone } = choice
  const sold = await whatIsSold(deps, choice, userId)
  if (!sold) return refuse('unknown_plan')
  const number = normalizePhone(phone)
  const fullName = name.replace(/\s+/g, ' ').trim()
  const isName = fullName.length >= NAME_MIN && fullName.length <= NAME_MAX
  if (!isName || !isCpf(cpf) || !number) return refuse('invalid_party')
  return ok({ ...sold, name: fullName, cpf: normalizeCpf(cpf), phone: number })
}

async function whatIsSold(
  { clock, proposals }: Pick<ContractingDeps, 'clock' | 'proposals'>,
  choice: HiringChosen,
  userId: string | null,
) {
  if ('customOfferId' in choice) {
    const { customOfferId } = choice
    const custom = userId ? await proposals.customOfferOf({ offerId: customOfferId, userId }) : undefined
    if (custom?.standing !== 'sent') return undefined
    return { serviceId: custom.serviceId, variant: custom.variant, planId: AGREED_PLAN_ID, customOfferId }
  }
  const { serviceId, planId, variant } = choice
  const offer = offerOf({ serviceId, planId, variant: variant ?? null, today: todayInSaoPaulo(clock.now()) })
  return offer && { serviceId, planId, variant: offer.variant, customOfferId: null }
}
