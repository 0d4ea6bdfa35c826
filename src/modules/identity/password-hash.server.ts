import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** Work of scrypt: `n` and `r` make memory (128·n·r bytes), `p` repeats. */
export interface Cost {
  n: number
  r: number
  p: number
}

/** 16 MiB, five times over: what OWASP advises where memory is scarce. At most four run at once (libuv's pool). */
export const COST: Cost = { n: 2 ** 14, r: 8, p: 5 }

export interface PasswordHasher {
  hash(password: string): Promise<string>
  /** Whether the password is the one; with no hash (nobody has that e-mail) it does the same work and says no. */
  verify(password: string, hash: string | undefined): Promise<boolean>
}

/** Hashes of the form `scrypt$n$r$p$salt$key`: an old one stays readable when the cost is raised. */
export function createPasswordHasher(cost: Cost = COST): PasswordHasher {
  const nobody = format(cost, randomBytes(16), randomBytes(32))

  return {
    async hash(password) {
      const salt = randomBytes(16)
      return format(cost, salt, await derive(password, salt, cost))
    },
    async verify(password, hash) {
      const [, n, r, p, salt, key] = (hash ?? nobody).split('$')
      const expected = Buffer.from(key ?? '', 'base64url')
      const given = await derive(password, Buffer.from(salt ?? '', 'base64url'), {
        n: Number(n),
        r: Number(r),
        p: Number(p),
      })
      return given.length === expected.length && timingSafeEqual(given, expected) && hash !== undefined
    },
  }
}

function format({ n, r, p }: Cost, salt: Buffer, key: Buffer): string {
  return ['scrypt', n, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

function derive(password: string, salt: Buffer, { n, r, p }: Cost): Promise<Buffer> {
  // One spelling for one password: keyboards differ in how they compose 'ã'.
  const bytes = Buffer.from(password.normalize('NFKC'))
  return new Promise((resolve, reject) => {
    scrypt(bytes, salt, 32, { N: n, r, p, maxmem: 256 * n * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
