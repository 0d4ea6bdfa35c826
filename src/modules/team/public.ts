export { isGrave, may, type Right, rights, type TeamRole, teamRoles } from './domain/rights.ts'
export { TOTP_DIGITS } from './domain/totp-digits.ts'
export type { Member } from './read-member.ts'
