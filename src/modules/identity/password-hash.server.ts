import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { boundedQueue } from '../../core/bounded-queue.ts'

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
/** Kept for people whom an account knows already: strangers from any number of networks cannot close the door to them. */
const reserved = 20

/** `isKnown`: whether the password comes from a session, or a device, of its account. */
export interface Sender {
  isKnown?: boolean
}

export interface PasswordHasher {
  /** @throws OverloadedError when too many passwords are already queued */
  hash(password: string, from?: Sender): Promise<string>
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

  return {
    async hash(password, { isKnown = false } = {}) {
      const salt = randomBytes(16)
      const key = await inTurn(() => derive(password, salt, cost), { isPreferred: isKnown })
      return format(cost, salt, key)
    },
    async verify(password, hash, { isKnown = false } = {}) {
      const [, n, r, p, salt, key] = (hash ?? dummyHash).split('$')
      const expected = Buffer.from(key ?? '', 'base64url')
      const ofHash = { n: Number(n), r: Number(r), p: Number(p) }
      const deriveKey = () => derive(password, Buffer.from(salt ?? '', 'base64url'), ofHash)
      const actual = await inTurn(deriveKey, { isPreferred: isKnown })
      return actual.length === expected.length && timingSafeEqual(actual, expected) && hash !== undefined
    },
    isCheaper(hash) {
      const [, n, r, p] = hash.split('$').map(Number)
      return workOf({ n: n ?? 0, r: r ?? 0, p: p ?? 0 }) < workOf(cost)
    },
  }
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
