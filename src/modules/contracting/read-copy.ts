import { isUuid } from '../../core/ids.ts'
import type { ContractingDeps } from './deps.ts'
import type { OfferSnapshot } from './domain/offer.ts'
import type { ContractParty } from './domain/parties.ts'
import { lenientOpening } from './sealed-contracts.server.ts'
import { selectAcceptance } from './store.server.ts'

/** The durable copy of a signed contract, for its owner. */
export interface ContractCopy {
  orderId: string
  orderNumber: string
  serviceTitle: string
  /** The exact text that was signed. */
  text: string
  version: string
  sha256: string
  acceptedAtText: string
  /** Number of instalments. */
  payments: number
}

/** @returns undefined for an order that is unknown, has no contract or belongs to another user */
export async function copyOf(
  { database, sealing, orders }: Pick<ContractingDeps, 'database' | 'sealing' | 'orders'>,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<ContractCopy | undefined> {
  const row = isUuid(orderId) ? await selectAcceptance(database, { orderId, userId }, sealing) : undefined
  const orderNumber = row && (await orders.numbersOf({ userId })).get(orderId)
  if (!row || orderNumber === undefined) return undefined
  return {
    orderId,
    orderNumber,
    serviceTitle: row.plan.serviceTitle,
    text: row.text,
    version: row.templateVersion,
    sha256: row.sha256,
    acceptedAtText: row.acceptedAtText,
    payments: row.plan.payments.length,
  }
}

/** Evidence that a contract was signed, for the team; without the text. */
export interface SignedContract {
  acceptedAtText: string
  version: string
  sha256: string
}

/** The signature of an order; only for the team. Undefined for an order without a contract. */
export async function signatureOf(
  { database, sealing }: Pick<ContractingDeps, 'database' | 'sealing'>,
  which: { orderId: string; userId: string },
): Promise<SignedContract | undefined> {
  const row = await selectAcceptance(database, which, lenientOpening(sealing))
  return row && { acceptedAtText: row.acceptedAtText, version: row.templateVersion, sha256: row.sha256 }
}

/**
 * The party and the offer of a signed contract, for charges and PDFs. Undefined for another user's order, and after the contract was
 * erased.
 */
export async function partyOf(
  { database, sealing }: Pick<ContractingDeps, 'database' | 'sealing'>,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<(ContractParty & { email: string; plan: OfferSnapshot }) | undefined> {
  const row = isUuid(orderId) ? await selectAcceptance(database, { orderId, userId }, sealing) : undefined
  return row && !row.erasedAt ? { ...row.party, email: row.email, plan: row.plan } : undefined
}
