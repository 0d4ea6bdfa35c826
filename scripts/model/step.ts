import { commitAnswer, type Mistake, record, request } from './books.ts'
import {
  type Action,
  type Bounds,
  type Budget,
  charges,
  type Refund,
  type Report,
  replaced,
  type World,
} from './world.ts'

/** Everything that may happen next, within the bounds. */
export function actionsIn(world: World, bounds: Bounds): Action[] {
  const { payments, fetched, books, used } = world
  const may = (budget: Budget) => used[budget] < bounds[budget]
  const each = <T>(list: readonly T[], actions: (one: T, index: number) => Action[]) => list.flatMap(actions)
  return [
    ...each(payments, ({ state, amount, refunded, charge }, payment) => {
      const left = amount - refunded
      const isOpen = state === 'pending' || state === 'cancelled'
      const ofCharge = payments.filter((one) => one.charge === charge).length
      const isFirst = payment < charges.length
      return [
        ...(may('pays') && isOpen
          ? bounds.amounts.map((difference): Action => ({ do: 'pay', payment, difference }))
          : []),
        ...(may('pays') && isFirst && !isOpen && ofCharge < bounds.paymentsPerCharge
          ? bounds.amounts.map((difference): Action => ({ do: 'payAgain', charge, difference }))
          : []),
        ...(may('cancels') && state === 'pending' ? [{ do: 'cancel', payment } as const] : []),
        ...(may('panelRefunds') && state === 'approved'
          ? [...new Set([panelPart, left])]
              .filter((part) => part <= left)
              .map((part): Action => ({ do: 'panelRefund', payment, amount: part }))
          : []),
        ...(may('fetches') ? [{ do: 'fetch', payment } as const] : []),
      ]
    }),
    ...each(fetched, (_, index) => [{ do: 'record', fetched: index }]),
    ...(may('requests')
      ? each(books.charges, ({ paidBy }, charge) =>
          paidBy === undefined ? [] : bounds.requestKinds.map((kind) => ({ do: 'request', charge, kind })),
        )
      : []),
    ...each(books.refunds, ({ status, answer }, refund): Action[] => {
      if (status !== 'requested') return []
      if (!answer) return [{ do: 'issue', refund }]
      return [{ do: 'answer', refund }, ...(may('crashes') ? [{ do: 'crash', refund } as const] : [])]
    }),
    ...(may('sweeps') ? [{ do: 'sweep' } as const] : []),
  ]
}

/** Of a partial refund at the panel. */
const panelPart = 3_000

/** The world after an action. Pure. */
export function step(
  world: World,
  action: Action,
  bounds: Pick<Bounds, 'deliveries'>,
  mistake?: Mistake,
): World {
  const { payments, fetched, books } = world
  switch (action.do) {
    case 'pay':
      return changed(use(world, 'pays'), action.payment, (one) => ({
        ...one,
        state: 'approved',
        amount: (charges[one.charge]?.asked ?? 0) + action.difference,
      }))
    case 'payAgain': {
      const { charge, difference } = action
      const amount = (charges[charge]?.asked ?? 0) + difference
      const again: Report = { charge, state: 'approved', amount, refunded: 0, version: 0 }
      const used = use(world, 'pays')
      return {
        ...used,
        payments: [...payments, again],
        byChange: [...world.byChange, payments.length],
        books: { ...books, known: [...books.known, undefined] },
      }
    }
    case 'cancel':
      return changed(use(world, 'cancels'), action.payment, (one) => ({ ...one, state: 'cancelled' }))
    case 'panelRefund':
      return changed(use(world, 'panelRefunds'), action.payment, (one) => giveBack(one, action.amount))
    case 'fetch': {
      const report = payments[action.payment]
      if (!report) return world
      return {
        ...use(world, 'fetches'),
        fetched: [...fetched, { payment: action.payment, report, deliveries: 0 }],
      }
    }
    case 'record': {
      const one = fetched[action.fetched]
      if (!one) return world
      const deliveries = one.deliveries + 1
      return {
        ...world,
        books: record(books, one.payment, one.report, mistake),
        fetched:
          deliveries < bounds.deliveries
            ? replaced(fetched, action.fetched, (was) => ({ ...was, deliveries }))
            : fetched.toSpliced(action.fetched, 1),
      }
    }
    case 'request':
      return { ...use(world, 'requests'), books: request(books, action.charge, action.kind, mistake) }
    case 'issue':
      return issue(world, action.refund)
    case 'answer':
      return settleAfter({ ...world, books: commitAnswer(books, action.refund) }, action.refund, mistake)
    case 'crash':
      return {
        ...use(world, 'crashes'),
        books: withRefund(books, action.refund, (one) => ({ ...one, answer: undefined })),
      }
    case 'sweep':
      return sweep(use(world, 'sweeps'), mistake)
  }
}

/** Reads every change, oldest first, and records it. */
function sweep(world: World, mistake?: Mistake): World {
  const { byChange, payments } = world
  return {
    ...world,
    books: byChange.reduce((books, payment) => {
      const report = payments[payment]
      const isUnpaidAndNew = books.known[payment] === undefined && report?.state === 'pending'
      return report && !isUnpaidAndNew ? record(books, payment, report, mistake) : books
    }, world.books),
  }
}

/** Nothing more happens outside: refunds are answered, then one sweep, and what that asks for is answered too. */
export function quiesce(world: World, mistake?: Mistake): { world: World; history: Action[] } {
  const history: Action[] = []
  let next = world
  const take = (action: Action) => {
    history.push(action)
    next = step(next, action, { deliveries: 1 }, mistake)
  }
  const answerAll = () => {
    for (let refund = 0; refund < next.books.refunds.length; refund++) {
      const one = next.books.refunds[refund]
      if (one?.status !== 'requested') continue
      if (!one.answer) take({ do: 'issue', refund })
      take({ do: 'answer', refund })
    }
  }
  answerAll()
  take({ do: 'sweep' })
  answerAll()
  return { world: next, history }
}

/** The provider does what it has not done under the same key, as far as there is money left. */
function issue(world: World, index: number): World {
  const refund = world.books.refunds[index]
  const payment = refund && world.payments[refund.payment]
  if (!refund || !payment) return world
  const set = (change: Partial<Refund>, from: World): World => ({
    ...from,
    books: withRefund(from.books, index, (one) => ({ ...one, ...change })),
  })
  if (refund.atProvider === 'done') return set({ answer: 'done' }, world)
  const isPossible = payment.state === 'approved' && refund.amount <= payment.amount - payment.refunded
  if (!isPossible) return set({ answer: 'refused' }, world)
  const given = changed(world, refund.payment, (one) => giveBack(one, refund.amount))
  return set({ answer: 'done', atProvider: 'done' }, given)
}

/** After a refund its payment is fetched and recorded. */
function settleAfter(world: World, index: number, mistake?: Mistake): World {
  const payment = world.books.refunds[index]?.payment
  const report = payment === undefined ? undefined : world.payments[payment]
  if (payment === undefined || !report) return world
  return { ...world, books: record(world.books, payment, report, mistake) }
}

function giveBack(payment: Report, amount: number): Report {
  const refunded = payment.refunded + amount
  return { ...payment, refunded, state: refunded === payment.amount ? 'refunded' : payment.state }
}

function changed(world: World, payment: number, change: (one: Report) => Report): World {
  return {
    ...world,
    payments: replaced(world.payments, payment, (one) => ({ ...change(one), version: one.version + 1 })),
    byChange: [...world.byChange.filter((one) => one !== payment), payment],
  }
}

const withRefund = (
  books: World['books'],
  index: number,
  change: (one: Refund) => Refund,
): World['books'] => ({
  ...books,
  refunds: replaced(books.refunds, index, change),
})

const use = (world: World, budget: Budget): World => ({
  ...world,
  used: { ...world.used, [budget]: world.used[budget] + 1 },
})
