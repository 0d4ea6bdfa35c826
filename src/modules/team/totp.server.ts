import { Secret, TOTP } from 'otpauth'
import { hmacSha256 } from '../../platform/digest.ts'
import { TOTP_DIGITS } from './domain/totp-digits.ts'

/** Six-digit codes that change every thirty seconds (RFC 6238), as in every authenticator app. */
const PERIOD = 30

/** Maximum difference between a phone's clock and ours, in steps. */
const WINDOW = 1

/** 160 random bits, base 32, as RFC 4226 recommends. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/**
 * The secret that one sign-in is shown while the second factor is not set up. Each sign-in has its own, so that somebody who
 * knows the password, and opened the page before the member, does not know the secret that the member then sets up.
 */
export function secretOfSignIn(seed: string, sessionId: string): string {
  return Secret.fromHex(hmacSha256(seed, sessionId, 'hex').slice(0, 40)).base32
}

/** The URI that an authenticator app reads from a QR code. */
export function authenticatorUri(
  secret: string,
  { issuer, account }: { issuer: string; account: string },
): string {
  return totp(secret, { issuer, label: account }).toString()
}

/** The code of a moment. */
export function codeAt(secret: string, at: Date): string {
  return totp(secret).generate({ timestamp: at.getTime() })
}

/**
 * The time step of a code, if it is valid now and later than the last accepted one.
 *
 * @param typed `TOTP_DIGITS` digits, spaces allowed
 */
export function acceptedStep(
  secret: string,
  { typed, lastStep, now }: { typed: string; lastStep: number; now: Date },
): number | undefined {
  const token = typed.replace(/\s/g, '')
  if (token.length !== TOTP_DIGITS || /\D/.test(token)) return undefined
  const timestamp = now.getTime()
  const delta = totp(secret).validate({ token, timestamp, window: WINDOW })
  if (delta === null) return undefined
  const step = Math.floor(timestamp / 1000 / PERIOD) + delta
  return step > lastStep ? step : undefined
}

function totp(secret: string, shown: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({
    ...shown,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: TOTP_DIGITS,
    period: PERIOD,
  })
}
