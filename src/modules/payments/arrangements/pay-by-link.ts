import { HOUR } from '../../../core/durations.ts'
import { networkOf } from '../../../core/networks.ts'
import { type Outcome, refuse } from '../../../core/outcome.ts'
import { firstNameIn } from '../../../core/text.ts'
import { sha256 } from '../../../platform/digest.ts'
import { allow } from '../../../platform/rate-limit/rate-limit.ts'
import { findOpenBySelection } from '../charges/store.server.ts'
import { checkCharge } from '../checkout/check-charge.ts'
import { chargeView } from '../checkout/read-payments.ts'
import { type StartRefusal, selectionKey, startCharge } from '../checkout/start-charge.ts'
import { dueBesideCredits } from '../credits/due-beside-credits.ts'
import { instalmentsUnderReview } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { type PayerLinkState, payerLinkRule, payerLinkState } from '../domain/payer-link.ts'
import { findOwnInstalment, type InstalmentRow } from '../instalments/store.server.ts'
import type { ChargeView } from '../public.ts'
import { findPayerLink, type PayerLinkRow } from './store.server.ts'

/** The page for the holder of a link: amount, recipient and code. Nothing reveals what the order is about. */
export interface PayerPage {
  state: PayerLinkState
  /** First name of the debtor; empty when it is unknown. */
  firstName: string
  userId: string
  orderId: string
  /** Centavos due today. */
  amount: number
  /** Without instalments: their titles name the service. */
  charge: ChargeView | undefined
}

/** The page of a link; undefined for one that is unknown, revoked or expired, or whose instalment is cancelled. */
export async function payerPageOf(
  deps: PaymentsDeps,
  { token }: { token: string },
): Promise<PayerPage | undefined> {
  const found = await findByToken(deps, token)
  return found && pageOf(deps, found.instalment)
}

/**
 * Returns a code for the instalment of a link: the payable one, else a new one. The payer at the provider is the customer,
 * who also receives the receipt. Rate-limited by link, and by link and network, so that no holder can block the others.
 */
export async function chargeByPayerLink(
  deps: PaymentsDeps,
  { token, ip }: { token: string; ip: string },
): Promise<Outcome<{ chargeId: string }, StartRefusal | 'too_many'>> {
  const found = await findByToken(deps, token)
  if (!found) return refuse('not_found')
  const { link, instalment } = found
  const limits = [
    { key: `payer-link:${link.id}:${networkOf(ip)}`, limit: payerLinkRule.codesPerHourOfNetwork },
    { key: `payer-link:${link.id}`, limit: payerLinkRule.codesPerHour },
  ]
  for (const limit of limits) {
    const allowance = await allow(deps.database, { ...limit, window: HOUR, now: deps.clock.now() })
    if (!allowance.allowed) return refuse('too_many')
  }
  const viewer = await ownerOf(deps, instalment.userId)
  return startCharge(deps, {
    viewer,
    instalmentIds: [instalment.id],
    method: 'pix',
    description: neutralDescription(instalment),
  })
}

/** Queries the provider about the code of a link, as 'Verificar Pagamento' does. */
export async function checkPayerLink(deps: PaymentsDeps, { token }: { token: string }): Promise<void> {
  const page = await payerPageOf(deps, { token })
  if (page?.charge) await checkCharge(deps, { chargeId: page.charge.id })
}

async function findByToken(
  { database, clock }: Pick<PaymentsDeps, 'database' | 'clock'>,
  token: string,
): Promise<{ link: PayerLinkRow; instalment: InstalmentRow } | undefined> {
  const link = await findPayerLink(database, { tokenHash: sha256(token), now: clock.now() })
  if (!link) return undefined
  const instalment = await findOwnInstalment(database, { id: link.instalmentId, userId: link.userId })
  return instalment && { link, instalment }
}

async function pageOf(deps: PaymentsDeps, instalment: InstalmentRow): Promise<PayerPage | undefined> {
  const { id, userId, orderId } = instalment
  const owner = await ownerOf(deps, userId)
  const open = await findOpenBySelection(deps.database, selectionKey({ userId, ids: [id], method: 'pix' }))
  const view = open && (await chargeView(deps, { chargeId: open.id, userId }))
  const underReview = (await instalmentsUnderReview(deps.database, [id])).has(id)
  const isNeutral = view?.description === neutralDescription(instalment)
  // A code that names the service is replaced before it is shown to another person.
  const phase = isNeutral || view?.phase === 'review' ? view?.phase : undefined
  const state = payerLinkState({ status: instalment.status, underReview, phase })
  if (!state) return undefined
  const dueOf = await dueBesideCredits(deps.database, { ...owner, userId }, deps)
  const amount = instalment.paidAmount ?? dueOf(instalment).total
  const firstName = firstNameIn(owner.nome)
  const charge =
    state === 'waiting' && view && view.amount === amount ? { ...view, instalments: [] } : undefined
  return {
    state: state === 'waiting' && !charge ? 'owed' : state,
    firstName,
    userId,
    orderId,
    amount,
    charge,
  }
}

async function ownerOf({ database, contactOf, profileOf }: PaymentsDeps, userId: string) {
  const contact = await contactOf(database, userId)
  const { nome, documento } = await profileOf(userId)
  return { id: userId, email: contact?.email ?? '', nome, documento }
}

/** The description shown by the payer's bank: never the service. */
function neutralDescription({ kind, number }: InstalmentRow): string {
  return kind === 'parcela' ? `Pagamento da parcela ${number}` : 'Pagamento de pedido'
}
