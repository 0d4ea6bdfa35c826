import { todayInSaoPaulo } from './core/calendar.ts'
import type { Clock } from './core/clock.ts'
import { HOUR, SECOND } from './core/durations.ts'
import type { ObligationSource } from './core/obligation.ts'
import type { Contracting } from './modules/contracting/index.server.ts'
import type { Notifications } from './modules/notifications/index.server.ts'
import type { Certificate, Operations } from './modules/operations/index.server.ts'
import type { Orders } from './modules/orders/index.server.ts'
import type { Payments } from './modules/payments/index.server.ts'
import type { Database } from './platform/database/database.ts'
import type { Outbox } from './platform/jobs/outbox.ts'
import { queueFigures } from './platform/jobs/queue-figures.ts'
import type { Figure } from './platform/telemetry/shop-gauges.ts'

/** More than anybody works off in a day: counting stops there. */
const countedUpTo = 1_000

interface ShopDeps {
  database: Database
  clock: Clock
  orders: Pick<Orders, 'totals' | 'signedBetween'>
  contracting: Pick<Contracting, 'evidenceCheck'>
  payments: Pick<Payments, 'totals' | 'receivedBetween' | 'sweeps'>
  notifications: Pick<Notifications, 'totals' | 'refusingSeconds'>
  operations: Pick<Operations, 'backupHours' | 'backupCheck'>
  obligations: readonly ObligationSource[]
  outboxes: readonly Outbox[]
  /** The certificates that the owner has to renew. */
  certificates: readonly Certificate[]
}

/** Collects the figures of all modules, for `/metrics` and for the owner's daily e-mail. */
export function shopFigures(deps: ShopDeps) {
  const {
    database,
    clock,
    orders,
    contracting,
    payments,
    notifications,
    operations,
    obligations,
    outboxes,
    certificates,
  } = deps

  async function waitingByKind() {
    const found: { kind: string; count: number; since: Date | undefined; late: number }[] = []
    const now = clock.now()
    for (const source of obligations) {
      const count = await source.count({ limit: countedUpTo })
      const open = count === 0 ? [] : await source.open({ limit: 100 })
      const since = open.map((item) => item.since).sort((a, b) => a.getTime() - b.getTime())[0]
      found.push({ kind: source.kind, count, since, late: open.filter(({ dueAt }) => dueAt < now).length })
    }
    return found
  }

  return {
    async figures(): Promise<Figure[]> {
      const now = clock.now()
      const money = await payments.totals(database, { today: todayInSaoPaulo(now) })
      const hours = await operations.backupHours()
      const check = await operations.backupCheck()
      const waiting = await waitingByKind()
      const evidence = await contracting.evidenceCheck()
      return [
        ...(await orders.totals(database)).flatMap(({ status, count, centavos }): Figure[] => [
          { name: 'shop_orders', labels: { status }, value: count },
          { name: 'shop_sold_centavos', labels: { status }, value: centavos },
        ]),
        ...money.received.map(
          ({ provider, centavos }): Figure => ({
            name: 'shop_received_centavos',
            labels: { provider },
            value: centavos,
          }),
        ),
        { name: 'shop_refunded_centavos', value: money.refunded },
        { name: 'shop_overdue_instalments', value: money.overdue.count },
        { name: 'shop_overdue_centavos', value: money.overdue.centavos },
        { name: 'shop_book_differences', value: money.differences },
        ...waiting.flatMap(({ kind, count, since }): Figure[] => [
          { name: 'shop_waiting', labels: { kind }, value: count },
          {
            name: 'shop_waiting_oldest_seconds',
            labels: { kind },
            value: since ? Math.max(0, Math.round((now.getTime() - since.getTime()) / 1000)) : 0,
          },
        ]),
        ...(await notifications.totals(database, now)).map(
          ({ status, count }): Figure => ({ name: 'shop_messages', labels: { status }, value: count }),
        ),
        ...(await notifications.refusingSeconds()).map(
          ({ channel, seconds }): Figure => ({
            name: 'channel_refusing_seconds',
            labels: { channel },
            value: seconds,
          }),
        ),
        ...(await queueFigures(database, outboxes)).flatMap(({ queue, waiting, oldestSeconds }): Figure[] => [
          { name: 'jobs_waiting', labels: { queue }, value: waiting },
          { name: 'jobs_oldest_seconds', labels: { queue }, value: oldestSeconds },
        ]),
        ...(evidence
          ? [
              { name: 'contract_evidence_breaches' as const, value: evidence.breaches },
              {
                name: 'contract_evidence_age_seconds' as const,
                value: Math.max(0, Math.round((now.getTime() - evidence.checkedAt.getTime()) / 1000)),
              },
            ]
          : []),
        ...certificates.map(
          ({ name, expiresAt }): Figure => ({
            name: 'certificate_expires_seconds',
            labels: { certificate: name },
            value: Math.round((expiresAt.getTime() - now.getTime()) / 1000),
          }),
        ),
        ...(hours === undefined
          ? []
          : [{ name: 'backup_age_seconds' as const, value: Math.round((hours * HOUR) / SECOND) }]),
        ...(check
          ? [
              { name: 'backup_check_failed' as const, value: check.passed ? 0 : 1 },
              { name: 'backup_check_age_seconds' as const, value: Math.round((check.hours * HOUR) / SECOND) },
            ]
          : []),
      ]
    },

    /** @param span the day, from its beginning to the next one's */
    async dayOfShop(span: { from: Date; to: Date }) {
      const money = await payments.totals(database, { today: todayInSaoPaulo(clock.now()) })
      const waiting = await waitingByKind()
      const counts = (kind: string) => waiting.find((found) => found.kind === kind)?.count ?? 0
      return {
        contracts: await orders.signedBetween(database, span),
        received: await payments.receivedBetween(database, span),
        overdue: money.overdue,
        waiting: waiting.reduce((sum, { count }) => sum + count, 0),
        late: waiting.reduce((sum, { late }) => sum + late, 0),
        stoppedJobs: counts('job.decide'),
        failedMessages: counts('message.resend'),
        differences: money.differences,
        failingProviders: (await payments.sweeps())
          .filter(({ failingSince }) => failingSince !== null)
          .map(({ provider }) => provider),
      }
    },
  }
}
