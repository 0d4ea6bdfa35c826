import { REQUEST_WINDOW_HOURS } from '../../core/commitments.ts'
import { HOUR } from '../../core/durations.ts'
import type { Centavos } from '../../core/money.ts'
import { networkOf } from '../../core/networks.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { PaymentMethod } from '../../core/payment-terms.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { allowVisitor } from '../../platform/rate-limit/visitors.ts'
import { type ConsultationId, consultationOf } from '../catalogue/public.ts'
import type { IssueRefusal } from '../payments/index.server.ts'
import { ensureCharge } from './charge-consultation.ts'
import { contactIndexOf } from './contact-index.ts'
import type { ConsultationsDeps } from './deps.ts'
import type { Subject } from './domain/consultation.ts'
import { declaration } from './domain/declaration.ts'
import { linkKey } from './link.server.ts'
import { lookupAsSold } from './sold-lookup.ts'
import { insertConsultation, lockAwaiting, lockConsultation, sealSubject } from './store.server.ts'

export interface ConsultationRequest {
  kind: ConsultationId
  subject: Subject
  method: PaymentMethod
  /** The price shown in the form, in centavos: no other price is charged. */
  shownPrice?: Centavos | undefined
  /** Random id of the submitted form: another submission of it is the same purchase. */
  purchase?: string | undefined
  /** Whether the declaration was accepted. */
  declared: boolean
  userId: string | undefined
  evidence: { ip: string; userAgent: string }
}

export type ConsultationRefusal =
  | 'not_declared'
  | 'not_sold'
  | 'price_changed'
  | 'too_many'
  | 'no_client_data'
  | IssueRefusal

/** Identifies the private page of the look-up, to which the buyer is redirected. */
export interface RequestedConsultation {
  consultationId: string
  /** The key in its private URL, `/consulta/<key>`. */
  key: string
  chargeId: string
}

/**
 * Requests a look-up: stores the subject (encrypted), the declaration with its evidence and the charge in one transaction, then issues the
 * charge at the provider. The price comes from the catalogue, and is stored in the row. Idempotent: while it awaits payment, the same
 * request by the same account returns the same look-up. A guest has no account: only another submission of the same form is the same
 * request; without its id, a repeated click from the same network and browser within half a minute. Every other one is a separate
 * purchase with its own key.
 */
export async function requestConsultation(
  deps: ConsultationsDeps,
  request: ConsultationRequest,
): Promise<Outcome<RequestedConsultation, ConsultationRefusal>> {
  if (!request.declared) return refuse('not_declared')
  const { price, hidden } = consultationOf(request.kind)
  if (hidden) return refuse('not_sold')
  if (request.shownPrice !== undefined && request.shownPrice !== price) return refuse('price_changed')
  const { database, clock, payments, signer } = deps
  const allowance = await allowVisitor(database, {
    name: 'consultation',
    visitor: { userId: request.userId, ip: request.evidence.ip },
    limit: 20,
    window: REQUEST_WINDOW_HOURS * HOUR,
    now: clock.now(),
  })
  if (!allowance.allowed) return refuse('too_many')

  const charged = await database.transaction((tx) => storeRequest(tx, request, deps))
  if (!charged.ok) return charged
  const { consultationId, chargeId } = charged.value
  const issued = await payments.issueCharge({ chargeId })
  return issued.ok ? ok({ consultationId, chargeId, key: linkKey(consultationId, signer) }) : issued
}

/** Milliseconds within which a guest's second click counts as a repeat of the first. */
const REPEATED_CLICK = 30_000

async function storeRequest(tx: Transaction, request: ConsultationRequest, deps: ConsultationsDeps) {
  const { kind, subject, userId, purchase, evidence } = request
  const { clock, newId, cipher, signer } = deps
  const id = newId()
  const now = clock.now()
  // Other people with a guest's data, even behind the same address with the same browser, must not reach the guest's
  // private page by submitting the same data.
  const moment = Math.floor(now.getTime() / REPEATED_CLICK)
  const guest = purchase ? [purchase] : [networkOf(evidence.ip), evidence.userAgent, moment]
  const buyer = userId ?? guest
  const digest = signer.digest(JSON.stringify([kind, subject, buyer]))
  const isNew = await insertConsultation(tx, {
    id,
    kind,
    status: 'awaiting_payment',
    sold: lookupAsSold(consultationOf(kind)),
    userId: userId ?? null,
    subject: sealSubject(cipher, id, subject),
    contactIndex: contactIndexOf(cipher, subject),
    digest,
    declarationVersion: declaration.version,
    declaredAt: now,
    declaredIp: evidence.ip,
    declaredUserAgent: evidence.userAgent,
    createdAt: now,
  })
  const row = isNew ? await lockConsultation(tx, id) : await lockAwaiting(tx, digest)
  if (!row) throw new Error('a consultation vanished between its insert and its lock')
  return ensureCharge(tx, { row, method: request.method }, deps)
}
