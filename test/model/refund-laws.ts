import { formatAction } from '../../scripts/model/format-action.ts'
import { atProvider, budgetOf, providerActions } from '../../scripts/model/provider.ts'
import { type Bounds, type Budget, hasArrived, initialWorld, type Report } from '../../scripts/model/world.ts'
import type { PaymentsHarness } from '../modules/payments/payments-harness.ts'
import { openShop, type ShopOptions } from './scripted-shop.ts'

/**
 * Runs a random history with refunds on the real use cases, and checks the books against the model's laws after every step and
 * after quiescence. The code, not the model, decides what returned money was for and which refund waits for a person.
 *
 * @returns the history, and the laws that it broke
 */
export async function liveWithRefunds(
  harness: PaymentsHarness,
  { bounds, random, ...options }: ShopOptions & { bounds: Bounds; random: () => number },
): Promise<{ history: string[]; breaches: string[] }> {
  const shop = await openShop(harness, options)
  const used = { ...initialWorld.used }
  const fetched: { payment: number; report: Report }[] = []
  const history: string[] = []
  const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]

  /** Returns the steps that are possible now, by kind. */
  async function steps(): Promise<Map<string, (() => unknown)[]>> {
    const truth = shop.truth()
    const may = (budget: Budget) => used[budget] < bounds[budget]
    const kinds = new Map<string, (() => unknown)[]>()
    const add = (kind: string, run: () => unknown, budget?: Budget) => {
      const counted = () => {
        if (budget) used[budget]++
        return run()
      }
      kinds.set(kind, [...(kinds.get(kind) ?? []), counted])
    }
    for (const action of providerActions(truth, bounds, may)) {
      add(
        action.do,
        () => say(formatAction(action), () => shop.change(atProvider(truth, action))),
        budgetOf[action.do],
      )
    }
    for (const [payment, report] of truth.payments.entries()) {
      if (may('fetches'))
        add('fetch', () => say(`fetch ${payment}`, () => fetched.push({ payment, report })), 'fetches')
    }
    for (const { payment, report } of fetched) {
      if (used.fetches < 3 * bounds.fetches)
        add(
          'record',
          () => say(`record ${payment} version ${report.version}`, () => shop.receive(payment, report)),
          'fetches',
        )
    }
    for (const charge of [0, 1]) {
      for (const kind of bounds.requestKinds) {
        if (may('requests'))
          add('request', () => say(`request ${charge} ${kind}`, () => shop.request(charge, kind)), 'requests')
      }
    }
    for (const [index, { id, isSent }] of (await shop.requested()).entries()) {
      if (!isSent) add('issue', () => say(`issue ${index}`, () => shop.issue(id)))
    }
    for (const [index, key] of shop.waiting().entries()) {
      add('answer', () => say(`answer ${index}`, () => shop.answer(key, { isLost: false })))
      if (may('crashes'))
        add('crash', () => say(`crash ${index}`, () => shop.answer(key, { isLost: true })), 'crashes')
    }
    if (may('sweeps')) add('sweep', () => say('sweep', () => shop.payments.reconcile()), 'sweeps')
    return kinds
  }

  function say(what: string, run: () => unknown) {
    history.push(what)
    return run()
  }

  const breaches: string[] = []
  for (let at = 0; at < maxSteps && breaches.length === 0; at++) {
    const kinds = await steps()
    const run = oneOf(kinds.get(oneOf([...kinds.keys()]) ?? '') ?? [])
    if (!run) break
    harness.clock.advance(1000)
    await run()
    breaches.push(...always(await paymentsOf(harness, shop.chargeIds), shop.truth().payments))
  }
  await shop.quiesce()
  breaches.push(...inTheEnd(await paymentsOf(harness, shop.chargeIds), shop.truth().payments))
  if ((await shop.requested()).length > 0) breaches.push('a refund is neither done nor decided')
  breaches.push(...(await unseen(harness, shop.chargeIds)))
  const broken = await shop.payments.checkBooks()
  if (broken.length > 0) breaches.push(`the books do not add up: ${JSON.stringify(broken)}`)
  await shop.close()
  return { history, breaches }
}

const maxSteps = 40

interface BookedPayment {
  payment: number
  isReceived: boolean
  amount: number
  /** Amount allocated to instalments and to credits. */
  allocated: number
  /** Amount of completed refunds. */
  done: number
  /** Amount that a bank took and has not given back. */
  taken: number
  /** Number of instalments that it still pays. */
  paying: number
}

async function paymentsOf(harness: PaymentsHarness, chargeIds: string[]): Promise<BookedPayment[]> {
  const rows = await harness.query<
    Record<'name' | 'amount' | 'paid' | 'credits' | 'done' | 'taken' | 'paying', string> & {
      received: boolean
    }
  >(
    `select split_part(p.provider_id, '-', 4) as name, p.received_at is not null as received, p.amount,
       (select coalesce(sum(i.paid_amount), 0) from payments i where i.paid_with = p.id) as paid,
       (select count(*) from payments i where i.paid_with = p.id and i.status = 'paid') as paying,
       (select coalesce(sum(c.amount), 0) from credits c where c.provider_payment_id = p.id) as credits,
       (select coalesce(sum(r.amount), 0) from refunds r
         where r.provider_payment_id = p.id and r.status = 'done' and r.origin <> 'chargeback') as done,
       (select coalesce(sum(r.amount), 0) from refunds r
         where r.provider_payment_id = p.id and r.status = 'done' and r.origin = 'chargeback') as taken
     from provider_payments p where p.charge_id = any($1)`,
    [chargeIds],
  )
  return rows.map(({ name, received, amount, paid, credits, done, taken, paying }) => ({
    payment: Number(name),
    isReceived: received,
    amount: Number(amount),
    allocated: Number(paid) + Number(credits),
    done: Number(done),
    taken: Number(taken),
    paying: Number(paying),
  }))
}

/**
 * Returns violations of the laws that hold after every step: every received centavo is allocated once; nothing is booked as
 * returned that the provider still has.
 */
function always(booked: readonly BookedPayment[], truth: readonly Report[]): string[] {
  return booked.flatMap(({ payment, isReceived, amount, allocated, done }) => {
    const received = isReceived ? amount : 0
    const returned = truth[payment]?.refunded ?? 0
    return [
      ...(allocated === received
        ? []
        : [`payment ${payment}: ${allocated} allocated of ${received} received`]),
      ...(done > returned
        ? [`payment ${payment}: ${done} refunded in the books, ${returned} at the provider`]
        : []),
    ]
  })
}

/** Returns differences between the books and the provider's truth after quiescence. */
function inTheEnd(booked: readonly BookedPayment[], truth: readonly Report[]): string[] {
  return truth.flatMap(({ state, amount, refunded }, payment) => {
    const ours = booked.find((one) => one.payment === payment)
    if (!hasArrived(state)) return ours?.isReceived ? [`payment ${payment}: received, and never paid`] : []
    if (!ours?.isReceived || ours.amount !== amount) return [`payment ${payment}: ${amount} not received`]
    return [
      ...(ours.done === refunded
        ? []
        : [`payment ${payment}: ${ours.done} refunded in the books, ${refunded} at the provider`]),
      ...(ours.taken === (state === 'charged_back' ? amount - refunded : 0)
        ? []
        : [`payment ${payment}: ${ours.taken} charged back in the books, and ${state} at the provider`]),
      ...(state === 'refunded' && ours.paying > 0
        ? [`payment ${payment}: wholly refunded, and still pays an instalment`]
        : []),
    ]
  })
}

/** Returns open credits and refused refunds that are not on the team's list. */
async function unseen(harness: PaymentsHarness, chargeIds: string[]): Promise<string[]> {
  const open = await harness.query<{ id: string }>(
    `select id from credits where charge_id = any($1) and status = 'open'
     union all select id from refunds where charge_id = any($1) and status = 'failed'`,
    [chargeIds],
  )
  const listed = new Set((await harness.payments.openItems({ limit: 100_000 })).map(({ id }) => id))
  return open.flatMap(({ id }) => (listed.has(id) ? [] : [`${id} is open, and nobody sees it`]))
}
