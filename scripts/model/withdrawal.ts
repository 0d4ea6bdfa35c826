/**
 * A second model, about whose money is refunded: one payment paid for an instalment of each of two orders. Refunds are made in
 * the provider's panel without saying for which order, customers withdraw, responses get lost, and the provider takes its time to carry
 * a refund out. The world knows what each refund was for; the books do not, and use the code's own decisions (`domain/returns.ts`).
 */
import {
  clearAttribution,
  decideRefund,
  nextStep,
  type Sent,
  unrecordedReturns,
} from '../../src/modules/payments/domain/returns.ts'
import { replaced, sum } from './world.ts'

export const decisions = { clearAttribution, decideRefund, nextStep, unrecordedReturns }
export type Decisions = typeof decisions

type Order = 0 | 1
const orders: readonly Order[] = [0, 1]

interface Return {
  amount: number
  /** The order that the money really belongs to; for a refund made in the panel, only the person who made it knows. */
  of: Order
  /** Key of a refund that we requested. */
  key: string | undefined
}

interface Refund {
  /** Undefined for money that was returned without our request. */
  order: Order | undefined
  status: 'requested' | 'held' | 'done' | 'failed' | 'given_up'
  amount: number
  key: string
  sent: Sent
  providerRefundId: string | null
  /** Amounts that it returns of each order; the refund of a withdrawal returns all of its own order. */
  parts: readonly [number, number]
  unattributed: number
  /** Whether the provider has said that it is carrying it out. */
  isAccepted: boolean
  /** The provider's response, not committed yet. `over`: it was accepted, and will not be carried out. */
  answer: 'done' | 'refused' | 'in_process' | 'over' | undefined
}

interface WithdrawalWorld {
  /** Amount paid for each order. */
  paid: readonly [number, number]
  returns: readonly Return[]
  /** Accepted by the provider, and not carried out yet. */
  pending: readonly Return[]
  /** Keys of the refunds that it accepted and could not carry out. */
  over: readonly string[]
  refunds: readonly Refund[]
  withdrawn: readonly Order[]
  used: { panel: number; crashes: number; sweeps: number; slow: number }
}

export type WithdrawalAction =
  | { do: 'panel'; order: Order; amount: number }
  | { do: 'withdraw'; order: Order }
  | { do: 'sweep' }
  /** The job of a refund queries the provider, decides, and sends the request. The response is not committed yet. */
  | { do: 'issue'; refund: number; isSlow?: true }
  /** The provider ends a refund that it has accepted. */
  | { do: 'end'; isDone: boolean }
  | { do: 'answer'; refund: number }
  /** The process dies before the commit. */
  | { do: 'crash'; refund: number }
  /** Ten minutes pass. */
  | { do: 'later' }
  /** A person attributes the money that was refunded in the panel. */
  | { do: 'attribute' }

export interface WithdrawalBounds {
  /** Amount paid for each order. Where the second is larger, the provider could give the first one's money back twice. */
  paid: readonly [number, number]
  panel: number
  crashes: number
  sweeps: number
  /** Requests that the provider accepts before it carries them out. */
  slow: number
  /** Whether the provider lists its refunds, or reports only their sum. */
  isListed: boolean
}

const initialWithdrawalWorld: Omit<WithdrawalWorld, 'paid'> = {
  returns: [],
  pending: [],
  over: [],
  refunds: [],
  withdrawn: [],
  used: { panel: 0, crashes: 0, sweeps: 0, slow: 0 },
}

const totalOf = (returns: readonly Return[]) => sum(returns.map(({ amount }) => amount))
const totalOfOrder = (returns: readonly Return[], order: Order) =>
  totalOf(returns.filter(({ of }) => of === order))
const returned = ({ returns }: WithdrawalWorld) => totalOf(returns)
const returnedOf = ({ returns }: WithdrawalWorld, order: Order) => totalOfOrder(returns, order)
const unattributedIn = (refunds: readonly Refund[]) => sum(refunds.map(({ unattributed }) => unattributed))

function withdrawalActions(
  world: WithdrawalWorld,
  bounds: Omit<WithdrawalBounds, 'paid'>,
): WithdrawalAction[] {
  const { paid, refunds, withdrawn, used } = world
  // The panel shows what is under way.
  const gone = [...world.returns, ...world.pending]
  return [
    ...orders.flatMap((order): WithdrawalAction[] => {
      const left = Math.min(paid[order] - totalOfOrder(gone, order), sum(paid) - totalOf(gone))
      if (used.panel >= bounds.panel) return []
      return [...new Set([3_000, left])]
        .filter((amount) => amount > 0 && amount <= left)
        .map((amount) => ({ do: 'panel', order, amount }))
    }),
    ...orders.flatMap((order): WithdrawalAction[] =>
      withdrawn.includes(order) ? [] : [{ do: 'withdraw', order }],
    ),
    ...(used.sweeps < bounds.sweeps ? [{ do: 'sweep' } as const] : []),
    ...refunds.flatMap(({ status, answer }, refund): WithdrawalAction[] => {
      if (status !== 'requested') return []
      if (!answer)
        return [
          { do: 'issue', refund },
          ...(used.slow < bounds.slow ? [{ do: 'issue', refund, isSlow: true } as const] : []),
        ]
      return [
        { do: 'answer', refund },
        ...(used.crashes < bounds.crashes ? [{ do: 'crash', refund } as const] : []),
      ]
    }),
    ...(world.pending.length > 0
      ? [true, false].map((isDone): WithdrawalAction => ({ do: 'end', isDone }))
      : []),
    ...(refunds.some(isAwaited) ? [{ do: 'later' } as const] : []),
    ...(unattributedIn(refunds) > 0 ? [{ do: 'attribute' } as const] : []),
  ]
}

const isAwaited = ({ status, sent, answer }: Refund) =>
  status === 'requested' && sent === 'recently' && answer === undefined

/** Returns the world after an action. Pure. */
function withdrawalStep(
  world: WithdrawalWorld,
  action: WithdrawalAction,
  { isListed }: Pick<WithdrawalBounds, 'isListed'>,
  by: Decisions = decisions,
): WithdrawalWorld {
  const use = (budget: keyof WithdrawalWorld['used']): WithdrawalWorld => ({
    ...world,
    used: { ...world.used, [budget]: world.used[budget] + 1 },
  })
  switch (action.do) {
    case 'panel': {
      const { order, amount } = action
      return { ...use('panel'), returns: [...world.returns, { amount, of: order, key: undefined }] }
    }
    case 'withdraw':
      return withdraw(world, action.order, by)
    case 'sweep':
      return record(use('sweeps'), isListed, by)
    case 'issue':
      return issue(record(action.isSlow ? use('slow') : world, isListed, by), action, by)
    case 'end':
      return end(world, action.isDone)
    case 'answer':
      return record(commit(world, action.refund, by), isListed, by)
    case 'crash':
      return change(use('crashes'), action.refund, { answer: undefined })
    case 'later':
      return {
        ...world,
        refunds: world.refunds.map((one) => (isAwaited(one) ? { ...one, sent: 'earlier' } : one)),
      }
    case 'attribute':
      return attribute(world, by)
  }
}

type Books = Pick<WithdrawalWorld, 'paid' | 'refunds'>

/** Returns the amount of each order's money that is left in the books. */
function claimsOf({ refunds, paid }: Books, counting: 'done' | 'sent' | 'active', except?: Refund) {
  const counted = refunds.filter((one) => {
    if (one === except) return false
    if (one.status !== 'requested') return one.status === 'done'
    return counting === 'active' || (counting === 'sent' && one.sent !== 'never')
  })
  return orders.map((order) => {
    const isWhole = counted.some((one) => one.order === order)
    const back = sum(counted.map(({ parts }) => parts[order]))
    const rest = isWhole ? 0 : Math.max(0, paid[order] - back)
    return { kind: 'instalment' as const, id: String(order), rest }
  })
}

/** Returns the amounts that a withdrawal may refund, and those that limit it. */
function stateOf(books: Books, order: Order, except?: Refund) {
  const { refunds, paid } = books
  const own = claimsOf(books, 'active', except)[order]?.rest ?? 0
  const active = refunds.filter(
    (one) => one !== except && (one.status === 'requested' || one.status === 'done'),
  )
  const gone = active.filter(({ status, sent }) => status === 'done' || sent !== 'never')
  return {
    wanted: own,
    own,
    others: claimsOf(books, 'done', except)[1 - order]?.rest ?? 0,
    unattributed: unattributedIn(active),
    left: sum(paid) - sum(gone.map(({ amount }) => amount)),
  }
}

function withdraw(world: WithdrawalWorld, order: Order, by: Decisions): WithdrawalWorld {
  const { refunds, withdrawn } = world
  const state = stateOf(world, order)
  const decision = by.decideRefund(state)
  const next = { ...world, withdrawn: [...withdrawn, order].toSorted() }
  if (decision.kind === 'nothing') return next
  const isHeld = decision.kind === 'hold'
  const refund: Refund = {
    order,
    status: isHeld ? 'held' : 'requested',
    amount: isHeld ? state.own : decision.amount,
    key: `${order}`,
    sent: 'never',
    providerRefundId: null,
    parts: [0, 0],
    unattributed: 0,
    isAccepted: false,
    answer: undefined,
  }
  return { ...next, refunds: [...refunds, refund] }
}

/** Records the provider's refunds that are not known yet. */
function record(world: WithdrawalWorld, isListed: boolean, by: Decisions): WithdrawalWorld {
  const entries = world.returns.map(({ amount }, index) => ({ id: String(index), amount }))
  const found = by.unrecordedReturns({
    refunded: returned(world),
    entries: isListed ? entries : undefined,
    recorded: world.refunds.map(({ order, sent, ...refund }) => ({
      ...refund,
      origin: order === undefined ? 'panel' : 'withdrawal',
      sentAt: sent === 'never' ? null : new Date(0),
    })),
  })
  const panel = found.map(
    ({ id, amount }): Refund => ({
      order: undefined,
      status: 'done',
      amount,
      key: '',
      sent: 'never',
      providerRefundId: id,
      parts: [0, 0],
      unattributed: amount,
      isAccepted: false,
      answer: undefined,
    }),
  )
  return attributeClear({ ...world, refunds: [...world.refunds, ...panel] }, by)
}

function attributeClear(world: WithdrawalWorld, by: Decisions): WithdrawalWorld {
  const { refunds } = world
  const back = unattributedIn(refunds)
  if (back === 0) return world
  const canChange = ({ status, sent }: Refund) =>
    status === 'held' || (status === 'requested' && sent === 'never')
  const parts = by.clearAttribution({
    returned: back,
    claims: claimsOf(world, 'done'),
    isGoingBack: ({ id }) => refunds.some((one) => String(one.order) === id && canChange(one)),
  })
  if (!parts) return world
  const given = spread(
    refunds,
    orders.map((order) => sum(parts.map(({ claim, amount }) => (claim.id === String(order) ? amount : 0)))),
  )
  return release({ ...world, refunds: given.map((one) => ({ ...one, unattributed: 0 })) }, by)
}

/** Takes the given amount for each order from the unattributed money, one refund after the other. */
function spread(refunds: readonly Refund[], amounts: readonly number[]): Refund[] {
  const left = [...amounts]
  return refunds.map((refund) => {
    const parts: [number, number] = [...refund.parts]
    let { unattributed } = refund
    for (const order of orders) {
      const part = Math.min(left[order] ?? 0, unattributed)
      left[order] = (left[order] ?? 0) - part
      parts[order] += part
      unattributed -= part
    }
    return { ...refund, parts, unattributed }
  })
}

/**
 * Lets a person attribute correctly the refunds whose purpose the books do not know, as far as the books can represent it: those
 * made in the panel, and ours whose response was lost permanently.
 */
function attribute(world: WithdrawalWorld, by: Decisions): WithdrawalWorld {
  const { refunds, returns } = world
  const claims = claimsOf(world, 'sent')
  const isOurs = (id: number) =>
    refunds.some((one) => one.order !== undefined && one.providerRefundId === String(id))
  const amounts = orders.map((order) => {
    const truth = sum(returns.map(({ of, amount }, id) => (of === order && !isOurs(id) ? amount : 0)))
    const known = sum(refunds.map(({ parts }) => parts[order]))
    return Math.max(0, Math.min(truth - known, claims[order]?.rest ?? 0))
  })
  return release({ ...world, refunds: spread(refunds, amounts) }, by)
}

/** Lets held refunds continue with the amount that certainly belongs to them by now. */
function release(world: WithdrawalWorld, by: Decisions): WithdrawalWorld {
  let next = world
  for (const [index, { status }] of world.refunds.entries()) {
    const refund = next.refunds[index]
    if (status !== 'held' || refund?.order === undefined) continue
    const state = stateOf(next, refund.order, refund)
    const decision = by.decideRefund(state)
    if (decision.kind === 'nothing')
      next = change(next, index, { status: state.own > state.unattributed ? 'failed' : 'given_up' })
    if (decision.kind !== 'refund') continue
    const anew = { amount: decision.amount, key: `${refund.key}'`, sent: 'never' } as const
    next = change(next, index, { ...anew, status: 'requested' })
  }
  return next
}

/** Runs the job of a refund. The provider's refunds were recorded immediately before. */
function issue(
  world: WithdrawalWorld,
  { refund: index, isSlow }: { refund: number; isSlow?: true },
  by: Decisions,
): WithdrawalWorld {
  const refund = world.refunds[index]
  if (refund?.status !== 'requested' || refund.order === undefined) return world
  const state = stateOf(world, refund.order, refund)
  const done = sum(world.refunds.map(({ status, amount }) => (status === 'done' ? amount : 0)))
  const leftAtProvider = sum(world.paid) - returned(world)
  const otherSent = world.refunds.filter(
    (one) => one !== refund && one.status === 'requested' && one.sent !== 'never',
  )
  const step = by.nextStep({
    ...state,
    amount: refund.amount,
    sent: refund.sent,
    isAccepted: refund.isAccepted,
    leftAtProvider,
    underWay: Math.max(0, totalOf(world.pending) - sum(otherSent.map(({ amount }) => amount))),
    unexplained: Math.max(0, returned(world) - done),
  })
  switch (step.kind) {
    case 'wait':
      return world
    case 'hold':
      return change(world, index, { status: 'held' })
    case 'nothing':
      return state.own > 0
        ? change(world, index, { status: 'failed' })
        : release(change(world, index, { status: 'given_up' }), by)
    case 'refund': {
      const { amount } = step
      const isSame = amount === refund.amount || refund.sent === 'never'
      const key = isSame ? refund.key : `${refund.key}+`
      const sent = { amount, key, sent: 'recently' } as const
      const hasKey = (one: Return) => one.key === key
      if (world.returns.some(hasKey)) return change(world, index, { ...sent, answer: 'done' })
      if (world.pending.some(hasKey)) return change(world, index, { ...sent, answer: 'in_process' })
      if (world.over.includes(key)) return change(world, index, { ...sent, answer: 'over' })
      if (amount > leftAtProvider - totalOf(world.pending))
        return change(world, index, { ...sent, answer: 'refused' })
      const given = { amount, of: refund.order, key }
      return isSlow
        ? change({ ...world, pending: [...world.pending, given] }, index, { ...sent, answer: 'in_process' })
        : change({ ...world, returns: [...world.returns, given] }, index, { ...sent, answer: 'done' })
    }
  }
}

/** Ends the oldest refund that the provider has accepted. */
function end(world: WithdrawalWorld, isDone: boolean): WithdrawalWorld {
  const [first, ...pending] = world.pending
  if (first?.key === undefined) return world
  return isDone
    ? { ...world, pending, returns: [...world.returns, first] }
    : { ...world, pending, over: [...world.over, first.key] }
}

/** Commits the response. */
function commit(world: WithdrawalWorld, index: number, by: Decisions): WithdrawalWorld {
  const refund = world.refunds[index]
  if (refund?.answer === 'in_process') return change(world, index, { isAccepted: true, answer: undefined })
  const answered = { isAccepted: false, answer: undefined }
  if (refund?.answer !== 'done') return change(world, index, { ...answered, status: 'failed' })
  const providerRefundId = String(world.returns.findIndex(({ key }) => key === refund.key))
  return release(
    attributeClear(change(world, index, { ...answered, status: 'done', providerRefundId }), by),
    by,
  )
}

const change = (world: WithdrawalWorld, index: number, to: Partial<Refund>): WithdrawalWorld => ({
  ...world,
  refunds: replaced(world.refunds, index, (one) => ({ ...one, ...to })),
})

/** Returns the laws that a world violates, now and once everything that waits has been done. */
function withdrawalBreaches(
  world: WithdrawalWorld,
  bounds: Pick<WithdrawalBounds, 'isListed'>,
  by: Decisions = decisions,
): string[] {
  return [...takenFromOthers(world), ...unsettled(quiesce(world, bounds, by))]
}

/** Checks that nobody receives the money of another order; if both orders are withdrawn, all of it belongs to one payer. */
function takenFromOthers(world: WithdrawalWorld): string[] {
  if (world.withdrawn.length === orders.length) return []
  return orders.flatMap((order) => {
    const back = returnedOf(world, order)
    const paid = world.paid[order]
    return back > paid ? [`order ${order}: ${back} given back of ${paid}`] : []
  })
}

function unsettled(world: WithdrawalWorld): string[] {
  const { paid, refunds, withdrawn } = world
  const done = sum(refunds.map(({ status, amount }) => (status === 'done' ? amount : 0)))
  const isOfOne = withdrawn.length === orders.length
  return [
    ...takenFromOthers(world),
    ...(done === returned(world)
      ? []
      : [`${done} refunded in the books, ${returned(world)} at the provider`]),
    ...refunds.flatMap(({ status, order }) =>
      status === 'requested' || status === 'held' ? [`order ${order}: its refund is ${status} for ever`] : [],
    ),
    ...(unattributedIn(refunds) > 0 ? ['returned money that nobody can attribute'] : []),
    ...withdrawn.flatMap((order) => {
      const failed = refunds.filter((one) => (isOfOne || one.order === order) && one.status === 'failed')
      const [own, all] = isOfOne ? [returned(world), sum(paid)] : [returnedOf(world, order), paid[order]]
      const isSeen = failed.length > 0 && (!isOfOne || own + sum(failed.map(({ amount }) => amount)) >= all)
      return own === all || isSeen ? [] : [`order ${order} withdrew, and has ${own} of ${all}`]
    }),
  ]
}

/**
 * Lets nothing more happen outside: responses arrive, refunds that were accepted are carried out, time passes, a person attributes,
 * jobs and sweeps run.
 */
function quiesce(
  world: WithdrawalWorld,
  bounds: Pick<WithdrawalBounds, 'isListed'>,
  by: Decisions,
): WithdrawalWorld {
  let next = world
  const unbounded = { ...bounds, panel: 0, crashes: 0, slow: 0, sweeps: Number.POSITIVE_INFINITY }
  for (let round = 0; round < 6; round++) {
    for (const kind of ['answer', 'end', 'sweep', 'attribute', 'later', 'issue'] as const) {
      for (const action of withdrawalActions(next, unbounded).filter(
        (one) => one.do === kind && (one.do !== 'end' || one.isDone),
      ))
        next = withdrawalStep(next, action, bounds, by)
    }
  }
  return { ...next, used: world.used }
}

/** Explores every history within the bounds, breadth first, until the first violation, and returns its shortest history. */
export function exploreWithdrawals(
  bounds: WithdrawalBounds,
  by: Decisions = decisions,
): { states: number; breach?: { history: readonly WithdrawalAction[]; says: readonly string[] } } {
  const initial: WithdrawalWorld = { ...initialWithdrawalWorld, paid: bounds.paid }
  const seen = new Set([JSON.stringify(initial)])
  let frontier = [{ world: initial, history: [] as readonly WithdrawalAction[] }]
  while (frontier.length > 0) {
    const next: typeof frontier = []
    for (const { world, history } of frontier) {
      for (const action of withdrawalActions(world, bounds)) {
        const after = withdrawalStep(world, action, bounds, by)
        const name = JSON.stringify(after)
        if (seen.has(name)) continue
        seen.add(name)
        const so = [...history, action]
        const says = withdrawalBreaches(after, bounds, by)
        if (says.length > 0) return { states: seen.size, breach: { history: so, says } }
        next.push({ world: after, history: so })
      }
    }
    frontier = next
  }
  return { states: seen.size }
}
