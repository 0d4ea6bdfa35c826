import { commitAnswer, type Mistake, record, request } from './books.ts'
import { atProvider, budgetOf, providerActions, refundAtProvider } from './provider.ts'
import { type Action, type Bounds, type Budget, type Refund, replaced, type World } from './world.ts'

/** Returns every action that is possible next, within the bounds. */
export function actionsIn(world: World, bounds: Bounds): Action[] {
  const { payments, fetched, books, used } = world
  const may = (budget: Budget) => used[budget] < bounds[budget]
  const each = <T>(list: readonly T[], actions: (one: T, index: number) => Action[]) => list.flatMap(actions)
  return [
    ...providerActions(world, bounds, may),
    ...(may('fetches') ? each(payments, (_, payment) => [{ do: 'fetch', payment }]) : []),
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

/** Returns the world after an action. Pure. */
export function step(
  world: World,
  action: Action,
  bounds: Pick<Bounds, 'deliveries'>,
  mistake?: Mistake,
): World {
  const { payments, fetched, books } = world
  switch (action.do) {
    case 'pay':
    case 'payAgain':
    case 'cancel':
    case 'panelRefund':
    case 'chargeBack':
    case 'winDispute':
      return atProvider(use(world, budgetOf[action.do]), action)
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

/**
 * Lets nothing more happen outside: refunds are answered, then one sweep runs, and the refunds that it requests are answered too.
 */
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

/** Makes the refund at the provider, unless it was already made under the same key, and only if enough money is left. */
function issue(world: World, index: number): World {
  const refund = world.books.refunds[index]
  if (!refund) return world
  const set = (change: Partial<Refund>, from: World): World => ({
    ...from,
    books: withRefund(from.books, index, (one) => ({ ...one, ...change })),
  })
  if (refund.atProvider === 'done') return set({ answer: 'done' }, world)
  const given = refundAtProvider(world, refund)
  return given ? set({ answer: 'done', atProvider: 'done' }, given) : set({ answer: 'refused' }, world)
}

/** Fetches and records the payment after its refund. */
function settleAfter(world: World, index: number, mistake?: Mistake): World {
  const payment = world.books.refunds[index]?.payment
  const report = payment === undefined ? undefined : world.payments[payment]
  if (payment === undefined || !report) return world
  return { ...world, books: record(world.books, payment, report, mistake) }
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
