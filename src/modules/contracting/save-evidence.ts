import { formatInstant } from '../../core/calendar.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { linkAfter } from '../../platform/hash-chain.ts'
import type { AcceptanceRequest } from './accept-contract.ts'
import type { ContractingDeps } from './deps.ts'
import type { ContractParty } from './domain/parties.ts'
import { chainOf, linkText } from './evidence.ts'
import type { RenderedContract } from './render-contract.ts'
import { appendAcceptance, lockChain } from './store.server.ts'

/**
 * Appends the evidence of an acceptance to its hash chain: what was shown, to whom, when and from where (MP 2.200-2,
 * art. 10 §2). The chain stays locked until the caller's transaction ends.
 */
export async function saveEvidence(
  tx: Transaction,
  {
    request: { draftId, viewer, ticked, evidence },
    orderId,
    party,
    rendered,
    now,
  }: {
    request: AcceptanceRequest
    orderId: string
    party: ContractParty
    rendered: RenderedContract
    now: Date
  },
  { newId, identity }: Pick<ContractingDeps, 'newId' | 'identity'>,
): Promise<void> {
  const contact = await identity.contactOf(tx, viewer.id)
  const record = {
    id: newId(),
    draftId,
    orderId,
    userId: viewer.id,
    templateVersion: rendered.version,
    text: rendered.text,
    sha256: rendered.sha256,
    acceptedAt: now,
    acceptedAtText: `${formatInstant(now)} (horário de São Paulo)`,
    ip: evidence.ip,
    userAgent: evidence.userAgent,
    email: viewer.email,
    emailVerified: contact?.confirmed ?? false,
    ticked,
    party,
    plan: rendered.offer,
  }
  const chain = chainOf(orderId)
  const link = linkAfter(await lockChain(tx, chain), (place) => linkText(record, { chain, ...place }))
  await appendAcceptance(tx, { ...record, chain, ...link })
}
