const minute = 60
const hour = 60 * minute

/**
 * Rate limits; windows are in seconds. Those by IP address are generous, because Brazilian mobile carriers put hundreds
 * of customers behind one address; those by e-mail and account are strict. A correct password resets its counter. The
 * names are part of the stored keys.
 */
export const LIMITS = {
  signInByIp: { limit: 120, windowSeconds: 5 * minute },
  signInByEmail: { limit: 10, windowSeconds: 15 * minute },
  signUpByIp: { limit: 200, windowSeconds: hour },
  signUpByEmail: { limit: 5, windowSeconds: hour },
  /** A form submitted twice by a double click is one sign-up and sends one e-mail. */
  signUpLetterByEmail: { limit: 1, windowSeconds: minute },
  resetRequestByIp: { limit: 100, windowSeconds: hour },
  resetRequestByEmail: { limit: 5, windowSeconds: hour },
  resetByIp: { limit: 60, windowSeconds: hour },
  confirmByIp: { limit: 200, windowSeconds: hour },
  resendByUser: { limit: 5, windowSeconds: hour },
  changeByUser: { limit: 10, windowSeconds: 15 * minute },
} as const
export type LimitName = keyof typeof LIMITS
