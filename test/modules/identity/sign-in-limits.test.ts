import { expect, test } from 'vitest'
import { bucketsOf, LIMITS } from '../../../src/modules/identity/domain/limits.ts'
import {
  attackBuckets,
  knownDeviceBuckets,
  unknownDeviceBuckets,
} from '../../../src/modules/identity/domain/sign-in-limits.ts'

const ana = { account: 'ana', ip: '203.0.113.7', device: undefined }
const shown = (buckets: { key: string; limit: number }[]) => buckets.map(({ key, limit }) => [key, limit])

test.each([
  [
    'IPv4',
    ana,
    false,
    [
      ['signInByAccountAndIp:ana:203.0.113.7', 10],
      ['signInByIp:203.0.113.7', 120],
    ],
  ],
  [
    'IPv4 under attack',
    ana,
    true,
    [
      ['signInUnderAttack:ana:203.0.113.7', 3],
      ['signInByIp:203.0.113.7', 120],
    ],
  ],
  [
    'IPv6',
    { ...ana, ip: '2001:db8:1:2::9' },
    false,
    [
      ['signInByAccountAndIp:ana:2001:db8:1:2::/64', 10],
      ['signInByAccountAndIp:ana:2001:db8:1::/48', 40],
      ['signInByAccountAndIp:ana:2001:db8::/32', 160],
      ['signInByIp:2001:db8:1:2::/64', 120],
      ['signInByIp:2001:db8:1::/48', 480],
    ],
  ],
])(
  'a stranger from %s is counted by account and network, then by network',
  (_what, attempt, attack, buckets) => {
    expect(shown(unknownDeviceBuckets(attempt, attack))).toEqual(buckets)
  },
)

test('a known device is counted alone, whatever its network', () => {
  expect(knownDeviceBuckets(ana)).toEqual([])
  const known = knownDeviceBuckets({ ...ana, device: 'd1' })
  expect(shown(known)).toEqual([['signInByDevice:ana d1', 10]])
  expect(knownDeviceBuckets({ ...ana, device: 'd1', ip: '192.0.2.1' })).toEqual(known)
})

test('counts for the account alone refuse nobody', () => {
  expect(shown(attackBuckets(ana))).toEqual([['signInsOfAccount:ana', LIMITS.signInsOfAccount.limit]])
  expect(attackBuckets({ ...ana, ip: '192.0.2.1' })).toEqual(attackBuckets(ana))
})

test('no two limits share a key', () => {
  const subject = { account: 'a', ip: '2001:db8::1' }
  const keys = (Object.keys(LIMITS) as (keyof typeof LIMITS)[]).flatMap((name) =>
    bucketsOf(name, subject).map(({ key }) => key),
  )
  expect(new Set(keys).size).toBe(keys.length)
})

/**
 * Returns the number of guesses that a bucket allows in a day, from its definition: all at once, then one after each part of the
 * window.
 */
const guessesADay = (limit: number, window: number) => limit + Math.floor(86_400_000 / (window / limit))

test('guesses of one account per day are bounded, and docs/decisions/0026 states the bound', () => {
  const { limit, window } = LIMITS.signInUnderAttack
  const perNetwork = guessesADay(limit, window)
  expect(perNetwork).toBe(39)
  const operator = bucketsOf('signInUnderAttack', { account: 'ana', ip: '2001:db8::1' }).at(-1)
  expect(guessesADay(operator?.limit ?? 0, operator?.window ?? 1)).toBe(624)
  const unnoticed = guessesADay(LIMITS.signInsOfAccount.limit, LIMITS.signInsOfAccount.window)
  expect(unnoticed).toBe(1250)
  // A thousand IPv4 addresses and a whole /32 of IPv6.
  expect(unnoticed + 1000 * perNetwork + 624).toBe(40_874)
})
