// Databases: one
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  hasMoneyArrived,
  type PaymentState,
  paymentMachine,
} from '../../../src/modules/payments/domain/payment-state.ts'
import type { PaymentProvider, PaymentReport } from '../../../src/modules/payments/ports.ts'
import { buildBrCode } from '../../support/build-br-code.ts'
import { testDatabase } from '../../support/database.ts'
import { type PaymentsHarness, startPaymentsHarness } from './payments-harness.ts'

let harness: PaymentsHarness
let payments: PaymentsHarness['payments']
/** The provider's reports for the charge, newest payment first. */
let scripted: PaymentReport[] = []
let made = 0

beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
  const scriptedProvider: Partial<PaymentProvider> = {
    paymentsOf: async () => ({ ok: true, value: scripted }),
    get: async (providerId) => {
      const value = scripted.find((report) => report.providerId === providerId)
      return value ? { ok: true, value } : { ok: false, code: 'not_found' }
    },
    createPix: async ({ amount, expiresAt }) => {
      const code = buildBrCode({ key: 'a@b.c', merchantName: 'Loja', city: 'Cidade', amount })
      const asked = { state: 'pending' as const, status: 'pending', detail: undefined }
      const value = { ...asked, providerId: `asked-${++made}`, code, ticketUrl: undefined, expiresAt }
      return { ok: true, value }
    },
  }
  payments = harness.build(scriptedProvider)
})
afterAll(() => harness.close())

/** A report on one payment of a charge: the fields that change from one report to the next. */
interface Report {
  state: PaymentState | undefined
  status: string
  /** Centavos. */
  amount: number
  refunded: number
  fee: number
}

/** Amount of every charge, in centavos. */
const asked = 20_000

/**
 * A valid history of a payment: a path through the provider's states with partial refunds and changing fees, mixed with reports
 * of unknown or illegal states. The last report is always legal. There is at most one chargeback: of two with a refund between
 * them, the last report alone does not say which part was which.
 */
const history: fc.Arbitrary<Report[]> = fc
  .record({
    steps: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
    paidAmount: fc.oneof(
      { weight: 3, arbitrary: fc.constant(asked) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 * asked }) },
    ),
    parts: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 7, maxLength: 7 }),
    fees: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 7, maxLength: 7 }),
    illegal: fc.array(fc.option(fc.nat({ max: 3 }), { freq: 2 }), { minLength: 7, maxLength: 7 }),
  })
  .map(({ steps, paidAmount, parts, fees, illegal }) => {
    const reports: Report[] = []
    let state = paymentMachine.initial
    let refunded = 0
    let wasTaken = false
    for (const [at, choice] of [0, ...steps].entries()) {
      if (at > 0) {
        const nextStates = following[state].filter((next) => next !== 'charged_back' || !wasTaken)
        // Remaining approved represents a partial refund or another fee.
        state = nextStates[choice % nextStates.length] ?? state
        wasTaken ||= state === 'charged_back'
      }
      const arrived = hasMoneyArrived(state)
      const left = paidAmount - refunded
      if (state === 'refunded') refunded = paidAmount
      else if (state === 'approved' && at > 1) refunded += Math.floor((left * (parts[at] ?? 0)) / 400)
      const fee = arrived ? Math.min(paidAmount, (fees[at] ?? 0) * 7) : 0
      const report = { state, status: state, amount: arrived ? paidAmount : asked, refunded, fee }
      const illegalStates = arrived ? [undefined, 'pending', 'rejected', 'cancelled'] : [undefined, 'pending']
      const index = illegal[at]
      if (index !== null && index !== undefined && index < illegalStates.length) {
        const illegalState = illegalStates[index] as PaymentState | undefined
        const before = reports.at(-1)
        if (before) reports.push({ ...before, state: illegalState, status: illegalState ?? 'processed' })
      }
      reports.push(report)
    }
    return reports
  })

const following: Record<PaymentState, readonly PaymentState[]> = {
  pending: ['approved', 'in_process', 'cancelled', 'rejected', 'expired', 'approved'],
  in_process: ['approved', 'rejected', 'cancelled'],
  approved: ['approved', 'refunded', 'charged_back', 'in_mediation', 'approved'],
  rejected: [],
  cancelled: ['approved'],
  expired: ['approved'],
  in_mediation: ['approved', 'refunded', 'charged_back'],
  refunded: [],
  charged_back: ['approved'],
}

interface TestCase {
  instalments: number
  /** Histories of one to three payments of the same charge. */
  histories: Report[][]
  /** Indexes of the reports that are processed, in any order, repeated or missing. */
  delivered: number[]
}

const testCase = (payments: number): fc.Arbitrary<TestCase> =>
  fc.record({
    instalments: fc.integer({ min: 1, max: 2 }),
    histories: fc.array(history, { minLength: payments, maxLength: payments }),
    delivered: fc.array(fc.nat(), { maxLength: 14 }),
  })

/** Returns all reports of a case, in chronological order. */
function reportsOf({ histories }: TestCase): { of: number; at: number; report: Report }[] {
  const maxLength = Math.max(...histories.map((reports) => reports.length))
  return Array.from({ length: maxLength }, (_, round) =>
    histories.flatMap((reports, of) => {
      const report = reports[round]
      return report ? [{ of, report }] : []
    }),
  )
    .flat()
    .map((one, at) => ({ ...one, at }))
}

/** Processes the reports one by one for a charge of a new customer. Returns the resulting books. */
async function processReports(
  reports: readonly { of: number; at: number; report: Report }[],
  instalments: number,
) {
  const { viewer, instalmentIds } = await harness.customer({ instalments, amount: asked / instalments })
  const started = await payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const { reference, provider_id } = await harness.charge(chargeId)
  const startedAt = harness.clock.now().getTime()
  const name = (of: number) => (of === 0 ? (provider_id ?? '') : `${provider_id}-again-${of}`)
  const before = await balances()
  for (const { of, at, report } of reports) {
    const updatedAt = new Date(startedAt + at * 1000)
    const approvedAt = hasMoneyArrived(report.state) ? new Date(startedAt) : undefined
    const fixed = { currency: 'BRL', reference, method: 'pix' as const, code: undefined, detail: undefined }
    const none = { ticketUrl: undefined, expiresAt: undefined }
    scripted = [{ ...report, ...fixed, ...none, providerId: name(of), approvedAt, updatedAt }]
    await payments.settleCharge({ chargeId })
    expect(await payments.checkBooks()).toEqual([])
  }
  const rows = (text: string) => harness.query<Record<string, unknown>>(text, [chargeId])
  return {
    charge: (await harness.charge(chargeId)).status,
    instalments: await harness.statuses(instalmentIds),
    credits: await rows(
      'select reason, status, sum(amount) as amount from credits where charge_id = $1 group by 1, 2 order by 1, 2',
    ),
    // A reversed chargeback leaves only its row.
    refunds: await rows(
      `select origin, sum(amount) as amount from refunds where charge_id = $1 and status <> 'reversed' group by 1 order by 1`,
    ),
    payments: await rows(
      `select split_part(provider_id, '-', 4) as of, state, status, amount, refunded, fee, received_at is not null as received
       from provider_payments where charge_id = $1 order by 1`,
    ),
    ledger: since(before, await balances()),
  }
}

async function balances(): Promise<Map<string, number>> {
  const rows = await harness.query<{ account: string; amount: string }>(
    'select account, sum(amount) as amount from ledger_entries group by 1',
  )
  return new Map(rows.map(({ account, amount }) => [account, Number(amount)]))
}

function since(before: Map<string, number>, after: Map<string, number>): Record<string, number> {
  const moved = [...after].map(([account, amount]) => [account, amount - (before.get(account) ?? 0)] as const)
  return Object.fromEntries(moved.filter(([, amount]) => amount !== 0).toSorted())
}

/** Returns the books after all reports in order, and after the delivered ones plus a final check. */
async function bothWays(one: TestCase) {
  const reports = reportsOf(one)
  const delivered = one.delivered.flatMap((index) => reports[index % reports.length] ?? [])
  const last = one.histories
    .map((_, of) => reports.findLast((report) => report.of === of))
    .filter((report) => !!report)
  return [
    await processReports(reports, one.instalments),
    await processReports([...delivered, ...last], one.instalments),
  ] as const
}

test('one payment: the books converge, whichever reports were processed', async () => {
  await fc.assert(
    fc.asyncProperty(testCase(1), async (one) => {
      const [inOrder, asDelivered] = await bothWays(one)
      expect(asDelivered).toEqual(inOrder)
    }),
    { numRuns: 20, endOnFailure: true },
  )
}, 240_000)

test('competing payments of a charge: the first one processed pays, and the totals converge', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 3 }).chain(testCase), async (one) => {
      const [inOrder, asDelivered] = await bothWays(one)
      expect(asDelivered.payments).toEqual(inOrder.payments)
      expect(totals(asDelivered)).toEqual(totals(inOrder))
      const simple = one.histories.every(
        (reports) => reports.at(-1)?.state === 'approved' && isPlain(reports),
      )
      if (simple) expect(asDelivered).toEqual(inOrder)
    }),
    { numRuns: 8, endOnFailure: true },
  )
}, 240_000)

const isPlain = (reports: readonly Report[]) =>
  reports.every(({ amount, refunded }) => amount === asked && !refunded)

function totals({ ledger, refunds }: Awaited<ReturnType<typeof processReports>>) {
  return { atProvider: ledger['provider:mercado-pago'] ?? 0, fees: ledger.fees ?? 0, refunds }
}
