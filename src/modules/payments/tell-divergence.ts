import type { Centavos } from '../../core/money.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { ChargeRow } from './charges-store.server.ts'
import type { PaymentsDeps } from './deps.ts'
import { divergentMessage } from './messages.ts'

/**
 * Writes to who paid another amount, in the transaction that says so: the message and the charge's move exist both or
 * neither, and a charge becomes divergent once. A guest has no address here; their page says the same.
 */
export async function tellDivergence(
  tx: Transaction,
  { charge, received }: { charge: ChargeRow; received: Centavos },
  { send, contactOf, publicUrl }: Pick<PaymentsDeps, 'send' | 'contactOf' | 'publicUrl'>,
): Promise<void> {
  const { userId, amount: asked, description, purpose } = charge
  const contact = userId && (await contactOf(tx, userId))
  if (!userId || !contact) return
  const paymentsUrl = purpose === 'instalments' ? `${publicUrl}/payments` : undefined
  await send(tx, {
    to: contact.email,
    channel: 'email',
    userId,
    kind: 'charge.divergent',
    ...divergentMessage({ nome: contact.nome, description, asked, received, paymentsUrl }),
  })
}
