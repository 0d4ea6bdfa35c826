import type { Random } from './random.ts'

/** What somebody does, settled before anything runs: the answers they get change nothing in it. */
export type Act =
  /** Opens an account by its form, follows the link of the message and signs in. */
  | { do: 'sign-up' }
  | { do: 'hire'; path: string; plan: string; clicks: number }
  /** One charge a tab, all asked for at once. */
  | { do: 'charge'; tabs: readonly Selection[]; clicks: number }
  /** What happens at the provider to codes seen so far. */
  | { do: 'pay'; verdict: Verdict; codes: 'newest' | 'oldest' | 'all' }
  | { do: 'check' }
  | { do: 'renew' }
  | { do: 'withdraw'; clicks: number }
  | { do: 'consult'; path: string; method: Method; clicks: number }
  | { do: 'pay-again'; method: Method }
  | { do: 'at-once'; acts: readonly Act[] }

export type Verdict = 'approve' | 'reject' | 'cancel' | 'expire' | 'review'
type Method = 'pix' | 'credit_card'

/** Of the instalments that may be paid: from which on, as a share of the list, and how many. */
export interface Selection {
  from: number
  count: number
}

export interface Script {
  kind: 'customer' | 'newcomer' | 'guest'
  /** Milliseconds after the start of the run. */
  begins: number
  acts: readonly Act[]
  /** Milliseconds before each act. */
  pauses: readonly number[]
}

/** The life of one customer, by their own draws. */
export function writeScript(draw: Random, { seconds }: { seconds: number }): Script {
  const kind = draw.weighted({ customer: 8, newcomer: 1, guest: 1 })
  const acts = kind === 'guest' ? guest(draw) : customer(draw, kind === 'newcomer')
  return {
    kind,
    begins: draw.between(0, seconds * 400),
    acts,
    pauses: acts.map(() => draw.between(0, 900)),
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

function customer(draw: Random, isNew: boolean): Act[] {
  const hire = (): Act => {
    const [path, plan] = draw.pick(plans)
    return { do: 'hire', path, plan, clicks: draw.between(1, 3) }
  }
  return [
    ...(isNew ? [{ do: 'sign-up' } as const] : []),
    hire(),
    ...Array.from({ length: draw.between(1, 4) }, () => payment(draw)).flat(),
    ...(draw.chance(0.2) ? [hire(), ...payment(draw)] : []),
    ...(draw.chance(0.35) ? leaving(draw) : []),
  ]
}

function guest(draw: Random): Act[] {
  const method = (): Method => (draw.chance(0.7) ? 'pix' : 'credit_card')
  const ask: Act = {
    do: 'consult',
    path: draw.pick(consultations),
    method: method(),
    clicks: draw.between(1, 3),
  }
  return draw.chance(0.5)
    ? [ask, approve('newest')]
    : [ask, { do: 'pay-again', method: method() }, approve(draw.chance(0.5) ? 'all' : 'oldest')]
}

const approve = (codes: 'newest' | 'oldest' | 'all'): Act => ({ do: 'pay', verdict: 'approve', codes })

/** One way of paying, or of failing to. */
function payment(draw: Random): Act[] {
  const next: Selection = { from: 0, count: 1 }
  const some = (): Selection => ({ from: draw.next(), count: draw.between(2, 5) })
  const charge = (...tabs: Selection[]): Act => ({ do: 'charge', tabs, clicks: draw.chance(0.3) ? 3 : 1 })
  const spoil = (verdict: Verdict): Act => ({ do: 'pay', verdict, codes: 'newest' })
  const ways = {
    one: () => [charge(next), approve('newest')],
    some: () => [charge(some()), approve('newest')],
    all: () => [charge({ from: 0, count: 100 }), approve('newest')],
    tabs: () => [charge(next, { from: 0, count: 3 }, some()), approve('all')],
    superseded: () => [charge(next), charge({ from: 0, count: 2 }), approve('oldest')],
    both: () => [charge(next), charge({ from: 0, count: 2 }), approve('all')],
    expired: () => [charge(next), spoil('expire'), { do: 'renew' }, approve('newest')],
    cancelled: () => [charge(some()), spoil('cancel'), { do: 'renew' }, approve('all')],
    reviewed: () => [charge(next), spoil('review'), { do: 'check' }, approve('newest')],
    rejected: () => [charge(next), spoil('reject'), { do: 'renew' }, approve('newest')],
    impatient: () => [
      charge(next),
      { do: 'at-once', acts: [approve('newest'), { do: 'check' }, { do: 'check' }, charge(next)] },
    ],
    abandoned: () => [charge(some())],
  } satisfies Record<string, () => Act[]>
  const way = draw.weighted({
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
  return ways[way]()
}

/** Withdrawing from the contract: alone, with a double click, or while a payment is on its way. */
function leaving(draw: Random): Act[] {
  const withdraw: Act = { do: 'withdraw', clicks: draw.between(1, 2) }
  if (draw.chance(0.5)) return [withdraw]
  const charge: Act = { do: 'charge', tabs: [{ from: 0, count: 2 }], clicks: 1 }
  return [charge, { do: 'at-once', acts: [approve('newest'), withdraw] }]
}
