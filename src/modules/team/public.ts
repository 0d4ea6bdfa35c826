export { isGrave, may, type Right, rights, type TeamRole, teamRoles } from './domain/rights.ts'
export type { Member } from './read-member.ts'
