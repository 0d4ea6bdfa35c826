import { formatInstant } from '../../core/calendar.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { pipelined } from '../../platform/database/pipelined.ts'
import { type ChainEnd, linkAfter } from '../../platform/hash-chain.ts'
import type { AcceptanceRequest } from './accept-contract.ts'
import type { ContractingDeps } from './deps.ts'
import type { ContractParty } from './domain/parties.ts'
import { chainOf, linkText } from './evidence.ts'
import type { RenderedContract } from './render-contract.ts'
import { appendAcceptance, lockChain } from './store.server.ts'

/** Position of a new record: after the end of its chain, which stays locked until the caller's transaction ends. */
interface Place {
  chain: number
  end: ChainEnd
  /** True when the owner of the mailbox confirmed the address. */
  emailVerified: boolean
}

/** Reads the data that the evidence of an acceptance needs, and locks the end of its hash chain. */
export async function findPlace(
  tx: Transaction,
  { orderId, userId }: { orderId: string; userId: string },
  { identity }: Pick<ContractingDeps, 'identity'>,
): Promise<Place> {
  const chain = chainOf(orderId)
  const [contact, end] = await pipelined(identity.contactOf(tx, userId), lockChain(tx, chain))
  return { chain, end, emailVerified: contact?.confirmed ?? false }
}

/**
 * Appends the evidence of an acceptance to its hash chain: what was shown, to whom, when and from where (MP 2.200-2,
 * art. 10 §2).
 */
export async function saveEvidence(
  tx: Transaction,
  {
    request: { draftId, viewer, ticked, evidence },
    orderId,
    party,
    rendered,
    place: { chain, end, emailVerified },
    now,
  }: {
    request: AcceptanceRequest
    orderId: string
    party: ContractParty
    rendered: RenderedContract
    place: Place
    now: Date
  },
  { newId, sealing }: Pick<ContractingDeps, 'newId' | 'sealing'>,
): Promise<void> {
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
    emailVerified,
    ticked,
    party,
    plan: rendered.offer,
  }
  const link = linkAfter(end, (place) => linkText(record, { chain, ...place }))
  await appendAcceptance(tx, { ...record, chain, ...link }, sealing)
}
