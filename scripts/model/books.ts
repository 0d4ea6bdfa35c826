import {
  type Books,
  type Credit,
  charges,
  hasArrived,
  instalmentAmount,
  type Refund,
  type Report,
  replaced,
  sum,
} from './world.ts'

/** Mistakes that can be added to the model, to check that its laws find them. */
export const mistakes = [
  'believe-stale',
  'count-twice',
  'refund-without-looking',
  'forget-panel',
  'reopen-instalment',
  'keep-chargeback',
] as const
export type Mistake = (typeof mistakes)[number]

/** Records the provider's report of a payment. */
export function record(books: Books, payment: number, report: Report, mistake?: Mistake): Books {
  const known = books.known[payment]
  if (known && report.version < known.version && mistake !== 'believe-stale') return books
  const wasReceived = (known?.received ?? false) && mistake !== 'count-twice'
  const isNew = hasArrived(report.state) && !wasReceived
  const seen = {
    version: report.version,
    state: report.state,
    amount: report.amount,
    refunded: Math.max(known?.refunded ?? 0, report.refunded),
    received: wasReceived || isNew,
  }
  const charge = books.charges[report.charge]
  const mayMove = charge?.paidBy === undefined || charge.paidBy === payment
  let next: Books = { ...books, known: withKnown(books.known, payment, seen) }
  if (isNew) next = receive(next, payment, report, mistake)
  if (mayMove) next = { ...next, charges: replaced(next.charges, report.charge, (one) => moved(one, report)) }
  if (seen.received && mistake !== 'keep-chargeback') next = recordDisputeWon(next, payment, seen)
  if (seen.received && mistake !== 'forget-panel') next = recordPanelRefund(next, payment, seen)
  if (seen.received && seen.state === 'charged_back') next = recordChargeback(next, payment, seen)
  return isNew ? refundLate(next, payment) : next
}

/** Allocation of new money. */
export interface Allocation {
  /** Indexes of the instalments that the money pays. */
  lines: readonly number[]
  credits: readonly Pick<Credit, 'reason' | 'amount'>[]
  /** Whether the charge counts as settled by this payment. */
  settles: boolean
}

/** Allocates new money: every centavo pays an open instalment or becomes a credit. */
export function allocate(books: Books, { charge, amount }: Report, mistake?: Mistake): Allocation {
  const { amount: whole, lines } = charges[charge] ?? { amount: 0, lines: [] }
  const all = (reason: Credit['reason'], settles: boolean) => ({
    lines: [],
    credits: [{ reason, amount }],
    settles,
  })
  if (books.charges[charge]?.status === 'amount_mismatch' && amount < whole) return all('partial', false)
  if (books.charges[charge]?.paidBy !== undefined) return all('duplicate', false)
  if (amount < whole) return all('partial', true)
  const statusOf = (line: number) => books.instalments[line]?.status
  const open = lines.filter((line) => statusOf(line) === 'pending' || mistake === 'reopen-instalment')
  const closed = lines.filter((line) => !open.includes(line))
  return {
    lines: open,
    credits: [
      ...closed.map((line) => ({
        reason: statusOf(line) === 'paid' ? ('duplicate' as const) : ('late' as const),
        amount: instalmentAmount,
      })),
      ...(amount > whole ? [{ reason: 'excess' as const, amount: amount - whole }] : []),
    ],
    settles: true,
  }
}

function receive(books: Books, payment: number, report: Report, mistake?: Mistake): Books {
  const { lines, credits, settles } = allocate(books, report, mistake)
  return {
    ...books,
    charges: settles
      ? replaced(books.charges, report.charge, (one) => ({ ...one, paidBy: payment }))
      : books.charges,
    instalments: books.instalments.map((one, line) =>
      lines.includes(line) ? { status: 'paid', paidBy: payment } : one,
    ),
    credits: [...books.credits, ...credits.map((credit): Credit => ({ ...credit, payment, status: 'open' }))],
  }
}

/** Returns the charge with its new status; a status only moves forward. */
function moved(charge: Books['charges'][number], { charge: index, state, amount }: Report): typeof charge {
  const isOpen = charge.status === 'pending'
  if (state === 'cancelled') return isOpen ? { ...charge, status: 'cancelled' } : charge
  if (state === 'refunded') return { ...charge, status: 'refunded' }
  if (state === 'charged_back')
    return charge.status === 'refunded' ? charge : { ...charge, status: 'charged_back' }
  const mayBePaid = isOpen || charge.status === 'cancelled' || charge.status === 'charged_back'
  if (state !== 'approved' || !mayBePaid) return charge
  return { ...charge, status: amount < (charges[index]?.amount ?? 0) ? 'amount_mismatch' : 'approved' }
}

/**
 * Records a refund that we did not request: it reduces the payment's open credits first. In the code a person decides what a
 * doubtful refund was for; the laws accept any rule that attributes every centavo.
 */
function recordPanelRefund(
  books: Books,
  payment: number,
  { amount, refunded }: { amount: number; refunded: number },
): Books {
  const ours = activeRefunds(books, payment).filter(({ origin }) => origin !== 'chargeback')
  const left = refunded - sum(ours.map((refund) => refund.amount))
  const isWhole = refunded === amount
  const instalments = isWhole ? paidWith(books, payment) : []
  const next = takeBack(books, { payment, amount: left, origin: 'panel', instalments })
  if (!isWhole) return next
  return {
    ...next,
    instalments: next.instalments.map((one) => (one.paidBy === payment ? refundedOf(one) : one)),
  }
}

/** Records a chargeback: the bank takes what is left, and the instalments stay paid until the team decides. */
function recordChargeback(books: Books, payment: number, { amount }: { amount: number }): Books {
  const left = amount - sum(activeRefunds(books, payment).map((refund) => refund.amount))
  return takeBack(books, { payment, amount: left, origin: 'chargeback', instalments: [] })
}

/**
 * Records a won dispute: the money that the bank took is ours again, and the credits from which it was taken are open. This also
 * applies when the bank now has less than it took: it returned everything, something was refunded, and it took the rest again.
 */
function recordDisputeWon(
  books: Books,
  payment: number,
  { state, amount, refunded }: Pick<Report, 'state' | 'amount' | 'refunded'>,
): Books {
  const isTaken = (one: Refund | undefined) =>
    one?.payment === payment && one.origin === 'chargeback' && one.status === 'done'
  const taken = books.refunds.filter(isTaken)
  if (state === 'charged_back' && sum(taken.map((one) => one.amount)) <= amount - refunded) return books
  const credits = taken.map(({ credit }) => credit)
  return {
    ...books,
    refunds: books.refunds.map((one) => (isTaken(one) ? { ...one, status: 'reversed' } : one)),
    credits: books.credits.map((one, index) => (credits.includes(index) ? { ...one, status: 'open' } : one)),
  }
}

/** Books money that was returned without our request: it reduces the open credits first, then the money that paid instalments. */
function takeBack(
  books: Books,
  { payment, amount, origin, instalments }: Pick<Refund, 'payment' | 'amount' | 'origin' | 'instalments'>,
): Books {
  let left = amount
  let next = books
  const done = (part: number, of: Partial<Refund>) => {
    left -= part
    const refund: Refund = { ...newRefund({ payment, amount: part, origin }), ...of, status: 'done' }
    next = complete({ ...next, refunds: [...next.refunds, refund] }, next.refunds.length)
  }
  for (const [index, credit] of books.credits.entries()) {
    if (credit.payment !== payment || credit.status !== 'open' || left <= 0) continue
    const part = Math.min(credit.amount, left)
    // The rest of the credit becomes a separate credit.
    if (part < credit.amount)
      next = {
        ...next,
        credits: [
          ...replaced(next.credits, index, (one) => ({ ...one, amount: part })),
          { ...credit, amount: credit.amount - part },
        ],
      }
    done(part, { credit: index })
  }
  if (left > 0) done(left, { instalments })
  return next
}

/** Refunds money for an instalment that is no longer owed. */
function refundLate(books: Books, payment: number): Books {
  return books.credits.reduce(
    (next, { payment: of, reason, status, amount }, credit) =>
      of === payment && reason === 'late' && status === 'open'
        ? requestRefund(next, newRefund({ payment, amount, origin: 'automatic', credit }))
        : next,
    books,
  )
}

/**
 * Requests a refund of a charge by the team: everything that is left of it with its credits, or a part of what paid instalments.
 */
export function request(books: Books, charge: number, kind: 'whole' | 'part', mistake?: Mistake): Books {
  const payment = books.charges[charge]?.paidBy
  const known = payment === undefined ? undefined : books.known[payment]
  if (payment === undefined || !known?.received) return books
  const credits = books.credits.flatMap((credit, index) =>
    credit.payment === payment && credit.status === 'open' ? [{ ...credit, index }] : [],
  )
  const active = mistake === 'refund-without-looking' ? [] : activeRefunds(books, payment)
  const left = known.amount - sum(active.map(({ amount }) => amount))
  const applied = left - sum(credits.map(({ amount }) => amount))
  const origin = 'team' as const
  if (kind === 'part')
    return partOf <= applied && partOf < left
      ? requestRefund(books, newRefund({ payment, amount: partOf, origin }))
      : books
  if (left <= 0) return books
  const ofCredits = credits.reduce(
    (next, { amount, index }) => requestRefund(next, newRefund({ payment, amount, origin, credit: index })),
    books,
  )
  const instalments = paidWith(books, payment)
  return applied > 0
    ? requestRefund(ofCredits, newRefund({ payment, amount: applied, origin, instalments }))
    : ofCredits
}

/** Amount of the team's partial refund. */
export const partOf = 4_000

/** Commits the provider's response to a refund. */
export function commitAnswer(books: Books, index: number): Books {
  const refund = books.refunds[index]
  if (!refund?.answer) return books
  const answered = replaced(books.refunds, index, (one) => ({ ...one, answer: undefined }))
  if (refund.answer === 'done') return complete({ ...books, refunds: answered }, index)
  return {
    ...books,
    refunds: replaced(answered, index, (one) => ({ ...one, status: 'failed' })),
    credits: books.credits.map((one, at) => (at === refund.credit ? { ...one, status: 'open' } : one)),
  }
}

function complete(books: Books, index: number): Books {
  const refund = books.refunds[index]
  if (!refund) return books
  const { credit, instalments } = refund
  return {
    ...books,
    refunds: replaced(books.refunds, index, (one) => ({ ...one, status: 'done' })),
    credits: books.credits.map((one, at) => (at === credit ? { ...one, status: 'refunded' } : one)),
    instalments: books.instalments.map((one, line) => (instalments.includes(line) ? refundedOf(one) : one)),
  }
}

function requestRefund(books: Books, refund: Refund): Books {
  return {
    ...books,
    refunds: [...books.refunds, refund],
    credits: books.credits.map((one, at) => (at === refund.credit ? { ...one, status: 'refunding' } : one)),
  }
}

function newRefund(of: Pick<Refund, 'payment' | 'amount' | 'origin'> & Partial<Refund>): Refund {
  return {
    status: 'requested',
    credit: undefined,
    instalments: [],
    atProvider: 'nothing',
    answer: undefined,
    ...of,
  }
}

/** Returns the requested and completed refunds; their money cannot be refunded again. */
export const activeRefunds = (books: Books, payment: number): readonly Refund[] =>
  books.refunds.filter(
    ({ payment: of, status }) => of === payment && (status === 'requested' || status === 'done'),
  )

const paidWith = (books: Books, payment: number): number[] =>
  books.instalments.flatMap(({ status, paidBy }, line) =>
    status === 'paid' && paidBy === payment ? [line] : [],
  )

const refundedOf = (one: Books['instalments'][number]): typeof one =>
  one.status === 'paid' ? { ...one, status: 'refunded' } : one

function withKnown(
  known: Books['known'],
  payment: number,
  seen: NonNullable<Books['known'][number]>,
): Books['known'] {
  const next = [...known]
  next[payment] = seen
  return next
}
