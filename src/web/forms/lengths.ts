/** How long what is typed may be: the forms and what they say of it share these. */

export const NAME_MIN = 2
/** Of the contracting party and of who asks for a look-up. */
export const NAME_MAX = 120
/** Digits of a telephone with its area code. */
export const PHONE_MIN = 10
export const CPF_DIGITS = 11
/** Below it a password is said to be too short before any other rule (specification, section 5). */
export const PASSWORD_MIN_TYPED = 6
