import { type Decision, decisions } from './desk.ts'
import type { Random } from './random.ts'

/** What goes wrong, and when: milliseconds after the start of the run. Settled before anything runs. */
export type Mishap = { at: number } & (
  | { what: 'faults'; names: readonly string[]; faults: object; forMs: number }
  | { what: 'kill'; processes: readonly string[]; awayMs: number }
  | { what: 'pause'; process: string; ms: number }
  /** So many of the product's connections to the database end at once. */
  | { what: 'cut'; connections: number }
  /** Somebody of the team decides about one of the things that wait; killed after so many milliseconds, if at all. */
  | { what: 'desk'; decision: Decision; share: number; killedAfter: number | undefined }
  /** A lever of the simulator's, pulled on one of the payments it has: `share` says which. */
  | { what: 'lever'; name: LeverName; share: number; body: object }
)

/** Every fault the simulator knows, as one draw of it. */
const faults: Readonly<Record<string, (draw: Random) => object>> = {
  duplicate: (draw) => ({ duplicate: draw.between(1, 4) }),
  dropWebhooks: () => ({ dropWebhooks: true }),
  delayMs: (draw) => ({ delayMs: draw.between(100, 3_000) }),
  reorder: () => ({ reorder: true }),
  wrongAmount: (draw) => ({ wrongAmount: draw.chance(0.5) ? true : draw.between(1, 900) }),
  forgeSignature: () => ({ forgeSignature: true }),
  failCreate: (draw) => ({ failCreate: { status: draw.pick([500, 503, 429]) } }),
  createdUnheard: () => ({ failCreate: { status: 500, afterCreating: true } }),
  failRead: (draw) => ({ failRead: { status: draw.pick([500, 404, 429]) } }),
  failRefund: (draw) => ({ failRefund: { status: draw.pick([500, 503, 429]) } }),
  refundedUnheard: () => ({ failRefund: { status: 500, afterRefunding: true } }),
  failCancel: () => ({ failCancel: { status: 500 } }),
  cancelledUnheard: () => ({ failCancel: { status: 500, afterCancelling: true } }),
  hang: (draw) => ({ hang: draw.between(1, 6) }),
  slowMs: (draw) => ({ slowMs: draw.between(200, 2_500) }),
  staleReads: (draw) => ({ staleReads: draw.chance(0.5) ? true : draw.between(500, 4_000) }),
  searchLag: (draw) => ({ searchLag: draw.between(500, 4_000) }),
  loseProbability: () => ({ loseProbability: 0.5 }),
  duplicateProbability: () => ({ duplicateProbability: 0.5 }),
  failProbability: () => ({ failProbability: 0.3 }),
}

/** Fees differ from charge to charge, and are no fault. */
const fees = (draw: Random) => (draw.chance(0.5) ? { feePercent: draw.pick([0.99, 1.5, 4.98]) } : {})

interface Lever {
  /** Statuses of the payments it is pulled on; absent: any. */
  of?: readonly string[]
  /** Below `/sim`, of the payment with this id. */
  path: (id: number) => string
  body?: (draw: Random) => object
}

export type LeverName = keyof typeof levers

const onPayment = (verb: string, ...of: string[]): Lever => ({
  of,
  path: (id) => `/payments/${id}/${verb}`,
})

/** What happens at the provider's panel, at a bank, or by the hand of somebody who means ill. */
export const levers = {
  refund: onPayment('refund', 'approved'),
  'refund in part': {
    ...onPayment('refund', 'approved'),
    body: (draw) => ({ amount: draw.between(1, 9_000) / 100 }),
  },
  mediate: onPayment('mediate', 'approved'),
  'end of mediation': onPayment('approve', 'in_mediation'),
  'end of review': onPayment('approve', 'in_process'),
  chargeback: onPayment('chargeback', 'approved'),
  'approve late': onPayment('approve-late', 'cancelled'),
  'pay again': onPayment('pay-again', 'approved', 'cancelled'),
  'unknown status': {
    ...onPayment('status', 'pending'),
    body: () => ({ status: 'em_alguma_coisa_nova' }),
  },
  'old notice': { path: (id) => `/payments/${id}/notify` },
  'forged notice': { path: () => '/notices/forge', body: (draw) => ({ id: String(draw.between(1, 1e9)) }) },
  'stray money': { path: () => '/payments', body: (draw) => ({ amount: draw.between(100, 90_000) / 100 }) },
} as const satisfies Record<string, Lever>

/** The bad luck of one run. */
export function scheduleMishaps(
  draw: Random,
  { seconds, processes }: { seconds: number; processes: readonly string[] },
): Mishap[] {
  const end = seconds * 1000
  return [
    ...every(draw.fork('faults'), end, [2_500, 6_000], (luck, at) => {
      const names = [
        ...new Set([
          ...Array.from({ length: luck.between(1, 3) }, () => anyOf(luck, faults)),
          // Refunds are few: they meet their faults oftener.
          ...(luck.chance(0.4) ? [luck.pick(['failRefund', 'refundedUnheard'])] : []),
        ]),
      ]
      const chosen = Object.assign(
        { seed: luck.between(1, 1e6) },
        fees(luck),
        ...names.map((name) => faults[name]?.(luck)),
      )
      return { at, what: 'faults', names, faults: chosen, forMs: luck.between(1_500, 4_500) }
    }),
    // The jobs of a killed worker come back after half a minute: the last kills leave them time.
    ...every(draw.fork('kills'), end * 0.8, [800, 3_200], (luck, at) => {
      const target = luck.weighted({ web: 4, worker: 4, simulator: 1, several: 2, pause: 2, cut: 2 })
      const like = (kind: string) => processes.filter((name) => name.startsWith(kind))
      const one = (names: readonly string[]) => names[Math.floor(luck.next() * names.length)] ?? 'simulator'
      if (target === 'pause')
        return { at, what: 'pause', process: one(processes), ms: luck.between(500, 6_000) }
      if (target === 'cut') return { at, what: 'cut', connections: luck.between(1, 12) }
      const victims = target === 'several' ? processes.filter(() => luck.chance(0.5)) : [one(like(target))]
      return { at, what: 'kill', processes: victims, awayMs: luck.between(0, 2_500) }
    }),
    ...every(draw.fork('desk'), end, [1_500, 5_000], (luck, at) => {
      const killedAfter = luck.chance(0.3) ? luck.between(700, 2_000) : undefined
      return { at, what: 'desk', decision: anyOf(luck, decisions), share: luck.next(), killedAfter }
    }),
    ...every(draw.fork('levers'), end, [800, 2_500], (luck, at) => {
      const name = anyOf(luck, levers)
      return { at, what: 'lever', name, share: luck.next(), body: (levers[name] as Lever).body?.(luck) ?? {} }
    }),
  ].sort((a, b) => a.at - b.at)
}

function every(
  draw: Random,
  end: number,
  [least, most]: readonly [number, number],
  make: (draw: Random, at: number) => Mishap,
): Mishap[] {
  const found: Mishap[] = []
  for (let at = draw.between(least, most); at < end; at += draw.between(least, most))
    found.push(make(draw, at))
  return found
}

function anyOf<Table extends object>(draw: Random, table: Table): keyof Table {
  return draw.pick(Object.keys(table) as [string, ...string[]]) as keyof Table
}
