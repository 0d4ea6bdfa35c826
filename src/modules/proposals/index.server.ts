import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import { forgetOldProposals } from './forget-old-proposals.ts'
import { type ProposalDeps, requestVehicleProposal } from './request-vehicle-proposal.ts'

export type { VehicleProposal } from './request-vehicle-proposal.ts'

/** Requests for a proposal, told apart from spam and kept for the desk. */
export function createProposals(deps: ProposalDeps) {
  return {
    requestVehicleProposal: (request: Parameters<typeof requestVehicleProposal>[0]) =>
      requestVehicleProposal(request, deps),

    jobs: {
      'proposals.forget': { every: { cron: '40 3 * * *' }, run: () => forgetOldProposals(deps) },
    } satisfies Record<string, JobDefinition>,
  }
}
