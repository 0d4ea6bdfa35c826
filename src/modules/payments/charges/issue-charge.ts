import { verifyBrCode } from '../../../core/br-code.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { type PaymentsDeps, providerNamed } from '../deps.ts'
import { isOpen } from '../domain/charge.ts'
import { recheckAt } from '../domain/check-times.ts'
import { expiryOf } from '../domain/expiry.ts'
import {
  type ChargeRequest,
  type IssuedCard,
  type IssuedPix,
  isReadable,
  type ProviderOutcome,
  type ProviderRefusal,
} from '../ports.ts'
import {
  type ChargeRow,
  findCharge,
  knownCharges,
  lockCharge,
  moveCharge,
  updateCharge,
} from './store.server.ts'

/** What a provider's answer says about a charge. */
type Answer = Partial<Omit<ChargeRow, 'status'>>

export type IssueRefusal = 'invalid_payer' | 'no_pix_key' | 'refused' | 'unavailable' | 'wrong_code'

/**
 * Issues a charge whose intent is committed: calls the provider outside any transaction, then saves the answer.
 * Idempotent, also concurrently and after a crash: the stored key makes it one charge at the provider. Refuses
 * `unavailable` while it is unknown whether the provider has the charge; every other refusal is final.
 */
export async function issueCharge(
  deps: PaymentsDeps,
  { chargeId }: { chargeId: string },
): Promise<Outcome<void, IssueRefusal>> {
  const charge = await findCharge(deps.database, chargeId)
  if (!charge) return refuse('refused', 'unknown charge')
  if (charge.status !== 'created' || !charge.payer) return ok(undefined)
  return charge.method === 'pix' ? issuePix(charge, deps) : issueCard(charge, deps)
}

async function issuePix(charge: ChargeRow, deps: PaymentsDeps): Promise<Outcome<void, IssueRefusal>> {
  const created = await providerOf(charge, deps).createPix(requestOf(charge))
  const answer = created.ok ? created : await findIssuedPix(charge, created, deps)
  if (!answer.ok) return saveRefusal(charge, answer, deps)
  const issued = answer.value
  const verified = verifyBrCode({ code: issued.code, amount: charge.amount })
  if (!verified.ok) {
    deps.log.error({ chargeId: charge.id, reason: verified.code }, 'the provider returned an invalid code')
    await saveAnswer(charge, { to: 'failed', providerId: issued.providerId, lastError: 'wrong_code' }, deps)
    return refuse('wrong_code', verified.code)
  }
  const requested = charge.expiresAt ?? charge.createdAt
  const expiresAt = expiryOf(issued.expiresAt, { requested, now: deps.clock.now() })
  await saveAnswer(
    charge,
    {
      to: issued.state === 'in_process' ? 'in_process' : 'pending',
      providerId: issued.providerId,
      qrCode: issued.code.trim(),
      ticketUrl: issued.ticketUrl ?? null,
      ...(expiresAt && { expiresAt }),
    },
    deps,
  )
  return ok(undefined)
}

async function issueCard(charge: ChargeRow, deps: PaymentsDeps): Promise<Outcome<void, IssueRefusal>> {
  const answer: ProviderOutcome<IssuedCard> = await providerOf(charge, deps).createCard({
    ...requestOf(charge),
    maxInstalments: charge.maxInstalments,
  })
  if (!answer.ok) return saveRefusal(charge, answer, deps)
  await saveAnswer(charge, { to: 'pending', ...answer.value }, deps)
  return ok(undefined)
}

/**
 * Looks up a refused Pix by its reference. The charge can exist despite the refusal: an earlier call may have created it
 * and lost the response, and the expiry date is now too close for the provider to accept the request again.
 */
async function findIssuedPix(
  charge: ChargeRow,
  refusal: ProviderRefusal,
  deps: PaymentsDeps,
): Promise<ProviderOutcome<IssuedPix>> {
  if (refusal.code !== 'refused' && refusal.code !== 'not_found') return refusal
  const found = await providerOf(charge, deps).paymentsOf(charge)
  const existing = found.ok
    ? found.value.filter(isReadable).find(({ code }) => code !== undefined)
    : undefined
  return existing?.code === undefined ? refusal : { ok: true, value: { ...existing, code: existing.code } }
}

async function saveRefusal(
  charge: ChargeRow,
  refusal: ProviderRefusal,
  deps: PaymentsDeps,
): Promise<Outcome<void, IssueRefusal>> {
  const code = issueRefusal(refusal)
  deps.log.warn({ chargeId: charge.id, code, detail: refusal.detail }, 'charge not issued')
  await saveAnswer(charge, { ...(code !== 'unavailable' && { to: 'failed' }), lastError: code }, deps)
  return refuse(code, refusal.detail)
}

function issueRefusal({ code }: ProviderRefusal): IssueRefusal {
  if (code === 'rate_limited' || code === 'unavailable' || code === 'unreadable') return 'unavailable'
  return code === 'invalid_payer' || code === 'no_pix_key' ? code : 'refused'
}

/**
 * Saves the provider's answer. If a notice was processed first, it only fills in the missing fields. A charge that was
 * closed in our books in the meantime is cancelled at the provider, where it now exists.
 */
async function saveAnswer(
  { id }: ChargeRow,
  { to, ...answer }: { to?: 'pending' | 'in_process' | 'failed' } & Answer,
  deps: PaymentsDeps,
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const charge = await lockCharge(tx, id)
    if (!charge) return
    const facts = await withoutDuplicateId(tx, { charge, answer }, deps)
    const attempts = charge.attempts + 1
    if (charge.status !== 'created') {
      const { qrCode, ticketUrl, initPoint, preferenceId } = facts
      const providerId = charge.providerId ?? facts.providerId
      const missing = { qrCode, ticketUrl, initPoint, preferenceId, providerId }
      await updateCharge(tx, id, { ...withoutUndefined(missing), attempts, payer: null })
      // Runs even without an answer: the provider may have created the charge.
      if (!isOpen(charge.status) && !charge.settledAt)
        await deps.enqueue(tx, 'charges.cancel', { chargeId: id })
      return
    }
    if (to === undefined) return updateCharge(tx, id, { ...facts, attempts })
    const isNotAtProvider = to === 'failed' && !answer.providerId
    const change = {
      ...facts,
      attempts,
      payer: null,
      issuedAt: deps.clock.now(),
      ...(isNotAtProvider
        ? { nextCheckAt: recheckAt(deps.clock.now()) }
        : { lastError: facts.lastError ?? null }),
    }
    await moveCharge(tx, { charge, to, cause: 'issue', change }, deps)
    if (to === 'failed' && !isNotAtProvider) await deps.enqueue(tx, 'charges.cancel', { chargeId: id })
  })
}

/**
 * Leaves out the id of a payment that another charge has: the answer to one of them stated a wrong id. The charge is known by its
 * reference until a report names its payment.
 */
async function withoutDuplicateId(
  tx: Transaction,
  { charge, answer }: { charge: ChargeRow; answer: Answer },
  { log }: PaymentsDeps,
): Promise<Answer> {
  const { providerId, ...others } = answer
  if (!providerId || providerId === charge.providerId) return answer
  const { provider, id: chargeId } = charge
  const known = await knownCharges(tx, { provider, providerIds: [providerId], references: [] })
  if (!known.providerIds.has(providerId)) return answer
  log.error({ chargeId, providerId }, 'the provider returned the id of the payment of another charge')
  return others
}

function providerOf({ provider }: ChargeRow, { providers }: PaymentsDeps) {
  return providerNamed(providers, provider)
}

function withoutUndefined<T extends object>(object: T): Partial<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Partial<T>
}

function requestOf(charge: ChargeRow): ChargeRequest {
  if (!charge.payer || !charge.expiresAt)
    throw new Error(`charge ${charge.id} cannot be issued without a payer and an expiry date`)
  return {
    reference: charge.reference,
    idempotencyKey: charge.idempotencyKey,
    amount: charge.amount,
    description: charge.description,
    payer: charge.payer,
    expiresAt: charge.expiresAt,
  }
}
