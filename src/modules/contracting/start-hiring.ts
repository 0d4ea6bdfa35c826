import { todayInSaoPaulo } from '../../core/calendar.ts'
import { isCpf, normalizeCpf } from '../../core/cpf.ts'
import { HOUR } from '../../core/durations.ts'
import { isUuid } from '../../core/ids.ts'
import type { Centavos } from '../../core/money.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { isPersonName, NAME_MAX, normalizeName } from '../../core/person-name.ts'
import { normalizePhone } from '../../core/phone.ts'
import { allowVisitor } from '../../platform/rate-limit/visitors.ts'
import { AGREED_PLAN_ID } from '../catalogue/public.ts'
import type { ContractingDeps } from './deps.ts'
import { offerOf } from './offer-of.ts'
import { type DraftChoice, insertDraft, updateDraft } from './store.server.ts'

/** A plan of the catalogue, or a custom offer to the signed-in customer. */
export type PlanSelection =
  | { serviceId: string; variant?: string | undefined; planId: string }
  | { customOfferId: string }

export type HiringChoice = PlanSelection & {
  name: string
  /** With or without punctuation. */
  cpf: string
  phone: string
  /** Total price of the plan shown on the page, in centavos: the contract states it when the price differs. */
  shownTotal?: Centavos | undefined
}

export type HiringRefusal = 'unknown_plan' | 'invalid_party' | 'too_many'

/**
 * New drafts of guests within an hour, of one network, behind which a mobile carrier has hundreds of customers. Those of an account have
 * an owner, and are not counted.
 */
const GUEST_DRAFTS_PER_HOUR = 6_000

/**
 * Stores the choice as a draft; the browser receives only its id. `draftId` is the browser's current draft: when it is
 * open and belongs to this user, it is updated instead of creating a second one.
 *
 * @returns refuses `unknown_plan` for a selection that is neither a catalogue plan nor an open offer to the viewer,
 *   `invalid_party` for an invalid name, CPF or phone, `too_many` when the guests of a network make drafts without end
 * @param ip of the visitor; undefined for a program of the shop, which is not counted
 */
export async function startHiring(
  deps: Pick<ContractingDeps, 'database' | 'sealing' | 'clock' | 'newId' | 'proposals'>,
  {
    viewer,
    draftId,
    ip,
    ...choice
  }: HiringChoice & { viewer: { id: string } | null; draftId?: string | undefined; ip?: string | undefined },
): Promise<Outcome<{ draftId: string }, HiringRefusal>> {
  const { database, sealing, clock, newId } = deps
  const now = clock.now()
  const userId = viewer?.id ?? null
  const checked = await checkChoice(deps, choice, userId)
  if (!checked.ok) return checked
  if (draftId && isUuid(draftId)) {
    const change = { draftId, userId, now, choice: checked.value }
    if (await updateDraft(database, change, sealing)) return ok({ draftId })
  }
  if (!viewer && ip !== undefined) {
    const limit = { name: 'hiring-draft', limit: GUEST_DRAFTS_PER_HOUR, window: HOUR }
    const visitor = { userId: undefined, ip }
    if (!(await allowVisitor(database, { ...limit, visitor, now })).allowed) return refuse('too_many')
  }
  const id = newId()
  const draft = {
    ...checked.value,
    id,
    userId,
    orderId: null,
    dueDay: null,
    createdAt: now,
    updatedAt: now,
    consumedAt: null,
  }
  await insertDraft(database, draft, sealing)
  return ok({ draftId: id })
}

async function checkChoice(
  deps: Pick<ContractingDeps, 'clock' | 'proposals'>,
  choice: HiringChoice,
  userId: string | null,
): Promise<Outcome<DraftChoice, HiringRefusal>> {
  const { name, cpf, phone } = choice
  const selection = await resolveSelection(deps, choice, userId)
  if (!selection) return refuse('unknown_plan')
  const number = normalizePhone(phone)
  const fullName = normalizeName(name)
  const isName = isPersonName(fullName) && fullName.length <= NAME_MAX
  if (!isName || !isCpf(cpf) || !number) return refuse('invalid_party')
  return ok({
    ...selection,
    shownTotal: choice.shownTotal ?? null,
    name: fullName,
    cpf: normalizeCpf(cpf),
    phone: number,
  })
}

async function resolveSelection(
  { clock, proposals }: Pick<ContractingDeps, 'clock' | 'proposals'>,
  choice: PlanSelection,
  userId: string | null,
) {
  if ('customOfferId' in choice) {
    const { customOfferId } = choice
    const custom = userId ? await proposals.customOfferOf({ offerId: customOfferId, userId }) : undefined
    if (custom?.currentStatus !== 'sent') return undefined
    return { serviceId: custom.serviceId, variant: custom.variant, planId: AGREED_PLAN_ID, customOfferId }
  }
  const { serviceId, planId, variant } = choice
  const offer = offerOf({ serviceId, planId, variant: variant ?? null, today: todayInSaoPaulo(clock.now()) })
  return offer && { serviceId, planId, variant: offer.variant, customOfferId: null }
}
