import { brCode } from './br-code.ts'
import type { Payment } from './payments.ts'
import type { NewPayment } from './validation.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A new pending Pix with its BR Code; it lives a day unless the request or the simulator says otherwise. */
export function issuePix(
  asked: NewPayment,
  {
    id,
    now,
    lifeSeconds,
    idempotencyKey,
  }: { id: number; now: Date; lifeSeconds: number | undefined; idempotencyKey: string | null },
): Payment {
  const expiresAt =
    lifeSeconds === undefined
      ? (asked.expiresAt ?? new Date(now.getTime() + dayMs))
      : new Date(now.getTime() + lifeSeconds * 1000)
  return {
    id,
    method: 'pix',
    status: 'pending',
    statusDetail: 'pending_waiting_transfer',
    amount: asked.amount,
    paidAmount: null,
    fee: null,
    installments: 1,
    description: asked.description,
    externalReference: asked.externalReference,
    notificationUrl: asked.notificationUrl,
    payer: asked.payer,
    metadata: asked.metadata,
    refunds: [],
    qrCode: brCode({
      key: 'simulador@exemplo.com.br',
      amountCentavos: asked.amount,
      name: 'Simulador Nenhum Dinheiro',
      city: 'Florianópolis',
      txid: `mpqrinter${id}`,
    }),
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    approvedAt: null,
    expiresAt: expiresAt.toISOString(),
    idempotencyKey,
  }
}
