import type { Result, Settings } from './run.ts'

/** The console report of a run. */
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
    `Mails: ${truth.mails.length} taken; WhatsApp: ${truth.phones.messages.length} taken of ${truth.phones.requests} tried, ${truth.phones.answers.length} answers; ` +
      `${tables.messages.filter(({ follows_id }) => follows_id !== null).length} went on by the other channel, ${waiting} wait for the team; ${counts(injected.whatsapp)}`,
    `Simulator controls: ${counts(injected.controls)}`,
    `Staff decisions: ${counts(injected.decisions)}`,
    `Processes: ${injected.kills} killed, ${injected.pauses} paused; ${injected.disconnects} connections terminated`,
    `Quiescent after ${quiescentAfter} s; last pending: ${lastPending}`,
    ...breaches.slice(0, shown).map((breach) => `✗ ${breach}`),
    ...(breaches.length > shown ? [`… and ${breaches.length - shown} more`] : []),
    `${breaches.length} breaches`,
  ].join('\n')
}

const shown = 60

const sum = (table: ReadonlyMap<string, number>) => [...table.values()].reduce((all, count) => all + count, 0)

/** The arguments that repeat a run. */
export const argumentsOf = (settings: Readonly<Record<string, unknown>> | Settings): string[] =>
  Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
