/** What of the way to a contract is counted where it happens; what follows is in the orders. Stored. */
export const visitSteps = ['visit', 'service', 'plan'] as const
export type VisitStep = (typeof visitSteps)[number]
