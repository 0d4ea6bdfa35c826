import type { PaymentMethod } from '../../src/core/payment-terms.ts'
import type { Random } from './random.ts'

/** Action of a customer, generated before the run; responses do not change it. */
export type Action =
  /** Creates an account with the form, follows the confirmation link and signs in. */
  | { do: 'sign-up' }
  | { do: 'hire'; path: string; plan: string; clicks: number }
  /** One charge per tab, requested concurrently. */
  | { do: 'charge'; tabs: readonly Selection[]; clicks: number }
  /** Result that the provider gives to the codes seen so far. */
  | { do: 'pay'; verdict: Verdict; codes: 'newest' | 'previous' | 'all' }
  | { do: 'check' }
  | { do: 'renew' }
  | { do: 'withdraw'; clicks: number }
  | { do: 'consult'; path: string; method: Method; clicks: number; byPhone: boolean }
  | { do: 'pay-again'; method: Method }
  | { do: 'at-once'; actions: readonly Action[] }

export type Verdict = 'approve' | 'reject' | 'cancel' | 'expire' | 'review'
type Method = PaymentMethod

/** A range of the payable instalments: its start, as a share of the list (0 to 1), and its size. */
export interface Selection {
  from: number
  count: number
}

export interface Workload {
  kind: 'customer' | 'newcomer' | 'guest'
  /** Start time in milliseconds after the start of the run. */
  startsAt: number
  actions: readonly Action[]
  /** Pause before each action, in milliseconds. */
  pauses: readonly number[]
}

/** Generates one customer's actions. */
export function generateWorkload(draw: Random, { seconds }: { seconds: number }): Workload {
  const kind = draw.weighted({ customer: 8, newcomer: 1, guest: 1 })
  const actions = kind === 'guest' ? guest(draw) : customer(draw, kind === 'newcomer')
  return {
    kind,
    startsAt: draw.between(0, seconds * 400),
    actions,
    pauses: actions.map(() => draw.between(0, 900)),
  }
}

const plans = [
  ['/service/clean-name', 'a-vista'],
  ['/service/clean-name', 'cartao-6x'],
  ['/service/clean-name', 'semanal-20x'],
  ['/service/clean-name', 'mensal-12x'],
  ['/service/serasa-score', 'entrada-5x'],
  ['/service/traffic-fines', 'mensal-6x'],
  ['/service/credit-rating', 'pj-entrada-3x'],
] as const

const consultations = ['/cpf-consult', '/complete-consult', '/rating-consult', '/bacen-consult'] as const

function customer(draw: Random, isNew: boolean): Action[] {
  const hire = (): Action => {
    const [path, plan] = draw.pick(plans)
    return { do: 'hire', path, plan, clicks: draw.between(1, 3) }
  }
  return [
    ...(isNew ? [{ do: 'sign-up' } as const] : []),
    hire(),
    ...Array.from({ length: draw.between(1, 4) }, () => payment(draw)).flat(),
    ...(draw.chance(0.2) ? [hire(), ...payment(draw)] : []),
    ...(draw.chance(0.35) ? withdrawal(draw) : []),
  ]
}

function guest(draw: Random): Action[] {
  const method = (): Method => (draw.chance(0.7) ? 'pix' : 'credit_card')
  const ask: Action = {
    do: 'consult',
    path: draw.pick(consultations),
    method: method(),
    clicks: draw.between(1, 3),
    // Without an e-mail address, messages about the look-up go to the phone number.
    byPhone: draw.chance(0.5),
  }
  return draw.chance(0.5)
    ? [ask, approve('newest')]
    : [ask, { do: 'pay-again', method: method() }, approve(draw.chance(0.5) ? 'all' : 'previous')]
}

const approve = (codes: 'newest' | 'previous' | 'all'): Action => ({ do: 'pay', verdict: 'approve', codes })

/** Generates one payment scenario, successful or not. */
function payment(draw: Random): Action[] {
  const next: Selection = { from: 0, count: 1 }
  const some = (): Selection => ({ from: draw.next(), count: draw.between(2, 5) })
  const charge = (...tabs: Selection[]): Action => ({ do: 'charge', tabs, clicks: draw.chance(0.3) ? 3 : 1 })
  const fail = (verdict: Verdict): Action => ({ do: 'pay', verdict, codes: 'newest' })
  const scenarios = {
    one: () => [charge(next), approve('newest')],
    some: () => [charge(some()), approve('newest')],
    all: () => [charge({ from: 0, count: 100 }), approve('newest')],
    tabs: () => [charge(next, { from: 0, count: 3 }, some()), approve('all')],
    superseded: () => [charge(next), charge({ from: 0, count: 2 }), approve('previous')],
    both: () => [charge(next), charge({ from: 0, count: 2 }), approve('all')],
    expired: () => [charge(next), fail('expire'), { do: 'renew' }, approve('newest')],
    cancelled: () => [charge(some()), fail('cancel'), { do: 'renew' }, approve('all')],
    reviewed: () => [charge(next), fail('review'), { do: 'check' }, approve('newest')],
    rejected: () => [charge(next), fail('reject'), { do: 'renew' }, approve('newest')],
    impatient: () => [
      charge(next),
      { do: 'at-once', actions: [approve('newest'), { do: 'check' }, { do: 'check' }, charge(next)] },
    ],
    abandoned: () => [charge(some())],
  } satisfies Record<string, () => Action[]>
  const scenario = draw.weighted({
    one: 5,
    some: 3,
    all: 2,
    tabs: 3,
    superseded: 2,
    both: 2,
    expired: 2,
    cancelled: 1,
    reviewed: 1,
    rejected: 1,
    impatient: 2,
    abandoned: 1,
  })
  return scenarios[scenario]()
}

/** Generates a withdrawal from the contract: alone, with a double click, or concurrent with a payment. */
function withdrawal(draw: Random): Action[] {
  const withdraw: Action = { do: 'withdraw', clicks: draw.between(1, 2) }
  if (draw.chance(0.5)) return [withdraw]
  const charge: Action = { do: 'charge', tabs: [{ from: 0, count: 2 }], clicks: 1 }
  return [charge, { do: 'at-once', actions: [approve('newest'), withdraw] }]
}
