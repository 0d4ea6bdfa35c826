/**
 * Roles of the team: `support` is atendimento, `finance` financeiro, `owner` administração. `staff` is both atendimento and
 * financeiro: the role of accounts from before the other roles existed, and of a team of two. What each may do is in
 * src/modules/team/domain/rights.ts.
 */
export const teamRoles = ['support', 'finance', 'staff', 'owner'] as const
export type TeamRole = (typeof teamRoles)[number]

/** Roles of accounts. */
export const roles = ['customer', ...teamRoles] as const
export type Role = (typeof roles)[number]
