import type { Random } from './random.ts'
import { type Decision, decisions } from './staff-decisions.ts'

/** A fault and its time, in milliseconds after the start. The whole schedule is generated before the run starts. */
export type ScheduledFault = { at: number } & (
  | { kind: 'simulator'; names: readonly string[]; faults: object; durationMs: number }
  /** The simulator's responses and notices are altered (simulator/mutations). */
  | { kind: 'mutations'; set: object; durationMs: number }
  | { kind: 'kill'; processes: readonly string[]; restartAfterMs: number }
  | { kind: 'pause'; process: string; ms: number }
  /** Faults of the WhatsApp simulator. */
  | { kind: 'whatsapp'; names: readonly string[]; faults: object; durationMs: number }
  /** The owner of a phone reads a message, or replies to it; the message is chosen by `share`. */
  | { kind: 'phone'; does: 'reads' | 'answers'; share: number; text: string }
  /** Terminates this many of the product's database connections. */
  | { kind: 'disconnect'; connections: number }
  /** A staff decision about a pending item, chosen by `share`; its process is killed after `killedAfter` ms, if set. */
  | { kind: 'decision'; decision: Decision; share: number; killedAfter: number | undefined }
  /** A simulator control applied to a payment, chosen by `share` (0 to 1 over the list). */
  | { kind: 'control'; name: ControlName; share: number; body: object }
)

/** Every fault of the simulator, with a generator for its settings. */
const faults: Readonly<Record<string, (draw: Random) => object>> = {
  duplicate: (draw) => ({ duplicate: draw.between(1, 4) }),
  dropWebhooks: () => ({ dropWebhooks: true }),
  delayMs: (draw) => ({ delayMs: draw.between(100, 3_000) }),
  reorder: () => ({ reorder: true }),
  wrongAmount: (draw) => ({ wrongAmount: draw.chance(0.5) ? true : draw.between(1, 900) }),
  forgeSignature: () => ({ forgeSignature: true }),
  failCreate: (draw) => ({ failCreate: { status: draw.pick([500, 503, 429]) } }),
  createdWithoutAnswer: () => ({ failCreate: { status: 500, afterCreating: true } }),
  failRead: (draw) => ({ failRead: { status: draw.pick([500, 404, 429]) } }),
  failRefund: (draw) => ({ failRefund: { status: draw.pick([500, 503, 429]) } }),
  refundedWithoutAnswer: () => ({ failRefund: { status: 500, afterRefunding: true } }),
  slowRefunds: (draw) => ({
    slowRefunds: draw.between(500, 6_000),
    ...(draw.chance(0.3) && { rejectRefunds: true }),
  }),
  failCancel: () => ({ failCancel: { status: 500 } }),
  cancelledWithoutAnswer: () => ({ failCancel: { status: 500, afterCancelling: true } }),
  hang: (draw) => ({ hang: draw.between(1, 6) }),
  slowMs: (draw) => ({ slowMs: draw.between(200, 2_500) }),
  staleReads: (draw) => ({ staleReads: draw.chance(0.5) ? true : draw.between(500, 4_000) }),
  searchLag: (draw) => ({ searchLag: draw.between(500, 4_000) }),
  loseProbability: () => ({ loseProbability: 0.5 }),
  duplicateProbability: () => ({ duplicateProbability: 0.5 }),
  failProbability: () => ({ failProbability: 0.3 }),
}

/**
 * Faults of the WhatsApp simulator, except those that lose a notice permanently: Meta repeats a notice for days, and a message
 * without any notice is sent twice (docs/decisions/0055).
 */
const whatsappFaults: Readonly<Record<string, (draw: Random) => object>> = {
  rateLimit: (draw) => ({ rateLimit: draw.between(1, 4) }),
  fail: (draw) => ({ fail: draw.between(1, 3), failStatus: draw.pick([500, 502, 503]) }),
  takenWithoutAnswer: (draw) => ({ fail: draw.between(1, 3), afterTaking: true }),
  // The delay is long enough for the next attempt to be made before the notice of this one arrives.
  takenAndLate: (draw) => ({ fail: true, afterTaking: true, delayMs: draw.between(8_000, 10_000) }),
  hang: () => ({ hang: 1 }),
  hangAfterTaking: () => ({ hang: 1, afterTaking: true }),
  failProbability: () => ({ failProbability: 0.5 }),
  refuseAtOnce: () => ({ refuseAtOnce: true }),
  slowMs: (draw) => ({ slowMs: draw.between(200, 2_500) }),
  delayMs: (draw) => ({ delayMs: draw.between(100, 3_000) }),
  duplicate: (draw) => ({ duplicate: draw.between(1, 4) }),
  reorder: () => ({ reorder: true }),
}

/** Fees that vary from charge to charge; they are not faults. */
const fees = (draw: Random) => (draw.chance(0.5) ? { feePercent: draw.pick([0.99, 1.5, 4.98]) } : {})

interface Control {
  /** Payment statuses to which it applies; if absent, any. */
  statuses?: readonly string[]
  /** Returns the path under `/sim`, for the payment with this id. */
  path: (id: number) => string
  body?: (draw: Random) => object
  /** Returns what else the body contains, for the payment with this id and the shop at this URL. */
  bodyFor?: (at: { id: number; shopUrl: string }) => object
}

export type ControlName = keyof typeof controls

const onPayment = (verb: string, ...statuses: string[]): Control => ({
  statuses,
  path: (id) => `/payments/${id}/${verb}`,
})

/** Events outside the product: on the provider's dashboard, at a bank, or from an attacker. */
export const controls = {
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
  // About a payment that exists: the simulator lists the notices of each payment, so that only these can be checked.
  'forged notice': { path: () => '/notices/forge', bodyFor: ({ id }) => ({ id: String(id) }) },
  'stray money': {
    path: () => '/payments',
    body: (draw) => ({ amount: draw.between(100, 90_000) / 100 }),
    bodyFor: ({ shopUrl }) => ({ notification_url: `${shopUrl}/webhooks/mercadopago` }),
  },
} as const satisfies Record<string, Control>

/** Generates the fault schedule of one run. */
export function scheduleFaults(
  draw: Random,
  { seconds, processes }: { seconds: number; processes: readonly string[] },
): ScheduledFault[] {
  const end = seconds * 1000
  return [
    // The names given to `fork` are part of the seed: another name results in another schedule.
    ...repeat(draw.fork('faults'), end, [2_500, 6_000], (luck, at) => {
      const names = [
        ...new Set([
          ...Array.from({ length: luck.between(1, 3) }, () => anyOf(luck, faults)),
          // Refunds are rare, so their faults are injected more often.
          ...(luck.chance(0.4) ? [luck.pick(['failRefund', 'refundedWithoutAnswer', 'slowRefunds'])] : []),
        ]),
      ]
      const chosen = Object.assign(
        { seed: luck.between(1, 1e6) },
        fees(luck),
        ...names.map((name) => faults[name]?.(luck)),
      )
      return { at, kind: 'simulator', names, faults: chosen, durationMs: luck.between(1_500, 4_500) }
    }),
    // One set at a time, because the next one would replace it.
    ...repeat(draw.fork('mutations'), end, [2_000, 3_500], (luck, at) => {
      const on = luck.weighted({ answers: 3, notices: 1, both: 2 })
      const set = { on, share: luck.between(20, 90) / 100, seed: luck.between(1, 1e6) }
      return { at, kind: 'mutations', set, durationMs: luck.between(1_200, 1_900) }
    }),
    // One set at a time, as with the mutations.
    ...repeat(draw.fork('whatsapp'), end, [2_500, 4_000], (luck, at) => {
      const names = [luck.chance(0.6) ? 'takenAndLate' : anyOf(luck, whatsappFaults)]
      const chosen = Object.assign({}, ...names.map((name) => whatsappFaults[name]?.(luck)))
      return { at, kind: 'whatsapp', names, faults: chosen, durationMs: 2_400 }
    }),
    ...repeat(draw.fork('phones'), end, [400, 1_800], (luck, at) => ({
      at,
      kind: 'phone',
      does: luck.pick(['reads', 'answers']),
      share: luck.next(),
      text: luck.pick(['Oi', 'Ok', 'Obrigada!']),
    })),
    // Jobs of a killed worker are retried after half a minute, so kills stop early enough for these retries.
    ...repeat(draw.fork('kills'), end * 0.8, [800, 3_200], (luck, at) => {
      const target = luck.weighted({ web: 4, worker: 4, simulator: 1, several: 2, pause: 2, cut: 2 })
      // The WhatsApp simulator keeps the accepted messages in memory, so it would no longer be the reference after a kill.
      const mortal = processes.filter((name) => name !== 'whatsapp')
      const like = (kind: string) => mortal.filter((name) => name.startsWith(kind))
      const one = (names: readonly string[]) => names[Math.floor(luck.next() * names.length)] ?? 'simulator'
      if (target === 'pause')
        return { at, kind: 'pause', process: one(processes), ms: luck.between(500, 6_000) }
      if (target === 'cut') return { at, kind: 'disconnect', connections: luck.between(1, 12) }
      const targets = target === 'several' ? mortal.filter(() => luck.chance(0.5)) : [one(like(target))]
      return { at, kind: 'kill', processes: targets, restartAfterMs: luck.between(0, 2_500) }
    }),
    ...repeat(draw.fork('desk'), end, [1_500, 5_000], (luck, at) => {
      const killedAfter = luck.chance(0.3) ? luck.between(700, 2_000) : undefined
      return { at, kind: 'decision', decision: anyOf(luck, decisions), share: luck.next(), killedAfter }
    }),
    ...repeat(draw.fork('levers'), end, [800, 2_500], (luck, at) => {
      const name = anyOf(luck, controls)
      return {
        at,
        kind: 'control',
        name,
        share: luck.next(),
        body: (controls[name] as Control).body?.(luck) ?? {},
      }
    }),
  ].sort((a, b) => a.at - b.at)
}

/** Generates faults until `end`, at random intervals between `min` and `max` milliseconds. */
function repeat(
  draw: Random,
  end: number,
  [min, max]: readonly [number, number],
  make: (draw: Random, at: number) => ScheduledFault,
): ScheduledFault[] {
  const faults: ScheduledFault[] = []
  for (let at = draw.between(min, max); at < end; at += draw.between(min, max)) faults.push(make(draw, at))
  return faults
}

function anyOf<Table extends object>(draw: Random, table: Table): keyof Table {
  return draw.pick(Object.keys(table) as [string, ...string[]]) as keyof Table
}
