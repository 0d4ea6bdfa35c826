import { Secret, TOTP } from 'otpauth'

/** Codes of six digits that change every thirty seconds (RFC 6238), as every authenticator app makes them. */
const PERIOD = 30

/** A phone's clock may be so many steps away from ours. */
const WINDOW = 1

/** 160 random bits, base 32: what RFC 4226 recommends. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The address that an authenticator app reads from a QR code. */
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
 * The time step of a code, if it is right now and later than the last one that was accepted.
 *
 * @param typed six digits, spaces allowed
 */
export function acceptedStep(
  secret: string,
  { typed, lastStep, now }: { typed: string; lastStep: number; now: Date },
): number | undefined {
  const token = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
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
    digits: 6,
    period: PERIOD,
  })
}
