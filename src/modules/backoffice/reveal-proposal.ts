import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Proposals } from '../proposals/index.server.ts'
import type { ActionRefusal, PerformDeps } from './perform.ts'
import { readAudited } from './read-audited.ts'

/**
 * Returns the contact data and the date of birth of the person who requested a proposal, unmasked. The audit log records
 * the access.
 */
export async function revealProposal(
  deps: PerformDeps & { proposals: Pick<Proposals, 'proposalOf'> },
  { actor, reason, proposalId }: { actor: string; reason: string; proposalId: string },
): Promise<Outcome<{ birthDate: string; phone: string; email: string }, 'not_found' | ActionRefusal>> {
  const asked = await deps.proposals.proposalOf({ proposalId })
  return readAudited(deps, { actor, reason, action: 'customer.reveal', subject: proposalId }, async () => {
    if (!asked) return refuse('not_found')
    const { birthDate, phone, email } = asked
    return ok({ birthDate, phone, email })
  })
}
