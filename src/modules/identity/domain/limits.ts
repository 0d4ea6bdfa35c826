const minute = 60
const hour = 60 * minute

/**
 * How often each thing may be tried, in seconds. Addresses are generous, because a Brazilian mobile carrier puts
 * hundreds of customers behind one; e-mails and accounts are strict. A right password begins the count anew.
 */
export const LIMITS = {
  signInByIp: { limit: 120, windowSeconds: 5 * minute },
  signInByEmail: { limit: 10, windowSeconds: 15 * minute },
  signUpByIp: { limit: 200, windowSeconds: hour },
  signUpByEmail: { limit: 5, windowSeconds: hour },
  /** A form sent twice by a double click is one sign-up, and one letter. */
  signUpLetterByEmail: { limit: 1, windowSeconds: minute },
  resetRequestByIp: { limit: 100, windowSeconds: hour },
  resetRequestByEmail: { limit: 5, windowSeconds: hour },
  resetByIp: { limit: 60, windowSeconds: hour },
  confirmByIp: { limit: 200, windowSeconds: hour },
  resendByUser: { limit: 5, windowSeconds: hour },
  changeByUser: { limit: 10, windowSeconds: 15 * minute },
} as const
export type LimitName = keyof typeof LIMITS
