// Databases: one. A shop at a bank by API Pix whose answers are altered: token, charge, cancellation, return, page, one Pix.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fieldsOf, type Json } from '../../../simulator/mutations/fields.ts'
import { appliesTo, kinds, type Level } from '../../../simulator/mutations/mutate.ts'
import { seededRandom } from '../../../simulator/mutations/seeded-random.ts'
import { createApiPix } from '../../../src/modules/payments/adapters/api-pix/api-pix.ts'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { apiPixWire, type MutatingFront, startMutatingFront } from './mutating-front.ts'
import { minute, type PaymentsHarness, second, startPaymentsHarness } from './payments-harness.ts'
import { apiPix } from './providers.ts'

/** The Pix of the tests before. */
let before = new Set<string>()
let harness: PaymentsHarness
let bank: Awaited<ReturnType<typeof apiPix>>
let front: MutatingFront
let payments: PaymentsHarness['payments']
/** The same shop behind a proxy that alters chosen Pix, alone and in lists. It slows no answer down, so that the shop also waits for a busy machine. */
let behindFront: PaymentsHarness['payments']
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
  bank = await apiPix(harness.clock, { isPlain: true, timeout: 100, attempts: 1 })
  front = await startMutatingFront(new URL(bank.options.baseUrl).origin, apiPixWire)
  payments = harness.build(bank.provider)
  behindFront = harness.build(createApiPix({ ...bank.options, baseUrl: `${front.url}/v2`, timeout: 10_000 }))
})
afterAll(async () => {
  front.close()
  await bank.close()
  await harness.close()
})

beforeEach(async () => {
  before = new Set((await atBank()).pix.map(({ endToEndId }) => endToEndId))
})

const everyCase = process.env.MUTATIONS === 'all'
const seed = process.env.MUTATION_SEED ?? '1'

/** Returns some of the cases, which the seed chooses; all of them with MUTATIONS=all. */
function some<T>(cases: readonly T[], count: number, of: string): T[] {
  if (everyCase) return [...cases]
  const random = seededRandom(`${seed} ${of}`)
  const left = [...cases]
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(random.below(left.length), 1),
  ).flat()
}

interface Alteration {
  kind: string
  field?: string
}

/** Kinds that are not JSON, too deep or larger than a page: of one Pix they make the whole list unreadable. */
const spoilers = [
  ...['not a number', 'a text of 300 KB', 'nested 20,000 deep', 'a list of 50,000'],
  ...['an object of 20,000', 'infinite'],
]
/** Another amount, or no return, that the bank states wherever it is asked: nothing contradicts it. */
const isUnknowable = ({ kind, field = '' }: Alteration) =>
  (kind === 'cut in half' && /valor$/.test(field)) ||
  (/^devolucoes(\.0)?$/.test(field) &&
    /^(null|absent|renamed|emptied|empty list|(first|last) one lost)$/.test(kind))
const ofLevel = (level: Level) => [...kinds].flatMap(([kind, of]) => (of === level ? [kind] : []))

/** Returns every alteration of an answer that looks like the example: of each field, and of the whole. */
function alterationsOf(example: object): Alteration[] {
  return [
    ...fieldsOf(example as Json).flatMap(({ path, value }) =>
      ofLevel('value')
        .filter((kind) => appliesTo(value, kind))
        .map((kind) => ({ kind, field: path.join('.') })),
    ),
    ...(['body', 'head', 'pace'] as const).flatMap(ofLevel).map((kind) => ({ kind })),
  ]
}

/** Alters each answer to such requests, until it is called without an alteration. */
const alter = (alteration?: Alteration, requests: { method?: string; path?: string } = {}) => {
  const { kind, ...of } = alteration ?? {}
  return bank.act('mutations', kind === undefined ? {} : { seed: 1, kinds: [kind], ...of, ...requests })
}

interface BankPix {
  endToEndId: string
  txid?: string
  valor: string
  devolucoes?: { id: string; valor: string; status: string }[]
}
const centavos = (valor: string) => Math.round(Number(valor) * 100)
const atBank = (): Promise<{
  pix: BankPix[]
  charges: { txid: string; status: string; pixCopiaECola: string }[]
}> => bank.state()

/** Runs periods of reconciliation with the jobs that follow, long enough for everything to be tried again. */
async function periods(count: number, milliseconds: number, module = payments) {
  for (let run = 0; run < count; run++) {
    harness.clock.advance(milliseconds)
    await module.reconcile()
    await harness.work(undefined, module)
  }
}

/**
 * Checks that every centavo that the bank received or returned is booked once, or visible to a person, and nothing else is booked.
 *
 * @param isHealed when the bank answers as it should, everything it knows must be booked
 * @returns the violations
 */
async function breaches({ isHealed }: { isHealed: boolean }): Promise<string[]> {
  const rows = await harness.query<{ id: string; amount: number; refunded: number }>(
    `select provider_id as id, amount::int as amount,
       coalesce((select sum(r.amount) from refunds r where r.provider_payment_id = p.id and r.status = 'done'), 0)::int as refunded
     from provider_payments p where received_at is not null and provider = 'api-pix'`,
  )
  const receipts = await harness.query<{ id: string }>(
    `select p.provider_id as id from provider_payments p join ledger_transactions t on t.key = 'receipt:' || p.id
     where p.provider = 'api-pix'`,
  )
  const items = await payments.openItems({ limit: 100_000 })
  const details = items.map(({ detail }) => detail ?? '').join('\n')
  const shown = new Set(items.flatMap(({ kind, amount }) => (kind === 'set_aside' ? [amount] : [])))
  const { pix } = await atBank()
  const own = pix.filter(({ endToEndId }) => !before.has(endToEndId))
  const wrong = own.flatMap(({ endToEndId, valor, devolucoes = [] }) => {
    const returned = devolucoes.filter(({ status }) => status === 'DEVOLVIDO')
    const refunded = returned.reduce((total, one) => total + centavos(one.valor), 0)
    const [row, ...others] = rows.filter(({ id }) => id === endToEndId)
    const isOnce = receipts.filter(({ id }) => id === endToEndId).length === 1
    if (isOnce && others.length === 0 && row?.amount === centavos(valor) && row.refunded === refunded)
      return []
    const isVisible = details.includes(endToEndId) || shown.has(centavos(valor))
    return !isHealed && isVisible ? [] : [`${endToEndId} ${valor} ${refunded}: ${JSON.stringify(row)}`]
  })
  const known = new Set(pix.map(({ endToEndId }) => endToEndId))
  const ghosts = rows.filter(({ id }) => !known.has(id) && !details.includes(id))
  return [...wrong, ...ghosts.map(({ id }) => `${id}: booked, and not at the bank`)]
}

async function openCharge() {
  const customer = await harness.customer({ instalments: 1 })
  const started = await payments.startCharge({
    viewer: customer.viewer,
    instalmentIds: customer.instalmentIds,
  })
  const [row] = await harness.query<{ id: string; reference: string }>(
    'select id, reference from charges where user_id = $1',
    [customer.viewer.id],
  )
  if (!row) throw new Error(started.ok ? '' : started.code)
  return { ...customer, chargeId: row.id, reference: row.reference }
}

test('with any one field altered, a Pix is booked once or visible within a period, and exact once corrected', async () => {
  const receive = async (amount: number, isPartlyReturned: boolean): Promise<BankPix> => {
    const pix: BankPix = await bank.act('pix', { amount: (amount / 100).toFixed(2) })
    return isPartlyReturned
      ? bank.act(`pix/${pix.endToEndId}/return`, { amount: '30.00', nature: 'ORIGINAL' })
      : pix
  }
  const values = (pix: BankPix, isMeant: (field: string) => boolean) =>
    alterationsOf(pix).flatMap(({ kind, field }) =>
      field && isMeant(field) && !spoilers.includes(kind) && !isUnknowable({ kind, field })
        ? [{ kind, field }]
        : [],
    )
  const cases = [
    ...some(
      values(await receive(20_000, false), () => true),
      18,
      'received',
    ).map((mutation) => ({ mutation, isReturned: false })),
    ...some(
      values(await receive(20_000, true), (field) => /valor|devolucoes/.test(field)),
      18,
      'returned',
    ).map((mutation) => ({ mutation, isReturned: true })),
  ]
  for (const [at, { mutation, isReturned }] of cases.entries()) {
    harness.clock.advance(second / 10)
    front.mutations.set((await receive(20_001 + at, isReturned)).endToEndId, mutation)
  }
  await periods(1, 30 * second, behindFront)
  expect(await breaches({ isHealed: false })).toEqual([])
  front.mutations.clear()
  await periods(4, 20 * minute, behindFront)
  expect(await breaches({ isHealed: true })).toEqual([])
  expect(await payments.checkBooks()).toEqual([])
})

test('a return of a Pix of long ago is booked or visible within a period, although its time or its state cannot be read', async () => {
  const kindsOf = (field: string, ...names: string[]) => names.map((kind) => ({ kind, field }))
  const cases = [
    ...kindsOf('devolucoes.0.horario.liquidacao', 'absent', 'no offset', 'space for T', 'null'),
    ...kindsOf('devolucoes.0.horario', 'absent', 'empty text', 'empty object'),
    ...kindsOf('devolucoes.0.status', 'unknown word', 'null'),
    ...kindsOf('devolucoes.0.valor', 'three decimals', 'absent'),
    ...kindsOf('devolucoes', 'list as object', 'first one twice', 'twice, null last'),
    ...kindsOf('valor', 'three decimals'),
  ]
  const received: { endToEndId: string; mutation: Required<Alteration> }[] = []
  for (const [at, mutation] of cases.entries()) {
    const { endToEndId }: BankPix = await bank.act('pix', { amount: ((20_101 + at) / 100).toFixed(2) })
    received.push({ endToEndId, mutation })
  }
  await periods(1, 30 * second, behindFront)
  expect(await breaches({ isHealed: true })).toEqual([])
  // Asked for at the bank's own panel, and carried out hours later.
  await bank.act('faults', { slowReturns: true })
  for (const { endToEndId } of received)
    await bank.provider.refund({ providerId: endToEndId, idempotencyKey: endToEndId, amount: 3_000 })
  await bank.act('faults', {})
  const later = async (hours: number) => {
    for (let hour = 0; hour < hours; hour++) {
      harness.clock.advance(60 * minute)
      for (let count = 0; count < 20; count++) await bank.act('pix', { amount: '5.00' })
      await periods(1, second, behindFront)
    }
  }
  await later(3)
  for (const { endToEndId, mutation } of received) {
    const pix = (await atBank()).pix.find((one) => one.endToEndId === endToEndId)
    const id = pix?.devolucoes?.[0]?.id
    await bank.act(`pix/${endToEndId}/returns/${id}`, { status: 'DEVOLVIDO' })
    front.mutations.set(endToEndId, mutation)
  }
  await later(1)
  expect(await breaches({ isHealed: false })).toEqual([])
  front.mutations.clear()
  await periods(4, 20 * minute, behindFront)
  expect(await breaches({ isHealed: true })).toEqual([])
  expect(await payments.checkBooks()).toEqual([])
})

test('a Pix of a charge that a restored back-up lacks is never lost, however its txid is altered', async () => {
  const forgotten = async (amount: number): Promise<BankPix> => {
    const reference = newId().replaceAll('-', '')
    const payer = { firstName: 'Ana', lastName: 'Souza', document: '52998224725' }
    const expiresAt = new Date(harness.clock.now().getTime() + 30 * minute)
    await bank.provider.createPix({
      reference,
      idempotencyKey: reference,
      amount,
      description: 'x',
      payer,
      expiresAt,
    })
    return bank.act(`charges/${reference}/pay`)
  }
  const example = await forgotten(30_000)
  const cases = alterationsOf(example).flatMap(({ kind, field }) =>
    (field === 'txid' || field === 'chave') && !spoilers.includes(kind) ? [{ kind, field }] : [],
  )
  for (const [at, mutation] of some(cases, 10, 'forgotten').entries()) {
    harness.clock.advance(second)
    front.mutations.set((await forgotten(30_001 + at)).endToEndId, mutation)
  }
  await periods(1, 30 * second, behindFront)
  expect(await breaches({ isHealed: false })).toEqual([])
  front.mutations.clear()
  await periods(2, 20 * minute, behindFront)
  expect(await breaches({ isHealed: false })).toEqual([])
  expect(await payments.otherShopPayments()).toEqual([])
})

test('with any altered answer to issuing a charge, a shown code is payable, and its payment is booked once', async () => {
  const token = { access_token: newId(), token_type: 'Bearer', expires_in: 300, scope: '' }
  const charge = await exampleOf('cob', (await openCharge()).reference)
  const cases = [
    ...some(alterationsOf(token), 5, 'token').map((one) => ({
      ...one,
      method: 'POST',
      path: '/oauth/token',
    })),
    ...some(alterationsOf(charge), 8, 'issue').map((one) => ({ ...one, method: 'PUT', path: '/v2/cob/' })),
    ...some(alterationsOf(charge), 4, 'look up').map((one) => ({ ...one, method: 'GET', path: '/v2/cob/' })),
  ]
  const started: { name: string; chargeId: string; reference: string }[] = []
  for (const { method, path, ...alteration } of cases) {
    // Each case asks for another token.
    await bank.act('tokens/revoke')
    await alter(alteration, { method, path })
    const { chargeId, reference } = await openCharge()
    started.push({ name: `${method} ${path} ${alteration.field}: ${alteration.kind}`, chargeId, reference })
    await alter()
    await harness.work()
  }
  // What was refused is looked for once more after ten minutes.
  await periods(2, 6 * minute)
  const { charges } = await atBank()
  const wrong: string[] = []
  for (const { name, chargeId, reference } of started) {
    const { status, qr_code } = await harness.charge(chargeId)
    const one = charges.find(({ txid }) => txid === reference)
    const isPayable = status === 'pending' && one?.status === 'ATIVA' && one.pixCopiaECola === qr_code
    const isOver = status !== 'pending' && status !== 'created' && one?.status !== 'ATIVA'
    if (!isPayable && !isOver) wrong.push(`${name}: ${status}, ${one?.status} at the bank, ${qr_code}`)
    if (one?.status === 'ATIVA') await bank.act(`charges/${reference}/pay`)
  }
  expect(wrong).toEqual([])
  await periods(2, minute)
  expect(await breaches({ isHealed: true })).toEqual([])
})

test('with any altered answer to a cancellation, a charge shown as cancelled can no longer be paid', async () => {
  const { reference } = await openCharge()
  const cases = some(alterationsOf(await exampleOf('cob', reference)), 8, 'cancel')
  const wrong: string[] = []
  for (const alteration of cases) {
    const { chargeId, reference } = await openCharge()
    await alter(alteration, { method: 'PATCH' })
    await payments.cancelCharge({ chargeId })
    await alter()
    const isOpen = async () =>
      (await atBank()).charges.find(({ txid }) => txid === reference)?.status === 'ATIVA'
    const { status } = await harness.charge(chargeId)
    if (status === 'cancelled' && (await isOpen()))
      wrong.push(`${alteration.field}: ${alteration.kind}: cancelled`)
    await payments.cancelCharge({ chargeId })
    if (await isOpen()) wrong.push(`${alteration.field}: ${alteration.kind}: still open`)
  }
  expect(wrong).toEqual([])
})

test('with any altered answer to a refund, the money is returned once and booked', async () => {
  const paidCharge = async () => {
    const { chargeId, reference } = await openCharge()
    const { endToEndId } = (await bank.act(`charges/${reference}/pay`)) as BankPix
    await payments.settleCharge({ chargeId })
    return { chargeId, endToEndId }
  }
  const refund = (chargeId: string) =>
    harness.database.transaction((tx) => payments.refundCharge(tx, { chargeId, origin: 'team', reason: 'x' }))
  const first = await paidCharge()
  await refund(first.chargeId)
  await harness.work()
  const [example] =
    (await atBank()).pix.find(({ endToEndId }) => endToEndId === first.endToEndId)?.devolucoes ?? []
  const cases = some(alterationsOf(example ?? {}), 6, 'return')
  for (const alteration of cases) {
    const { chargeId } = await paidCharge()
    await refund(chargeId)
    await alter(alteration, { method: 'PUT', path: '/v2/pix/' })
    await harness.work()
    await alter()
  }
  await periods(2, 20 * minute)
  await periods(1, 3 * 60 * minute)
  expect(await breaches({ isHealed: true })).toEqual([])
  const twice = (await atBank()).pix.filter(({ devolucoes = [] }) => devolucoes.length > 1)
  expect(twice).toEqual([])
  expect(await payments.checkBooks()).toEqual([])
})

test('with any altered answer to a list, or another page in place of one, no Pix is skipped', async () => {
  const received = async (count: number) => {
    for (let index = 0; index < count; index++) {
      harness.clock.advance(10 * second)
      await bank.act('pix', { amount: '1.00' })
    }
  }
  await received(1)
  const counts = { paginaAtual: 0, itensPorPagina: 100, quantidadeDePaginas: 2, quantidadeTotalDeItens: 150 }
  const example = { parametros: { inicio: '2026-11-21T13:00:00Z', paginacao: counts }, pix: [{}] }
  const cases = [...some(alterationsOf(example), 6, 'list'), ...ofLevel('page').map((kind) => ({ kind }))]
  for (const alteration of cases) {
    await received(3)
    await alter(alteration, { method: 'GET', path: '/v2/pix' })
    await periods(1, 30 * second)
    await alter()
  }
  await periods(2, 20 * minute)
  expect(await breaches({ isHealed: true })).toEqual([])
})

/** Returns a charge as the bank states it. */
async function exampleOf(kind: 'cob', reference: string): Promise<object> {
  const { charges } = (await bank.state()) as { charges: { txid: string; kind: string; pix: unknown }[] }
  const found = charges.find(({ txid }) => txid === reference)
  if (!found) throw new Error(`no ${kind} ${reference}`)
  const { kind: _, pix: __, ...charge } = found
  return charge
}
