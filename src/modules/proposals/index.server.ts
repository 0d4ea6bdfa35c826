import { boundTo } from '../../core/use-case.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { ProposalsDeps } from './deps.ts'
import { forgetOldProposals } from './forget-old-proposals.ts'
import { requestVehicleProposal } from './request-vehicle-proposal.ts'

export type { VehicleProposal } from './domain/proposal.ts'

/** Requests for a proposal, told apart from spam and kept for the team. */
export function createProposals(deps: ProposalsDeps) {
  const bound = boundTo(deps)
  return {
    requestVehicleProposal: bound(requestVehicleProposal),
    jobs: {
      'proposals.forget': { every: { cron: '40 3 * * *' }, run: () => forgetOldProposals(deps) },
    } satisfies Record<string, JobDefinition>,
  }
}
