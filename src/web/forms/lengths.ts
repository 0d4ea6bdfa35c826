/** How long what is typed may be: the forms and what they say of it share these. */

export { NAME_MAX, NAME_MIN } from '../../core/person-name.ts'

/** Digits of a telephone with its area code. */
export const PHONE_MIN = 10
export const CPF_DIGITS = 11
/** Below it a password is said to be too short before any other rule (specification, section 5). */
export const PASSWORD_MIN_TYPED = 6
