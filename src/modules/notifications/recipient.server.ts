import { isUuid } from '../../core/ids.ts'
import { sha256 } from '../../platform/digest.ts'
import { isSameSecret, type Signer } from '../../platform/signing.ts'
import { mailboxOf } from './domain/recipient-limits.ts'

/**
 * Identifies the recipient of a message for preferences and weekly limits: an account, otherwise a digest of the address, so
 * that neither a link nor a second table contains the address itself.
 */
export function recipientOf({ userId, to }: { userId?: string | null | undefined; to: string }): string {
  if (userId) return `user:${userId}`
  return `address:${sha256(mailboxOf(to), 'base64url')}`
}

/** The account of a recipient; null for an address. */
export function userIdOf(recipient: string): string | null {
  return /^user:(.+)$/.exec(recipient)?.[1] ?? null
}

const purpose = 'preferences:'
/** 132 bits of the signature, so that the link stays short. */
const signatureLength = 22

/**
 * Token that gives access to the preferences of a recipient, and nothing else, without signing in. Contains no personal
 * data.
 */
export function preferencesToken(recipient: string, signer: Pick<Signer, 'digest'>): string {
  const value = encodeRecipient(recipient)
  return value + signer.digest(purpose + value).slice(0, signatureLength)
}

/** The recipient of a token; undefined for one that we did not issue. */
export function recipientOfToken(token: string, signer: Pick<Signer, 'digests'>): string | undefined {
  const value = token.slice(0, -signatureLength)
  const signature = token.slice(-signatureLength)
  const own = signer.digests(purpose + value).map((digest) => digest.slice(0, signatureLength))
  return own.some((known) => isSameSecret(signature, known)) ? decodeRecipient(value) : undefined
}

function encodeRecipient(recipient: string): string {
  const userId = userIdOf(recipient)
  if (userId === null) return `a${recipient.slice('address:'.length)}`
  return `u${Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')}`
}

function decodeRecipient(value: string): string | undefined {
  if (value.startsWith('a')) return `address:${value.slice(1)}`
  const hex = Buffer.from(value.slice(1), 'base64url').toString('hex')
  const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isUuid(userId) ? `user:${userId}` : undefined
}
