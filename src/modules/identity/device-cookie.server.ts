import { randomBytes } from 'node:crypto'
import { cookieName, cookieValue, expiryText, isBeforeExpiry, setCookie } from '../../core/cookie.ts'
import { after, SECOND } from '../../core/durations.ts'
import { isSameSecret, type Signer } from '../../platform/signing.ts'
import { DEVICE_LIFETIME } from './domain/lifetimes.ts'

/**
 * The account that a device knows, with the date of its password: after a change of the password the device is unknown
 * again.
 */
export interface KnownAccount {
  userId: string
  passwordChangedAt: Date
}

export interface DeviceCookie {
  name: string
  /** The id with which this browser signed in to the account before; undefined for an unknown browser. */
  deviceFor(headers: Headers | undefined, account: KnownAccount, now: Date): string | undefined
  /** `Set-Cookie` that makes the browser a known device of the account, and keeps its other accounts. */
  issue(headers: Headers | undefined, account: KnownAccount, now: Date): string
}

/** The newest first; more accounts than people who share a telephone. */
const MAX_ACCOUNTS = 4

/**
 * The cookie of a known device (OWASP's device cookies): one entry per account, `id.expiry.mac`. The message
 * authentication code covers account and password, so that an entry contains neither and is useless elsewhere. It does
 * not sign anyone in: it only gives a known device a rate limit separate from strangers who guess.
 */
export function createDeviceCookie({ signer, secure }: { signer: Signer; secure: boolean }): DeviceCookie {
  const name = cookieName('rc_aparelho', { secure })

  /** Computed with the current secret, then with the others. */
  const codesOf = (id: string, expiry: string, { userId, passwordChangedAt }: KnownAccount) =>
    signer
      .digests(`device:${id}:${expiry}:${userId}:${passwordChangedAt.getTime()}`)
      .map((digest) => digest.slice(0, 32))

  const entriesOf = (headers: Headers | undefined, now: Date) =>
    (cookieValue(headers?.get('cookie'), name) ?? '')
      .split('~', MAX_ACCOUNTS)
      .map((text) => ({ text, parts: /^([\w-]{16})\.([0-9a-z]{1,9})\.([\w-]{32})$/.exec(text) }))
      .filter(({ parts }) => isBeforeExpiry(parts?.[2] ?? '', now))

  const find = (headers: Headers | undefined, account: KnownAccount, now: Date) =>
    entriesOf(headers, now).find(({ parts }) => {
      const [, id = '', expiry = '', code = ''] = parts ?? []
      return codesOf(id, expiry, account).some((own) => isSameSecret(code, own))
    })

  return {
    name,
    deviceFor: (headers, account, now) => find(headers, account, now)?.parts?.[1],
    issue(headers, account, now) {
      const known = find(headers, account, now)
      const id = known?.parts?.[1] ?? randomBytes(12).toString('base64url')
      const expiry = expiryText(after(now, DEVICE_LIFETIME))
      const others = entriesOf(headers, now).filter(({ text }) => text !== known?.text)
      const [code] = codesOf(id, expiry, account)
      const entries = [[id, expiry, code].join('.'), ...others.map(({ text }) => text)]
      const value = entries.slice(0, MAX_ACCOUNTS).join('~')
      return setCookie({ name, value, maxAge: DEVICE_LIFETIME / SECOND, secure })
    },
  }
}
