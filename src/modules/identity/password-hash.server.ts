import { randomBytes, scrypt } from 'node:crypto'
import { boundedQueue } from '../../core/bounded-queue.ts'
import { sha256 } from '../../platform/digest.ts'
import { isSameSecret } from '../../platform/signing.ts'

/** scrypt parameters: `n` and `r` determine memory (128·n·r bytes), `p` repetitions. */
export interface Cost {
  n: number
  r: number
  p: number
}

/** 16 MiB, five passes: OWASP's profile for little memory. */
export const COST: Cost = { n: 2 ** 14, r: 8, p: 5 }

/**
 * A demonstration's passwords are published, and it serves only its own machine. Hashing them at full cost took a tenth of its
 * first start.
 */
export const DEMO_COST: Cost = { n: 2 ** 10, r: 8, p: 1 }

/** Three of the four threads that Node also uses for files, name look-ups and compression. */
const slots = 3
/** A few seconds of work on two cores: later requests would wait longer than people do. */
const places = 40
/** Reserved for devices that an account already knows: strangers from any number of networks cannot lock them out. */
const reserved = 20

/** `isKnown`: whether the password comes from a session, or a device, of its account. */
export interface Sender {
  isKnown?: boolean
}

export interface PasswordHasher {
  /**
   * Hashes with a new salt.
   *
   * @throws OverloadedError when too many passwords are already queued
   */
  hash(password: string, from?: Sender): Promise<string>
  /**
   * Hashes with the cost and the salt of another hash, so that one calculation compares a password with both.
   *
   * @throws OverloadedError when too many passwords are already queued
   */
  hashLike(password: string, hash: string, from?: Sender): Promise<string>
  /** Returns a hash that no password has, with a salt derived from a text. */
  placeholder(text: string): string
  /**
   * Whether the password matches. Without a hash (unknown e-mail) it does the same work and returns false.
   *
   * @throws OverloadedError when too many passwords are already queued
   */
  verify(password: string, hash: string | undefined, from?: Sender): Promise<boolean>
  /** Whether a hash costs less to guess than new ones. */
  isCheaper(hash: string): boolean
}

/** Hashes have the form `scrypt$n$r$p$salt$key`, so that old ones stay verifiable when the cost is raised. */
export function createPasswordHasher(cost: Cost = COST): PasswordHasher {
  const dummyHash = format(cost, randomBytes(16), randomBytes(32))
  const inTurn = boundedQueue({ slots, places, reserved })

  async function hashWith(password: string, salt: Buffer, given: Cost, { isKnown = false }: Sender) {
    const key = await inTurn(() => derive(password, salt, given), { isPreferred: isKnown })
    return format(given, salt, key)
  }
  const hashLike = (password: string, hash: string, from: Sender = {}) => {
    const [, n, r, p, salt = ''] = hash.split('$')
    const ofHash = { n: Number(n), r: Number(r), p: Number(p) }
    return hashWith(password, Buffer.from(salt, 'base64url'), ofHash, from)
  }

  return {
    hash: (password, from = {}) => hashWith(password, randomBytes(16), cost, from),
    hashLike,
    placeholder: (text) => format(cost, Buffer.from(sha256(text).slice(0, 32), 'hex'), randomBytes(32)),
    verify: async (password, hash, from) =>
      isSameHash(await hashLike(password, hash ?? dummyHash, from), hash),
    isCheaper(hash) {
      const [, n, r, p] = hash.split('$').map(Number)
      return workOf({ n: n ?? 0, r: r ?? 0, p: p ?? 0 }) < workOf(cost)
    },
  }
}

/** Whether a password that was just hashed, if it was, is that of a stored hash; a hash with another salt is another one. */
export function isSameHash(made: string | undefined, stored: string | undefined): boolean {
  return made !== undefined && stored !== undefined && stored !== '' && isSameSecret(made, stored)
}

const workOf = ({ n, r, p }: Cost) => n * r * p

function format({ n, r, p }: Cost, salt: Buffer, key: Buffer): string {
  return ['scrypt', n, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

function derive(password: string, salt: Buffer, { n, r, p }: Cost): Promise<Buffer> {
  // Normalized, because keyboards differ in how they compose 'ã'.
  const bytes = Buffer.from(password.normalize('NFKC'))
  return new Promise((resolve, reject) => {
    scrypt(bytes, salt, 32, { N: n, r, p, maxmem: 256 * n * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
