import { afterAll, beforeAll, expect, test } from 'vitest'
import { fieldsOf, type Json } from '../../simulator/mutations/fields.ts'
import { kinds } from '../../simulator/mutations/mutate.ts'
import { verifyBrCode } from '../../src/core/br-code.ts'
import { createMercadoPago } from '../../src/modules/payments/adapters/mercado-pago/mercado-pago.ts'
import type { PaymentProvider } from '../../src/modules/payments/ports.ts'
import { linksAt } from '../../src/web/paths.ts'
import { movableClock, startProvider, webhookSecret } from '../modules/payments/payments-harness.ts'
import { propertySeed } from '../support/property-seed.ts'

const clock = movableClock('2026-11-21T13:00:00Z')
let simulator: Awaited<ReturnType<typeof startProvider>>
let provider: PaymentProvider
/** The same provider with all its retries and its full timeout, for the checks after an attack. */
let calm: PaymentProvider
beforeAll(async () => {
  simulator = await startProvider(clock)
  const options = {
    baseUrl: simulator.url,
    accessToken: simulator.accessToken,
    links: linksAt('http://127.0.0.1:9'),
    webhookSecret,
    clock,
  }
  calm = createMercadoPago(options)
  // One attempt with a short timeout, because the response is hostile each time.
  provider = createMercadoPago({ ...options, attempts: 1, timeout: 400 })
})
afterAll(() => simulator.close())

/** Returns the id and the code of the only payment of a reference, as the provider really has them. */
async function truthOf(reference: string): Promise<{ id: string; code: string }> {
  const response = await fetch(`${simulator.url}/v1/payments/search?external_reference=${reference}`)
  const { results } = (await response.json()) as {
    results: { id: number; point_of_interaction: { transaction_data: { qr_code: string } } }[]
  }
  const codes = results.map((payment) => payment.point_of_interaction.transaction_data.qr_code)
  return { id: results.map(({ id }) => id).join(), code: codes.join() }
}

let last = 0
const requestFor = (amount: number) => {
  const key = `chave-${++last}`
  return {
    ...{ reference: `PARC_${key}`, idempotencyKey: key, amount, description: 'Limpeza de Nome' },
    payer: { email: 'ana@exemplo.com.br', firstName: 'Ana', lastName: 'Souza', document: '52998224725' },
    expiresAt: new Date(clock.now().getTime() + 31 * 60_000),
  }
}
const set = (mutations: object) => simulator.mutate(mutations)
const ofLevel = (...levels: string[]) =>
  [...kinds].filter(([, level]) => levels.includes(level)).map(([kind]) => kind)
const answerKinds = ofLevel('body', 'head', 'pace')
const valueKinds = ofLevel('value')

/** Maximum CPU time of this thread, in milliseconds, for reading any response. */
const budget = 50
async function within<T>(what: string, run: () => Promise<T>): Promise<T> {
  const before = process.threadCpuUsage()
  const result = await run()
  const { user, system } = process.threadCpuUsage(before)
  // The simulator runs in this thread too and writes the response; the larger limit covers its share.
  expect((user + system) / 1000, what).toBeLessThan(4 * budget)
  return result
}

/** Calls whose responses are altered; each kind of altering a whole response is tried on one of them, and with MUTATIONS=all on all. */
const calls = ['a Pix', 'a card purchase', 'a refund'] as const

/** Runs a check for mutations of a response: of the whole response, and of each of its fields. Returns their number. */
async function eachMutation(
  { of, document, path }: { of: (typeof calls)[number]; document: object; path: string },
  run: (what: string) => Promise<void>,
): Promise<number> {
  let count = 0
  const method = 'POST'
  const isTurn = (index: number) => (index + propertySeed) % calls.length === calls.indexOf(of)
  for (const kind of answerKinds.filter((_, index) => everyKind || isTurn(index))) {
    await set({ kinds: [kind], method, path, times: 1 })
    await run(kind)
    count++
  }
  for (const [at, { path: names }] of fieldsOf(document as Json).entries()) {
    const field = names.join('.')
    for (const kind of valueKinds.filter((_, index) => isTried(field, index + at))) {
      await set({ kinds: [kind], field, method, path, times: 1 })
      await run(`${field}: ${kind}`)
      count++
    }
  }
  await set({})
  return count
}

const everyKind = process.env.MUTATIONS === 'all'
/**
 * Selects half of the kinds for fields that decide about money, and one or two for every other field; all of them with
 * MUTATIONS=all.
 */
const isTried = (field: string, turn: number) => everyKind || turn % (decisive.test(field) ? 2 : 50) === 0
const decisive =
  /^(id|status|currency_id|external_reference|date_of_expiration|transaction_amount|init_point|items\.0\.unit_price|amount|point_of_interaction\.transaction_data\.qr_code)$/

test('whatever the answer to a Pix, the payer gets the code of this amount or none', async () => {
  await calm.createPix(requestFor(9_990))
  const [document = {}] = await simulator.payments()
  const count = await eachMutation({ of: 'a Pix', document, path: '/v1/payments' }, async (what) => {
    const amount = 10_000 + last
    const request = requestFor(amount)
    const answer = await within(what, () => provider.createPix(request))
    if (!answer.ok) return
    // The payments found are those of the reference, regardless of the id in the response.
    const { reference } = request
    const found = await calm.paymentsOf({
      ...{ method: 'pix', reference, providerId: answer.value.providerId, preferenceId: null },
    })
    const truth = await truthOf(reference)
    expect(found.ok && found.value.map(({ providerId }) => providerId), what).toEqual([truth.id])
    // What this refuses is shown to nobody, and the rest without white space around it (charges/issue-charge.ts).
    const code = verifyBrCode({ code: answer.value.code, amount })
    if (code.ok) expect(answer.value.code.trim(), what).toBe(truth.code)
    expect(answer.value.ticketUrl ?? 'http://', what).toMatch(/^https?:/)
  })
  console.log(`${count} answers to a Pix`)
}, 120_000)

test('whatever the answer to a card purchase, the payer is sent to its page or nowhere', async () => {
  const created = await calm.createCard({ ...requestFor(9_990), maxInstalments: 1 })
  if (!created.ok) throw new Error(created.code)
  const document = await simulator.preference(created.value.preferenceId)
  const count = await eachMutation({ of: 'a card purchase', document, path: '/checkout' }, async (what) => {
    const amount = 10_000 + last
    const request = requestFor(amount)
    const answer = await within(what, () => provider.createCard({ ...request, maxInstalments: 1 }))
    if (!answer.ok) return
    const made = await simulator.preference(answer.value.preferenceId)
    expect(made, what).toMatchObject({ external_reference: request.reference })
    expect(answer.value.initPoint, what).toMatch(/^https?:.*/)
    expect(answer.value.initPoint, what).toContain(answer.value.preferenceId)
  })
  console.log(`${count} answers to a card purchase`)
}, 120_000)

test('whatever the answer to a refund, it counts as done only for the returned amount', async () => {
  const request = requestFor(90_000)
  const created = await calm.createPix(request)
  if (!created.ok) throw new Error(created.code)
  const { providerId } = created.value
  await simulator.act(request.reference, 'approve')
  const path = `/v1/payments/${providerId}/refunds`
  await calm.refund({ providerId, idempotencyKey: 'molde', amount: 7 })
  const [document = {}] = (await (await fetch(simulator.url + path)).json()) as object[]
  const count = await eachMutation({ of: 'a refund', document, path }, async (what) => {
    const amount = 20 + (last++ % 60)
    const answer = await within(what, () =>
      provider.refund({ providerId, idempotencyKey: `devolver-${last}`, amount }),
    )
    if (answer.ok) expect(answer.value.amount, what).toBe(amount)
  })
  console.log(`${count} answers to a refund`)
}, 120_000)

test('whatever the answer to a cancellation, a still payable Pix does not count as cancelled', async () => {
  const request = requestFor(9_990)
  const created = await calm.createPix(request)
  if (!created.ok) throw new Error(created.code)
  const { providerId } = created.value
  const key = { method: 'pix' as const, reference: request.reference, providerId, preferenceId: null }
  for (const kind of ['unknown word', 'cut in half', 'null', 'another id', 'in capitals']) {
    for (const field of ['status', 'id']) {
      await set({ kinds: [kind], field, method: 'PUT', times: 1 })
      await simulator.act(request.reference, 'status', { status: 'pending' })
      const cancelled = await calm.cancel(key)
      const { applied } = await simulator.mutations()
      expect(cancelled.ok, `${field}: ${kind}`).toBe(applied.length === 0)
    }
  }
  await set({})
})
