import { brCode } from './br-code.ts'
import type { Payment } from './payments.ts'
import type { NewPayment } from './validation.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Creates a pending Pix with its BR Code; it expires after one day unless the request or the simulator's configuration says
 * otherwise.
 */
export function issuePix(
  input: NewPayment,
  {
    id,
    now,
    expirySeconds,
    idempotencyKey,
  }: { id: number; now: Date; expirySeconds: number | undefined; idempotencyKey: string | null },
): Payment {
  const expiresAt =
    expirySeconds === undefined
      ? (input.expiresAt ?? new Date(now.getTime() + dayMs))
      : new Date(now.getTime() + expirySeconds * 1000)
  return {
    id,
    method: 'pix',
    status: 'pending',
    statusDetail: 'pending_waiting_transfer',
    amount: input.amount,
    paidAmount: null,
    fee: null,
    installments: 1,
    description: input.description,
    externalReference: input.externalReference,
    notificationUrl: input.notificationUrl,
    payer: input.payer,
    metadata: input.metadata,
    refunds: [],
    qrCode: brCode({
      key: 'simulador@exemplo.com.br',
      amountCentavos: input.amount,
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
