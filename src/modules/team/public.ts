export { isGrave, may, type Right, rights } from './domain/rights.ts'
export { TOTP_DIGITS } from './domain/totp-digits.ts'
export type { Member } from './read-member.ts'
