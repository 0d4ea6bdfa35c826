// Databases: both. What is judged is our own arithmetic, so a sample of the stories is enough on the second one.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildBrCode } from '../../../src/core/br-code.ts'
import {
  hasMoneyArrived,
  type PaymentState,
  paymentMachine,
} from '../../../src/modules/payments/domain/payment-state.ts'
import type { PaymentProvider, PaymentReport } from '../../../src/modules/payments/ports.ts'
import { onDatabase, testDatabase } from '../../support/database.ts'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
let books: Rig['payments']
/** What the provider says of the charge that is asked about, the newest payment first. */
let said: PaymentReport[] = []
let made = 0

beforeAll(async () => {
  rig = await startRig({ testDatabase })
  const scripted: Partial<PaymentProvider> = {
    paymentsOf: async () => ({ ok: true, value: said }),
    createPix: async ({ amount, expiresAt }) => {
      const code = buildBrCode({ key: 'a@b.c', merchantName: 'Loja', city: 'Cidade', amount })
      const asked = { state: 'pending' as const, status: 'pending', detail: undefined }
      const value = { ...asked, providerId: `asked-${++made}`, code, ticketUrl: undefined, expiresAt }
      return { ok: true, value }
    },
  }
  books = rig.build(scripted)
})
afterAll(() => rig.close())

/** A word of the provider about one payment of a charge: what changes from one to the next. */
interface Word {
  state: PaymentState | undefined
  status: string
  /** Centavos. */
  amount: number
  refunded: number
  fee: number
}

/** Centavos asked by every charge of these stories. */
const asked = 20_000

/**
 * A true history of a payment: a way through the provider's states, in which money goes back in parts, its fee changes,
 * and words nobody has heard of, or that cannot be, come in between. The last word is always one that can be. A bank takes
 * back once: of two times with a refund between them, who hears only the second cannot tell which part was which.
 */
const history: fc.Arbitrary<Word[]> = fc
  .record({
    steps: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
    brings: fc.oneof(
      { weight: 3, arbitrary: fc.constant(asked) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 * asked }) },
    ),
    parts: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 7, maxLength: 7 }),
    fees: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 7, maxLength: 7 }),
    odd: fc.array(fc.option(fc.nat({ max: 3 }), { freq: 2 }), { minLength: 7, maxLength: 7 }),
  })
  .map(({ steps, brings, parts, fees, odd }) => {
    const words: Word[] = []
    let state = paymentMachine.initial
    let refunded = 0
    let wasTaken = false
    for (const [at, choice] of [0, ...steps].entries()) {
      if (at > 0) {
        const ways = following[state].filter((next) => next !== 'charged_back' || !wasTaken)
        // Staying approved is a part given back, or another fee.
        state = ways[choice % ways.length] ?? state
        wasTaken ||= state === 'charged_back'
      }
      const arrived = hasMoneyArrived(state)
      const left = brings - refunded
      if (state === 'refunded') refunded = brings
      else if (state === 'approved' && at > 1) refunded += Math.floor((left * (parts[at] ?? 0)) / 400)
      const fee = arrived ? (fees[at] ?? 0) * 7 : 0
      const word = { state, status: state, amount: arrived ? brings : asked, refunded, fee }
      const oddWords = arrived ? [undefined, 'pending', 'rejected', 'cancelled'] : [undefined, 'pending']
      const index = odd[at]
      if (index !== null && index !== undefined && index < oddWords.length) {
        const oddState = oddWords[index] as PaymentState | undefined
        const before = words.at(-1)
        if (before) words.push({ ...before, state: oddState, status: oddState ?? 'processed' })
      }
      words.push(word)
    }
    return words
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

interface Story {
  instalments: number
  /** Of one to three payments of the same charge. */
  histories: Word[][]
  /** In which order, how often, and which of them at all, the words are heard. */
  heard: number[]
}

const story = (payments: number): fc.Arbitrary<Story> =>
  fc.record({
    instalments: fc.integer({ min: 1, max: 2 }),
    histories: fc.array(history, { minLength: payments, maxLength: payments }),
    heard: fc.array(fc.nat(), { maxLength: 14 }),
  })

/** Every word of a story, in the order of time. */
function told({ histories }: Story): { of: number; at: number; word: Word }[] {
  const longest = Math.max(...histories.map((words) => words.length))
  return Array.from({ length: longest }, (_, round) =>
    histories.flatMap((words, of) => {
      const word = words[round]
      return word ? [{ of, word }] : []
    }),
  )
    .flat()
    .map((one, at) => ({ ...one, at }))
}

/** A charge of a customer nobody else is, to which these words are said one by one. */
async function hear(words: readonly { of: number; at: number; word: Word }[], instalments: number) {
  const { viewer, instalmentIds } = await rig.customer({ instalments, amount: asked / instalments })
  const started = await books.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const { reference, provider_id } = await rig.charge(chargeId)
  const began = rig.clock.now().getTime()
  const name = (of: number) => (of === 0 ? (provider_id ?? '') : `${provider_id}-again-${of}`)
  const before = await balances()
  for (const { of, at, word } of words) {
    const updatedAt = new Date(began + at * 1000)
    const approvedAt = hasMoneyArrived(word.state) ? new Date(began) : undefined
    const fixed = { currency: 'BRL', reference, method: 'pix' as const, code: undefined, detail: undefined }
    const none = { ticketUrl: undefined, expiresAt: undefined }
    said = [{ ...word, ...fixed, ...none, providerId: name(of), approvedAt, updatedAt }]
    await books.settleCharge({ chargeId })
    expect(await books.checkBooks()).toEqual([])
  }
  const rows = (text: string) => rig.query<Record<string, unknown>>(text, [chargeId])
  return {
    charge: (await rig.charge(chargeId)).status,
    instalments: await rig.statuses(instalmentIds),
    credits: await rows(
      'select reason, status, sum(amount) as amount from credits where charge_id = $1 group by 1, 2 order by 1, 2',
    ),
    // What was taken and came back is gone without a trace but its row.
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
  const rows = await rig.query<{ account: string; amount: string }>(
    'select account, sum(amount) as amount from ledger_entries group by 1',
  )
  return new Map(rows.map(({ account, amount }) => [account, Number(amount)]))
}

function since(before: Map<string, number>, after: Map<string, number>): Record<string, number> {
  const moved = [...after].map(([account, amount]) => [account, amount - (before.get(account) ?? 0)] as const)
  return Object.fromEntries(moved.filter(([, amount]) => amount !== 0).toSorted())
}

/** As the provider told it, and as it was heard: out of order, twice or never; and at last asked once more. */
async function bothWays(one: Story) {
  const words = told(one)
  const heard = one.heard.flatMap((index) => words[index % words.length] ?? [])
  const last = one.histories.map((_, of) => words.findLast((word) => word.of === of)).filter((word) => !!word)
  return [await hear(words, one.instalments), await hear([...heard, ...last], one.instalments)] as const
}

/** A release is judged by the same stories every time; STORY_SEED tells others. */
const seed = Number(process.env.STORY_SEED ?? 20_261_121)

test('one payment: whatever was heard and whatever was not, the books end the same', async () => {
  await fc.assert(
    fc.asyncProperty(story(1), async (one) => {
      const [inOrder, asHeard] = await bothWays(one)
      expect(asHeard).toEqual(inOrder)
    }),
    { numRuns: onDatabase({ postgres: 100, embedded: 10 }), seed, endOnFailure: true },
  )
}, 240_000)

test('payments that compete for a charge: which of them pays is who comes first, the totals are the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 3 }).chain(story), async (one) => {
      const [inOrder, asHeard] = await bothWays(one)
      expect(asHeard.payments).toEqual(inOrder.payments)
      expect(totals(asHeard)).toEqual(totals(inOrder))
      const simple = one.histories.every((words) => words.at(-1)?.state === 'approved' && plain(words))
      if (simple) expect(asHeard).toEqual(inOrder)
    }),
    { numRuns: onDatabase({ postgres: 30, embedded: 5 }), seed, endOnFailure: true },
  )
}, 240_000)

const plain = (words: readonly Word[]) => words.every(({ amount, refunded }) => amount === asked && !refunded)

function totals({ ledger, refunds }: Awaited<ReturnType<typeof hear>>) {
  return { atProvider: ledger['provider:mercado-pago'] ?? 0, fees: ledger.fees ?? 0, refunds }
}
