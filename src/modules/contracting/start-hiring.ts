import { type IsoDate, todayInSaoPaulo } from '../../core/calendar.ts'
import { isCpf, normalizeCpf } from '../../core/cpf.ts'
import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { normalizePhone } from '../../core/phone.ts'
import type { ContractingDeps } from './deps.ts'
import { offerOf } from './offer-of.ts'
import { insertDraft, reviseDraft } from './store.server.ts'

export interface HiringChoice {
  serviceId: string
  variant?: string | undefined
  planId: string
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
 * @returns refuses `unknown_plan` for what the catalogue does not sell, `invalid_party` for a name, CPF or phone that
 *   the form should have refused
 */
export async function startHiring(
  { database, clock, newId }: Pick<ContractingDeps, 'database' | 'clock' | 'newId'>,
  {
    viewer,
    draftId,
    ...choice
  }: HiringChoice & { viewer: { id: string } | null; draftId?: string | undefined },
): Promise<Outcome<{ draftId: string }, HiringRefusal>> {
  const now = clock.now()
  const chosen = checkChoice(choice, todayInSaoPaulo(now))
  if (!chosen.ok) return chosen
  const userId = viewer?.id ?? null
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

function checkChoice({ serviceId, variant, planId, name, cpf, phone }: HiringChoice, today: IsoDate) {
  const offer = offerOf({ serviceId, planId, variant: variant ?? null, today })
  if (!offer) return refuse('unknown_plan', `${serviceId} ${planId}`)
  const number = normalizePhone(phone)
  const fullName = name.replace(/\s+/g, ' ').trim()
  if (fullName.length < 2 || !isCpf(cpf) || !number) return refuse('invalid_party')
  return ok({
    serviceId,
    variant: offer.variant,
    planId,
    name: fullName,
    cpf: normalizeCpf(cpf),
    phone: number,
  })
}
