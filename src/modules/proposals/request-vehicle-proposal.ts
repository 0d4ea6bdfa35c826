import { createHash } from 'node:crypto'
import { REQUEST_WINDOW_HOURS } from '../../core/commitments.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { allow, networkOf } from '../../platform/rate-limit/rate-limit.ts'
import type { ProposalsDeps } from './deps.ts'
import type { VehicleProposal } from './domain/proposal.ts'
import { statusFor } from './domain/suspicion.ts'
import { proposalForTeam, proposalReceived } from './messages.ts'
import { proposals } from './tables.server.ts'

const mostPerHour = 6

/**
 * Stores a request for a proposal and confirms it by e-mail, in one transaction. The same request again within a day
 * is the same proposal. What looks like spam is kept apart and confirmed to nobody, and its sender is told nothing
 * different.
 *
 * @param trap what came in the field people do not see
 * @returns refused with `too_many` past six requests an hour from one network
 */
export async function requestVehicleProposal(
  { database, clock, newId, send, teamEmail }: ProposalsDeps,
  {
    proposal,
    trap,
    userId,
    ip,
  }: { proposal: VehicleProposal; trap: string; userId: string | undefined; ip: string },
): Promise<Outcome<void, 'too_many'>> {
  const now = clock.now()
  const allowance = await allow(database, {
    key: `proposal:${networkOf(ip)}`,
    limit: mostPerHour,
    windowSeconds: REQUEST_WINDOW_HOURS * 3600,
    now,
  })
  if (!allowance.allowed) return refuse('too_many')

  const { name, vehicleBrand, vehicleModel, vehicleYear } = proposal
  const status = statusFor({ trap, texts: [name, vehicleBrand, vehicleModel, vehicleYear] })
  await database.transaction(async (tx) => {
    const stored = await tx
      .insert(proposals)
      .values({
        id: newId(),
        digest: digestOf(proposal, now),
        userId: userId ?? null,
        ...proposal,
        status,
        createdAt: now,
      })
      .onConflictDoNothing({ target: proposals.digest })
      .returning({ id: proposals.id })
    if (stored.length === 0 || status === 'suspected') return
    await send(tx, {
      to: proposal.email,
      channel: 'email',
      kind: 'proposal.received',
      ...proposalReceived(proposal),
      ...(userId ? { userId } : {}),
    })
    await send(tx, {
      to: teamEmail,
      channel: 'email',
      kind: 'proposal.for-team',
      ...proposalForTeam(proposal),
    })
  })
  return ok(undefined)
}

function digestOf(proposal: VehicleProposal, now: Date): string {
  const day = now.toISOString().slice(0, 10)
  return createHash('sha256')
    .update(JSON.stringify([day, ...Object.values(proposal)]))
    .digest('base64url')
}
