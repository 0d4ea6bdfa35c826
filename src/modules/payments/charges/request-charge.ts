import { PIX_MINUTES } from '../../../core/commitments.ts'
import { DAY, MINUTE } from '../../../core/durations.ts'
import type { Centavos } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { ChargeMethod, ChargePurpose } from '../domain/charge.ts'
import type { Payer } from '../ports.ts'
import { insertCharge } from './store.server.ts'

/**
 * One minute above the provider's minimum lifetime of a Pix, which is counted from the call, so that a retry stays
 * valid.
 */
const pixLifetime = (PIX_MINUTES + 1) * MINUTE
const cardLifetime = DAY

/** Time in which the customer's own request can issue the charge before the job does. */
const jobDelay = 15_000

export interface ChargeToRequest {
  purpose: ChargePurpose
  /** Undefined for a guest. */
  userId?: string | undefined
  method: ChargeMethod
  amount: Centavos
  description: string
  payer: Payer
  /** Identifies equal requests: at most one payable charge exists per key. */
  selectionKey: string
  /** Number of instalments charged; 0 for a charge without instalments. */
  instalments?: number
  maxInstalments?: number
  /** For consultations: `complete-consult-`, `rating-consult-`, `bacen-consult-`, `cpf-consult-` (spec section 7). */
  referencePrefix?: string | undefined
}

/**
 * Stores the intent to charge and enqueues the job that issues it, in the caller's transaction. Does not call the
 * provider: call `issueCharge` once the transaction is committed.
 *
 * @returns the charge's id; undefined when an equal request already has a charge that can be paid
 */
export async function requestCharge(
  tx: Transaction,
  request: ChargeToRequest,
  { enqueue, clock, newId, providers }: Pick<PaymentsDeps, 'enqueue' | 'clock' | 'newId' | 'providers'>,
): Promise<string | undefined> {
  const { purpose, userId, method, amount, description, payer, selectionKey, instalments = 0 } = request
  const id = newId()
  const now = clock.now()
  const inserted = await insertCharge(tx, {
    id,
    userId: userId ?? null,
    purpose: purpose.kind,
    purposeId: purpose.kind === 'consultation' ? purpose.id : null,
    method,
    amount,
    description,
    status: 'created',
    provider: providers.current.name,
    reference: providers.current.referenceFor({
      id,
      instalments,
      prefix: request.referencePrefix,
      now,
    }),
    idempotencyKey: newId(),
    selectionKey,
    maxInstalments: request.maxInstalments ?? 1,
    payer,
    expiresAt: new Date(now.getTime() + (method === 'pix' ? pixLifetime : cardLifetime)),
    createdAt: now,
    nextCheckAt: new Date(now.getTime() + 2 * jobDelay),
  })
  if (!inserted) return undefined
  await enqueue(tx, 'charges.issue', { chargeId: id }, { startAfter: new Date(now.getTime() + jobDelay) })
  return id
}
