/** Number of digits of a code of an authenticator app. */
export const TOTP_DIGITS = 6
