// Databases: one. Attempts from many networks at once for one account, and that its owner can sign in meanwhile.
import { expect, test } from 'vitest'
import { LIMITS } from '../../src/modules/identity/domain/limits.ts'
import { ORIGIN, OTHER_PASSWORD, PASSWORD, world } from '../support/identity.ts'

const w = world()

/** Guesses a wrong password from every address, eight at a time; counts the responses by code. */
async function guessFrom(email: string, addresses: readonly string[], answers: Map<string, number>) {
  for (let first = 0; first < addresses.length; first += 8) {
    await Promise.all(
      addresses.slice(first, first + 8).map(async (ip) => {
        const answer = await w.identity.signIn({ email, password: OTHER_PASSWORD, ip, userAgent: '' })
        const code = answer.ok ? 'in' : answer.code
        answers.set(code, (answers.get(code) ?? 0) + 1)
      }),
    )
  }
}

test('five hundred IPv4 addresses and an IPv6 /32 neither get in nor lock the owner out', async () => {
  const email = await w.register()
  const known = await w.identity.signIn({ email, password: PASSWORD, ...ORIGIN })
  if (!known.ok) throw new Error(known.code)
  const headers = new Headers({ cookie: known.value.deviceCookie.split(';')[0] ?? '' })

  const count = 500
  const ipv4 = Array.from({ length: count }, (_, n) => `100.64.${n >> 8}.${n & 255}`)
  // A different /48 each time, all of one operator.
  const ipv6 = Array.from({ length: count / 2 }, (_, n) => `2001:db8:${n.toString(16)}::1`)
  const answers = new Map<string, number>()
  await guessFrom(email, [...ipv4, ...ipv6], answers)
  // And some of them repeatedly.
  const [again, rounds] = [40, 4]
  for (let round = 0; round < rounds; round++) await guessFrom(email, ipv4.slice(-again), answers)

  const { signInsOfAccount, signInByAccountAndIp, signInUnderAttack } = LIMITS
  expect(answers.get('in')).toBeUndefined()
  // Before the attack is detected, as many as the account's own limit allows (eight concurrent guesses can pass it together),
  // then a few per network.
  const unnoticed = signInsOfAccount.limit + 8
  const operator = 16 * signInUnderAttack.limit + Math.min(unnoticed, 16 * signInByAccountAndIp.limit)
  const max = unnoticed + count + again * (signInUnderAttack.limit - 1) + operator
  expect(answers.get('invalid_credentials')).toBeLessThanOrEqual(max)
  // Few guesses from the 65,536 networks of one operator get through.
  expect(answers.get('too_many_attempts')).toBeGreaterThanOrEqual(count / 2 - operator)

  // The owner can sign in: on the known telephone even from the attacker's own network, on a new one at the first attempt, also
  // after a typo.
  const from = (ip: string, password: string, device?: Headers) =>
    w.identity.signIn({ email, password, ip, userAgent: '', ...(device && { headers: device }) })
  const attackers = ipv4[0] ?? ''
  for (let n = 0; n < signInUnderAttack.limit; n++) await from(attackers, OTHER_PASSWORD)
  expect(await from(attackers, PASSWORD)).toMatchObject({ code: 'too_many_attempts' })
  expect(await from(attackers, OTHER_PASSWORD, headers)).toMatchObject({ code: 'invalid_credentials' })
  expect(await from(attackers, PASSWORD, headers)).toMatchObject({ ok: true })
  expect(await from('192.0.2.201', OTHER_PASSWORD)).toMatchObject({ code: 'invalid_credentials' })
  expect(await from('192.0.2.201', PASSWORD)).toMatchObject({ ok: true })
  expect(await from('2001:db9:7::1', PASSWORD)).toMatchObject({ ok: true })

  // Where the limit of a network is used up, a password reset lifts it.
  await w.identity.requestPasswordReset({ email, ip: attackers })
  await w.work()
  const reset = { token: w.tokenFor(email), newPassword: OTHER_PASSWORD, ip: attackers, userAgent: '' }
  expect(await w.identity.resetPassword(reset)).toMatchObject({ ok: true })
  expect(await from(attackers, OTHER_PASSWORD)).toMatchObject({ ok: true })
}, 120_000)

test('a stolen device cookie allows ten guesses, then those of a stranger', async () => {
  const email = await w.register()
  const known = await w.identity.signIn({ email, password: PASSWORD, ...ORIGIN })
  if (!known.ok) throw new Error(known.code)
  const headers = new Headers({ cookie: known.value.deviceCookie.split(';')[0] ?? '' })
  const guess = () =>
    w.identity.signIn({ email, password: OTHER_PASSWORD, ip: '203.0.113.66', userAgent: '', headers })
  const { signInByDevice, signInByAccountAndIp } = LIMITS
  for (let n = 0; n < signInByDevice.limit + signInByAccountAndIp.limit; n++) {
    expect(await guess()).toMatchObject({ code: 'invalid_credentials' })
  }
  expect(await guess()).toMatchObject({ code: 'too_many_attempts' })
})

test('customers behind one address do not use up its limit by signing in', async () => {
  const email = await w.register()
  for (let n = 0; n < LIMITS.signInByIp.limit + 10; n++) {
    const answer = await w.identity.signIn({ email, password: PASSWORD, ip: '203.0.113.99', userAgent: '' })
    expect(answer).toMatchObject({ ok: true })
  }
})
