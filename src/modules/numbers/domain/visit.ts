/** The steps on the way to a contract that are counted when they happen; later ones derive from the orders. Stored. */
export const visitSteps = ['visit', 'service', 'plan'] as const
export type VisitStep = (typeof visitSteps)[number]
