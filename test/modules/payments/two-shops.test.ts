// Databases: postgres
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { shellEnvironment } from '../../../scripts/lib/shell-environment.ts'
import { applicationOptions } from '../../../scripts/lib/system.ts'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import {
  minute,
  movableClock,
  type PaymentsHarness,
  second,
  startPaymentsHarness,
  startProvider,
  webhookSecret,
} from './payments-harness.ts'

/** Two installations of this product, each with its own database, on one account of the provider. */
let [ana, bia] = [] as unknown as [PaymentsHarness, PaymentsHarness]
beforeAll(async () => {
  ana = await startPaymentsHarness({ testDatabase })
  bia = await startPaymentsHarness({ testDatabase, apiUrl: async () => ana.simulator.url })
})
afterAll(() => Promise.all([ana.close(), bia.close()]))
beforeEach(async () => {
  await ana.simulator.reset()
  pass(24 * 60 * minute)
})

function pass(milliseconds: number) {
  for (const shop of [ana, bia]) shop.clock.advance(milliseconds)
}

const decision = { by: newId(), reason: 'conferido no painel' }

/** Runs one period of both shops, with their queued jobs. */
async function settle() {
  await ana.simulator.noticesSent()
  pass(31 * second)
  for (const shop of [ana, bia]) {
    await shop.work()
    await shop.payments.reconcile()
    await shop.work()
  }
}

async function paidIn(shop: PaymentsHarness, instalments: number) {
  const customer = await shop.customer({ instalments })
  const started = await shop.payments.startCharge({
    viewer: customer.viewer,
    instalmentIds: customer.instalmentIds,
  })
  if (!started.ok) throw new Error(started.code)
  const { reference } = await shop.charge(started.value.chargeId)
  pass(second)
  const { id } = await ana.simulator.act(reference, 'approve')
  return { ...customer, ...started.value, reference, providerId: String(id) }
}

/** Returns the centavos that each of these payments has in a shop's books. */
async function booked(shop: PaymentsHarness, providerIds: readonly string[]): Promise<number[]> {
  const rows = await shop.query<{ provider_id: string; amount: string }>(
    'select provider_id, amount::text from provider_payments where received_at is not null and provider_id = any($1)',
    [providerIds],
  )
  return providerIds.map((id) => Number(rows.find((row) => row.provider_id === id)?.amount ?? 0))
}

/** Returns the open items about a payment, including credits. */
async function waitingFor(shop: PaymentsHarness, providerId: string) {
  const items = await shop.payments.openItems({ limit: 1000 })
  return items.filter(({ detail }) => detail?.includes(` ${providerId}:`))
}

const credits = (shop: PaymentsHarness) =>
  shop.query<{ id: string }>(`select id from credits where status = 'open'`)

async function differences(shop: PaymentsHarness, day: string) {
  const closed = await shop.closeDay(day)
  if (!closed.ok) throw new Error(closed.code)
  return closed.value.flatMap((close) => close.differences.map(({ providerId }) => providerId))
}

const today = () => ana.clock.now().toISOString().slice(0, 10)

test('two installations of this product each book their own payments, and neither books or refunds the other’s', async () => {
  const [one, several] = [await paidIn(ana, 1), await paidIn(bia, 2)]
  const ids = [one.providerId, several.providerId]
  const day = today()
  await settle()
  expect(await booked(ana, ids)).toEqual([10_000, 0])
  expect(await booked(bia, ids)).toEqual([0, 20_000])
  expect(await credits(ana)).toEqual([])
  expect(await credits(bia)).toEqual([])
  const [item] = await waitingFor(ana, several.providerId)
  expect(item).toMatchObject({ kind: 'set_aside', reason: 'perhaps_ours', amount: 20_000 })
  expect(item?.detail).toContain(several.reference)
  expect(await waitingFor(bia, one.providerId)).toMatchObject([{ reason: 'perhaps_ours', amount: 10_000 }])

  // Each day lists what a person has to decide, and nothing else; after the decision, it agrees.
  expect(await differences(ana, day)).toEqual([several.providerId])
  expect(await differences(bia, day)).toEqual([one.providerId])
  await ana.query('delete from daily_closes')
  await ana.database.transaction((tx) =>
    ana.payments.resolveSetAside(tx, { setAsideId: item?.id ?? '', ...decision }),
  )
  expect(await ana.closeDay(day)).toMatchObject({
    value: [{ status: 'agrees', theirs: 10_000, ours: 10_000 }],
  })
  expect(await ana.payments.otherShopPayments()).toMatchObject([{ providerId: several.providerId }])

  // The other shop refunds the payment: no decision is requested again, and nothing of ours moves.
  pass(second)
  await ana.simulator.act(several.reference, 'refund')
  await settle()
  expect(await waitingFor(ana, several.providerId)).toEqual([])
  expect(await bia.statuses(several.instalmentIds)).toEqual(['refunded', 'refunded'])
  expect(await ana.statuses(one.instalmentIds)).toEqual(['paid'])
  for (const shop of [ana, bia]) expect(await shop.payments.checkBooks()).toEqual([])
})

test('payments of a shop with other software are listed, and no notice, report or sweep makes them ours', async () => {
  const own = await paidIn(ana, 1)
  const day = today()
  const others: string[] = []
  for (const status of ['approved', 'pending', 'refunded', 'charged_back', 'in_mediation', 'novo-estado']) {
    pass(second)
    // The notices of the account reach every shop.
    const said = {
      external_reference: `WC-${others.length}`,
      notification_url: `${ana.publicUrl}/outra-loja`,
    }
    others.push(String((await ana.simulator.stray({ amount: 77.5, status, ...said })).id))
  }
  await ana.simulator.noticesSent()
  await ana.work()
  expect((await ana.payments.otherShopPayments()).length).toBeGreaterThanOrEqual(5)
  await settle()
  await settle()
  expect(await booked(ana, [own.providerId, ...others])).toEqual([10_000, 0, 0, 0, 0, 0, 0])
  expect(await ana.query('select 1 from provider_payments where provider_id = any($1)', [others])).toEqual([])
  for (const providerId of others) expect(await waitingFor(ana, providerId)).toEqual([])
  expect(await credits(ana)).toEqual([])
  const listed = await ana.payments.otherShopPayments()
  const withMoney = others.filter((_, index) => index !== 1)
  expect(
    listed
      .filter(({ detail }) => detail.startsWith('WC-'))
      .map(({ providerId }) => providerId)
      .sort(),
  ).toEqual(withMoney.sort())
  await ana.query('delete from daily_closes')
  expect(await ana.closeDay(day)).toMatchObject({ value: [{ status: 'agrees', theirs: 10_000 }] })
  expect(await ana.payments.checkBooks()).toEqual([])
})

test('a forgotten charge is booked by the decision of one person, and refunded by another', async () => {
  const lost = await paidIn(bia, 1)
  await settle()
  const [item] = await waitingFor(ana, lost.providerId)
  const setAsideId = item?.id ?? ''
  const decide = (is: 'ours' | 'theirs') =>
    ana.database.transaction(
      (tx): Promise<{ ok: boolean }> =>
        is === 'ours'
          ? ana.payments.confirmSetAside(tx, { setAsideId, ...decision })
          : ana.payments.resolveSetAside(tx, { setAsideId, ...decision }),
    )
  // Two people decide at the same time: one decision counts, and the other is refused.
  const both = await Promise.all([decide('ours'), decide('ours')])
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
  expect(await decide('theirs')).toMatchObject({ ok: false, code: 'not_open' })
  await settle()
  expect(await booked(ana, [lost.providerId])).toEqual([10_000])
  expect(await waitingFor(ana, lost.providerId)).toEqual([])
  const [credit] = await credits(ana)
  const refund = (isOurs?: boolean) =>
    ana.database.transaction((tx) =>
      ana.payments.refundCredit(tx, {
        ...{ creditId: credit?.id ?? '', ...decision },
        ...(isOurs && { isOurs }),
      }),
    )
  expect(await refund()).toMatchObject({ ok: false, code: 'not_confirmed' })
  expect(await refund(true)).toEqual({ ok: true, value: 10_000 })
  expect(await ana.payments.checkBooks()).toEqual([])
})

test('of two people classifying a payment at once, one decision counts', async () => {
  const lost = await paidIn(bia, 1)
  await settle()
  const setAsideId = (await waitingFor(ana, lost.providerId))[0]?.id ?? ''
  const decisions = await Promise.all([
    ana.database.transaction((tx) => ana.payments.confirmSetAside(tx, { setAsideId, ...decision })),
    ana.database.transaction((tx) => ana.payments.resolveSetAside(tx, { setAsideId, ...decision })),
  ])
  expect(decisions.map(({ ok }) => ok).sort()).toEqual([false, true])
  await settle()
  const isBooked = (await booked(ana, [lost.providerId]))[0] === 10_000
  expect(isBooked).toBe(decisions[0].ok)
  expect(
    (await ana.payments.otherShopPayments()).some(({ providerId }) => providerId === lost.providerId),
  ).toBe(!isBooked)
})

test('a second installation on one account sees the first by its payments, and not its earlier address', async () => {
  const other = (shop: PaymentsHarness, formerAddresses: string[] = []) =>
    shop.payments.otherInstallation({ formerAddresses })
  expect(await other(bia)).toBeUndefined()
  await paidIn(ana, 1)
  pass(minute)
  // A shop's own payments count as its own, and so do those at an address it had before.
  expect(await other(ana)).toBeUndefined()
  const found = await other(bia)
  expect(found).toBe(ana.publicUrl)
  expect(await other(bia, [ana.publicUrl])).toBeUndefined()
  // No shop is refused because of an old payment, or because the provider does not respond.
  pass(8 * 24 * 60 * minute)
  expect(await other(bia)).toBeUndefined()
})

test('a process does not start on the account of another installation', async () => {
  const now = () => new Date()
  const provider = await startProvider({ ...movableClock(now().toISOString()), now })
  const folder = mkdtempSync(join(tmpdir(), 'two-shops-'))
  const own = await testDatabase()
  onTestFinished(async () => {
    await provider.close()
    await own.close()
    rmSync(folder, { recursive: true })
  })
  const notices = 'https://outra-loja.exemplo/webhooks/mercadopago'
  await provider.stray({
    ...{ amount: 77.5, status: 'approved' },
    ...{ external_reference: `PARC_${newId()}`, notification_url: notices },
  })
  const main = join(import.meta.dirname, '../../../src/main.ts')
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...applicationOptions, main],
    {
      env: {
        ...shellEnvironment(),
        ...{ DATA_DIR: folder, DATABASE_URL: own.url, ROLE: 'worker' },
        ...{ MERCADOPAGO_BASE_URL: provider.url, MERCADOPAGO_ACCESS_TOKEN: provider.accessToken },
        ...{ MERCADOPAGO_WEBHOOK_SECRET: webhookSecret },
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  expect(await text(child.stderr)).toMatch(
    /já é usada por outra instalação deste programa, em https:\/\/outra-loja\.exemplo:/,
  )
}, 240_000)
