import { REQUEST_WINDOW_HOURS } from '../../core/commitments.ts'
import { HOUR } from '../../core/durations.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { insertIfNew } from '../../platform/database/insert-rows.ts'
import { sha256 } from '../../platform/digest.ts'
import { allowVisitor } from '../../platform/rate-limit/visitors.ts'
import type { ProposalsDeps } from './deps.ts'
import type { VehicleProposal } from './domain/proposal.ts'
import { initialStatus } from './domain/proposal-status.ts'
import { proposalReceived } from './messages.ts'
import { proposals } from './tables.server.ts'
import { proposalForTeam } from './team-messages.ts'

const MAX_REQUESTS_PER_HOUR = 6

/**
 * Stores a request for a proposal and confirms it by e-mail, in one transaction. Repeating it within a day does not
 * create a second one. Suspected spam is stored without a confirmation, and the response is the same.
 *
 * @param honeypot value of the hidden field that only bots fill
 * @returns refused with `too_many` after six requests an hour from one network, or account
 */
export async function requestVehicleProposal(
  { database, clock, newId, send, teamEmail, links }: ProposalsDeps,
  {
    proposal,
    honeypot,
    userId,
    ip,
  }: { proposal: VehicleProposal; honeypot: string; userId: string | undefined; ip: string },
): Promise<Outcome<void, 'too_many'>> {
  const now = clock.now()
  const allowance = await allowVisitor(database, {
    name: 'proposal',
    visitor: { userId, ip },
    limit: MAX_REQUESTS_PER_HOUR,
    window: REQUEST_WINDOW_HOURS * HOUR,
    now,
  })
  if (!allowance.allowed) return refuse('too_many')

  const { name, vehicleBrand, vehicleModel, vehicleYear } = proposal
  const status = initialStatus({ honeypot, texts: [name, vehicleBrand, vehicleModel, vehicleYear] })
  await database.transaction(async (tx) => {
    const id = newId()
    const isNew = await insertIfNew(tx, proposals, {
      id,
      digest: digestOf(proposal, now),
      userId: userId ?? null,
      ...proposal,
      status,
      createdAt: now,
    })
    if (!isNew || status === 'suspected') return
    await send(tx, {
      to: proposal.email,
      channel: 'email',
      kind: 'proposal.received',
      ...proposalReceived(),
      ...(userId ? { userId } : {}),
    })
    await send(tx, {
      to: teamEmail(),
      channel: 'email',
      kind: 'proposal.for-team',
      ...proposalForTeam(links.deskProposal(id)),
    })
  })
  return ok(undefined)
}

function digestOf(proposal: VehicleProposal, now: Date): string {
  const day = now.toISOString().slice(0, 10)
  return sha256(JSON.stringify([day, ...Object.values(proposal)]), 'base64url')
}
