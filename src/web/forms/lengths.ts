/** Length limits of form fields, shared by the schemas and their messages. */

export { LONG_NAME_MAX, NAME_MAX, NAME_MIN } from '../../core/person-name.ts'

/** Minimum number of digits of a phone number with its area code. */
export const PHONE_MIN = 10
export const CPF_DIGITS = 11
/** Length below which a password is reported as too short before any other rule applies (specification, section 5). */
export const PASSWORD_MIN_TYPED = 6
