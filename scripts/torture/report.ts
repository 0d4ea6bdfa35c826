import type { Result, Settings } from './run.ts'

/** Returns the console report of a run. */
export function report(result: Result, settings: Settings): string {
  const { breaches, injected, quiescentAfter, lastPending, acknowledgements, tables, truth } = result
  const { customers, seconds, seed, webs, workers } = settings
  const waiting = tables.messages.filter((one) => one.status === 'failed' && one.given_up_at === null).length
  const received = truth.payments.filter((payment) => payment.received > 0)
  const counts = (table: ReadonlyMap<string, number>) =>
    [...table]
      .toSorted()
      .map(([name, count]) => `${name} ${count}`)
      .join(', ') || 'none'
  return [
    `${customers} customers, ${webs} web and ${workers} worker processes, ${seconds} s, seed ${seed}`,
    `${tables.orders.length} orders, ${tables.charges.length} charges, ${received.length} payments received, ` +
      `${tables.refunds.length} refunds, ${tables.credits.length} credits, ${tables.withdrawals.length} withdrawals, ` +
      `${tables.consultations.length} look-ups; ${acknowledgements.length} acknowledgements`,
    `Notices: ${truth.notices.length} deliveries, ${tables.provider_events.length} kept`,
    `Faults: ${counts(injected.faults)}`,
    `Mutations: ${sum(injected.mutations)} answers and notices altered, of ${injected.mutations.size} kinds`,
    `Mails: ${truth.mails.length} accepted; WhatsApp: ${truth.phones.messages.length} accepted of ${truth.phones.requests} attempted, ${truth.phones.answers.length} answers; ` +
      `${tables.messages.filter(({ follows_id }) => follows_id !== null).length} continued by the other channel, ${waiting} wait for the team; ${counts(injected.whatsapp)}`,
    `Simulator controls: ${counts(injected.controls)}`,
    `Staff decisions: ${counts(injected.decisions)}`,
    `Processes: ${injected.kills} killed, ${injected.pauses} paused; ${injected.disconnects} connections terminated`,
    `Quiescent after ${quiescentAfter} s; last pending: ${lastPending}`,
    ...breachLines(breaches),
    `${breaches.length} breaches`,
  ].join('\n')
}

/**
 * Maximum number of violations shown for each invariant: hundreds of one must not hide another, by which a seeded bug is
 * detected.
 */
const shownOfEach = 10

/** Returns the first violations of each invariant, each with a cross. */
export function breachLines(breaches: readonly string[]): string[] {
  const byInvariant = Map.groupBy(breaches, (breach) => breach.split(':', 1)[0] ?? '')
  return [...byInvariant].flatMap(([name, found]) => [
    ...found.slice(0, shownOfEach).map((breach) => `✗ ${breach}`),
    ...(found.length > shownOfEach ? [`… and ${found.length - shownOfEach} more of ${name}`] : []),
  ])
}

const sum = (table: ReadonlyMap<string, number>) => [...table.values()].reduce((all, count) => all + count, 0)

/** Returns the arguments that repeat a run. */
export const argumentsOf = (settings: Readonly<Record<string, unknown>> | Settings): string[] =>
  Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
