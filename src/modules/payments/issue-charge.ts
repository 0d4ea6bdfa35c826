import { verifyBrCode } from '../../core/br-code.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import {
  type ChargeRow,
  findCharge,
  insertHistory,
  lockCharge,
  updateCharge,
} from './charges-store.server.ts'
import { type PaymentsDeps, paymentJobs } from './deps.ts'
import { chargeMachine, readProviderStatus } from './domain/charge.ts'
import type { ChargeRequest, IssuedCard, IssuedPix, ProviderOutcome, ProviderRefusal } from './ports.ts'

export type IssueRefusal = 'invalid_payer' | 'no_pix_key' | 'refused' | 'unavailable' | 'wrong_code'

type Deps = Pick<PaymentsDeps, 'database' | 'provider' | 'enqueue' | 'clock' | 'newId' | 'log'>

/**
 * Asks the provider for a charge whose intent is committed, outside any transaction, and commits the answer. May be
 * run again, at the same time or after a crash: the stored key makes it one charge at the provider. Refuses
 * `unavailable` while it is not known whether the provider has it; every other refusal is final.
 */
export async function issueCharge({
  chargeId,
  ...deps
}: { chargeId: string } & Deps): Promise<Outcome<void, IssueRefusal>> {
  const charge = await findCharge(deps.database, chargeId)
  if (!charge) return refuse('refused', 'no such charge')
  if (charge.status !== 'created' || !charge.payer) return ok(undefined)
  return charge.method === 'pix' ? issuePix(charge, deps) : issueCard(charge, deps)
}

async function issuePix(charge: ChargeRow, deps: Deps): Promise<Outcome<void, IssueRefusal>> {
  const asked = await deps.provider.createPix(requestOf(charge))
  const answer = asked.ok ? asked : await lostAnswer(charge, asked, deps)
  if (!answer.ok) return refused(charge, answer, deps)
  const issued = answer.value
  const verified = verifyBrCode({ code: issued.code, amount: charge.amount })
  if (!verified.ok) {
    deps.log.error({ chargeId: charge.id, reason: verified.code }, 'the provider sent a code we do not show')
    await commit(charge, { to: 'failed', providerId: issued.providerId, lastError: 'wrong_code' }, deps)
    return refuse('wrong_code', verified.code)
  }
  await commit(
    charge,
    {
      to: readProviderStatus(issued.status, issued.detail) === 'in_process' ? 'in_process' : 'pending',
      providerId: issued.providerId,
      providerStatus: issued.status,
      providerDetail: issued.detail ?? null,
      qrCode: issued.code,
      ticketUrl: issued.ticketUrl ?? null,
      ...(issued.expiresAt && { expiresAt: issued.expiresAt }),
    },
    deps,
  )
  return ok(undefined)
}

async function issueCard(charge: ChargeRow, deps: Deps): Promise<Outcome<void, IssueRefusal>> {
  const answer: ProviderOutcome<IssuedCard> = await deps.provider.createCard({
    ...requestOf(charge),
    mostInstalments: charge.mostInstalments,
  })
  if (!answer.ok) return refused(charge, answer, deps)
  await commit(charge, { to: 'pending', ...answer.value }, deps)
  return ok(undefined)
}

/**
 * A refusal after an earlier call whose answer was lost (the code's date has come too close meanwhile) does not mean
 * that there is no charge: the reference tells.
 */
async function lostAnswer(
  charge: ChargeRow,
  refusal: ProviderRefusal,
  { provider }: Deps,
): Promise<ProviderOutcome<IssuedPix>> {
  if (refusal.code !== 'refused') return refusal
  const found = await provider.search({ reference: charge.reference })
  const existing = found.ok ? found.value.find(({ code }) => code !== undefined) : undefined
  return existing?.code === undefined ? refusal : { ok: true, value: { ...existing, code: existing.code } }
}

async function refused(
  charge: ChargeRow,
  refusal: ProviderRefusal,
  deps: Deps,
): Promise<Outcome<void, IssueRefusal>> {
  const code = issueRefusal(refusal)
  deps.log.warn({ chargeId: charge.id, code, detail: refusal.detail }, 'charge not issued')
  await commit(charge, { ...(code !== 'unavailable' && { to: 'failed' }), lastError: code }, deps)
  return refuse(code, refusal.detail)
}

function issueRefusal({ code }: ProviderRefusal): IssueRefusal {
  if (code === 'rate_limited' || code === 'unavailable') return 'unavailable'
  return code === 'not_found' ? 'refused' : code
}

/** Writes an answer down. A notice may have been quicker: then only what is still unknown is filled in. */
async function commit(
  { id }: ChargeRow,
  { to, ...facts }: { to?: 'pending' | 'in_process' | 'failed' } & Partial<Omit<ChargeRow, 'status'>>,
  { database, enqueue, clock, newId }: Deps,
): Promise<void> {
  await database.transaction(async (tx) => {
    const charge = await lockCharge(tx, id)
    if (!charge) return
    const now = clock.now()
    const attempts = charge.attempts + 1
    if (charge.status !== 'created') {
      const { qrCode, ticketUrl, initPoint, preferenceId } = facts
      const missing = { qrCode, ticketUrl, initPoint, preferenceId }
      await updateCharge(tx, id, { ...definedOf(missing), attempts, payer: null })
      return
    }
    if (to === undefined) return updateCharge(tx, id, { ...facts, attempts })
    if (!chargeMachine.canMove('created', to)) throw new Error(`created cannot become ${to}`)
    await updateCharge(tx, id, {
      ...facts,
      status: to,
      attempts,
      payer: null,
      issuedAt: now,
      ...(to === 'failed' && !facts.providerId
        ? { nextCheckAt: null }
        : { lastError: facts.lastError ?? null }),
    })
    await insertHistory(tx, { id: newId(), chargeId: id, from: 'created', to, cause: 'issue', at: now })
    if (to === 'failed' && facts.providerId) await enqueue(tx, paymentJobs.cancel, { chargeId: id })
  })
}

function definedOf<T extends object>(object: T): Partial<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Partial<T>
}

function requestOf(charge: ChargeRow): ChargeRequest {
  if (!charge.payer || !charge.expiresAt) throw new Error('a charge to issue has a payer and an end')
  return {
    reference: charge.reference,
    idempotencyKey: charge.idempotencyKey,
    amount: charge.amount,
    description: charge.description,
    payer: charge.payer,
    expiresAt: charge.expiresAt,
  }
}
