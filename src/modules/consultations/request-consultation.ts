import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { allow, networkOf } from '../../platform/rate-limit/rate-limit.ts'
import { signatureOf } from '../../platform/signing.ts'
import { type ConsultationId, consultationOf } from '../catalogue/public.ts'
import type { IssueRefusal } from '../payments/index.server.ts'
import type { ChargeView } from '../payments/public.ts'
import type { ConsultationsDeps } from './deps.ts'
import type { Subject } from './domain/consultation.ts'
import { declaration } from './domain/declaration.ts'
import { linkKey } from './link.server.ts'
import {
  type ConsultationRow,
  findConsultationRow,
  insertConsultation,
  lockAwaiting,
  lockConsultation,
  openSubject,
  sealSubject,
  updateConsultation,
} from './store.server.ts'

export type PaymentWay = 'pix' | 'credit_card'

export interface ConsultationRequest {
  kind: ConsultationId
  subject: Subject
  method: PaymentWay
  /** Whether the box of the declaration was ticked. */
  declared: boolean
  userId: string | undefined
  evidence: { ip: string; userAgent: string }
}

export type ConsultationRefusal = 'not_declared' | 'too_many' | 'no_email' | 'no_client_data' | IssueRefusal

/** Where the buyer goes next: the private page of the look-up. */
export interface Requested {
  consultationId: string
  /** What follows `/consulta/` in its private address. */
  key: string
  chargeId: string
}

/**
 * Takes an order for a look-up: who it is about (sealed), the declaration with its evidence, and the charge, in one
 * transaction; then asks the provider. The price comes from the catalogue. The same request again from the same person
 * (a guest: from the same place), while it awaits payment, is the same look-up with the same charge.
 */
export async function requestConsultation(
  request: ConsultationRequest,
  deps: ConsultationsDeps,
): Promise<Outcome<Requested, ConsultationRefusal>> {
  if (!request.declared) return refuse('not_declared')
  const { database, clock, payments, secret } = deps
  const allowance = await allow({
    executor: database,
    key: `consultation:${networkOf(request.evidence.ip)}`,
    limit: 20,
    windowSeconds: 3600,
    now: clock.now(),
  })
  if (!allowance.allowed) return refuse('too_many')

  const begun = await database.transaction((tx) => begin(tx, request, deps))
  if (!begun.ok) return begun
  const { consultationId, chargeId } = begun.value
  const issued = await issue(begun.value, payments)
  return issued.ok ? ok({ consultationId, chargeId, key: linkKey(consultationId, secret) }) : issued
}

/**
 * A new charge for a look-up whose charge ran out, or by another way of paying. One that may still be paid the same way
 * is kept. The old one is asked about first: money may have arrived at the last moment, and then it is the one.
 *
 * @returns refused with `not_found` once the look-up no longer awaits payment
 */
export async function payConsultationAgain(
  { consultationId, method }: { consultationId: string; method: PaymentWay },
  deps: ConsultationsDeps,
): Promise<Outcome<{ chargeId: string }, ConsultationRefusal | 'not_found'>> {
  const { database, clock } = deps
  const key = `consultation-again:${consultationId}`
  const again = await allow({ executor: database, key, limit: 20, windowSeconds: 3600, now: clock.now() })
  if (!again.allowed) return refuse('too_many')
  const known = await findConsultationRow(database, consultationId)
  if (known?.chargeId) await deps.payments.checkCharge({ chargeId: known.chargeId })
  const begun = await database.transaction(async (tx) => {
    const row = await lockConsultation(tx, consultationId)
    if (row?.status !== 'awaiting_payment') return refuse('not_found')
    return charge(tx, row, method, deps)
  })
  if (!begun.ok) return begun
  const issued = await issue(begun.value, deps.payments)
  return issued.ok ? ok({ chargeId: begun.value.chargeId }) : issued
}

interface Charged {
  consultationId: string
  chargeId: string
  /** The charge this one takes the place of, while it could still be paid. */
  replaced?: string
}

/** Closes the other way of paying, so that nobody pays twice, and asks the provider for this one. */
async function issue({ chargeId, replaced }: Charged, payments: ConsultationsDeps['payments']) {
  // Where it cannot be closed (a card's page), a second payment is given back when it is settled.
  if (replaced) await payments.cancelCharge({ chargeId: replaced })
  return payments.issueCharge({ chargeId })
}

async function begin(tx: Transaction, request: ConsultationRequest, deps: ConsultationsDeps) {
  const { kind, subject, userId, evidence } = request
  const { clock, newId, cipher, secret } = deps
  const id = newId()
  const now = clock.now()
  // A guest's data may be known to others, who must not be led to the guest's private page by typing it.
  const buyer = userId ?? [networkOf(evidence.ip), evidence.userAgent]
  const digest = signatureOf(JSON.stringify([kind, subject, buyer]), secret)
  const isNew = await insertConsultation(tx, {
    id,
    kind,
    status: 'awaiting_payment',
    userId: userId ?? null,
    subject: sealSubject(cipher, id, subject),
    digest,
    declarationVersion: declaration.version,
    declaredAt: now,
    declaredIp: evidence.ip,
    declaredUserAgent: evidence.userAgent,
    createdAt: now,
  })
  const row = isNew ? await lockConsultation(tx, id) : await lockAwaiting(tx, digest)
  if (!row) throw new Error('a consultation vanished between its insert and its lock')
  return charge(tx, row, request.method, deps)
}

/** The look-up's charge: the one it has while that is paid or may still be paid the same way, else a new one. */
async function charge(
  tx: Transaction,
  row: ConsultationRow,
  method: PaymentWay,
  { payments, cipher, clock, teamEmail }: ConsultationsDeps,
): Promise<Outcome<Charged, 'no_email' | 'no_client_data'>> {
  const { id, kind, userId } = row
  const consultation = consultationOf(kind)
  const { name, cpf, email } = openSubject(cipher, row)
  const payer = payments.payerOf({ nome: name, documento: cpf, email: email ?? teamEmail })
  if (!payer.ok) return payer

  const current = row.chargeId
    ? await payments.chargeView({ chargeId: row.chargeId, userId: userId ?? undefined, executor: tx })
    : undefined
  if (current && isKept(current, method)) return ok({ consultationId: id, chargeId: current.id })

  const chargeId = await payments.requestCharge(tx, {
    purpose: { kind: 'consultation', id },
    userId: userId ?? undefined,
    method,
    amount: consultation.price,
    description: consultation.title,
    payer: payer.value,
    selectionKey: `consultation:${id}:${method}:${clock.now().getTime()}`,
    referencePrefix: consultation.referencePrefix,
  })
  if (!chargeId) throw new Error('a new charge of a consultation was taken for an old one')
  await updateConsultation(tx, id, { chargeId })
  const open = current && (current.phase === 'issuing' || current.phase === 'waiting')
  return ok({ consultationId: id, chargeId, ...(open && { replaced: current.id }) })
}

function isKept({ phase, method }: ChargeView, wished: PaymentWay): boolean {
  switch (phase) {
    case 'issuing':
    case 'waiting':
      return method === wished
    // Paid, or about to be: another charge would ask for the same money twice.
    case 'review':
    case 'approved':
    case 'divergent':
      return true
    case 'expired':
    case 'cancelled':
    case 'failed':
    case 'reversed':
      return false
    default:
      return phase satisfies never
  }
}
