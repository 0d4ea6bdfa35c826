import type { Result, Settings } from './run.ts'

/** What a run did and found, as the console shows it. */
export function report(result: Result, settings: Settings): string {
  const { breaches, misfortunes, restedAfter, last, notes, books, truth } = result
  const { customers, seconds, seed, webs, workers } = settings
  const received = truth.payments.filter((payment) => payment.received > 0)
  const counts = (table: ReadonlyMap<string, number>) =>
    [...table]
      .toSorted()
      .map(([name, count]) => `${name} ${count}`)
      .join(', ') || 'none'
  return [
    `${customers} customers, ${webs} web and ${workers} worker processes, ${seconds} s, seed ${seed}`,
    `${books.orders.length} orders, ${books.charges.length} charges, ${received.length} payments received, ` +
      `${books.refunds.length} refunds, ${books.credits.length} credits, ${books.withdrawals.length} withdrawals, ` +
      `${books.consultations.length} look-ups; ${notes.length} acknowledgements`,
    `Notices: ${truth.notices.length} deliveries, ${books.provider_events.length} kept`,
    `Faults: ${counts(misfortunes.faults)}`,
    `Levers: ${counts(misfortunes.levers)}`,
    `Decisions of the team: ${counts(misfortunes.desk)}`,
    `Processes: ${misfortunes.kills} killed, ${misfortunes.pauses} paused; ${misfortunes.cuts} connections cut`,
    `At rest after ${restedAfter} s; last moved ${last}`,
    ...breaches.slice(0, shown).map((breach) => `✗ ${breach}`),
    ...(breaches.length > shown ? [`… and ${breaches.length - shown} more`] : []),
    `${breaches.length} breaches`,
  ].join('\n')
}

const shown = 60

/** What makes the same customers, faults and kills again. */
export const argumentsOf = (settings: Settings): string[] =>
  Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
