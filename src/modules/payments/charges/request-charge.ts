import { PIX_MINUTES } from '../../../core/commitments.ts'
import type { Centavos } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { ChargeMethod, ChargePurpose } from '../domain/charge.ts'
import type { Payer } from '../ports.ts'
import { insertCharge } from './store.server.ts'

/** Also the provider's shortest life of a Pix, counted when it is asked: one minute more keeps a retry valid. */
const pixLife = (PIX_MINUTES + 1) * 60_000
const cardLife = 24 * 60 * 60_000

/** How long the person's own request has before the job takes over the issuing. */
const headStart = 15_000

export interface ChargeToRequest {
  purpose: ChargePurpose
  /** Absent for a guest. */
  userId?: string | undefined
  method: ChargeMethod
  amount: Centavos
  description: string
  payer: Payer
  /** What the same request is told by: as long as one charge of it may be paid, no second one is made. */
  selectionKey: string
  /** How many instalments it asks for; 0 for a charge that is for something else. */
  instalments?: number
  maxInstalments?: number
  /** For consultations: `complete-consult-`, `rating-consult-`, `bacen-consult-`, `cpf-consult-` (spec section 7). */
  referencePrefix?: string | undefined
}

/**
 * Writes the intent to charge, and the job that will see it through, in the caller's transaction. Nothing is asked
 * of the provider here: call `issueCharge` once this is committed.
 *
 * @returns the charge's id, or undefined when the same request already has a charge that may still be paid
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
    expiresAt: new Date(now.getTime() + (method === 'pix' ? pixLife : cardLife)),
    createdAt: now,
    nextCheckAt: new Date(now.getTime() + 2 * headStart),
  })
  if (!inserted) return undefined
  await enqueue(tx, 'charges.issue', { chargeId: id }, { startAfter: new Date(now.getTime() + headStart) })
  return id
}
