import type { Clock } from '../../../core/clock.ts'
import { isUuid } from '../../../core/ids.ts'
import { refuse } from '../../../core/outcome.ts'
import type { Database } from '../../../platform/database/database.ts'
import { MANUAL_PROVIDER } from '../domain/manual-payment.ts'
import { manualReferenceOf, reportOf } from '../manual/report-of.ts'
import {
  answeredRefunds,
  answerForRefund,
  findManualPayment,
  findManualRefund,
  type ManualPaymentRow,
  recordedBetween,
} from '../manual/store.server.ts'
import type { PaymentProvider, PaymentReport, ProviderRefusal } from '../ports.ts'

const pageSize = 100

const refused: ProviderRefusal = { ok: false, code: 'refused', detail: 'recorded by hand' }
const notFound: ProviderRefusal = { ok: false, code: 'not_found' }

/**
 * Payments and refunds outside every provider, as the team records them: the report of a payment is the record that an
 * operator made with evidence, and a refund is pending until an operator transfers it.
 */
export function createManualProvider({
  database,
  clock,
}: {
  database: Database
  clock: Clock
}): PaymentProvider {
  const reportsOf = async (rows: readonly ManualPaymentRow[]): Promise<PaymentReport[]> => {
    const refunds = await answeredRefunds(
      database,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => reportOf(row, refunds.get(row.id) ?? []))
  }
  const recorded = async (id: string) => {
    const row = isUuid(id) ? await findManualPayment(database, id) : undefined
    return row?.chargeId ? row : undefined
  }
  return {
    name: MANUAL_PROVIDER,
    methods: [],
    isRecordedHere: true,
    referenceFor: ({ id }) => manualReferenceOf(id),
    // Manual payments have no charges, so nothing can be open.
    createPix: async () => refused,
    createCard: async () => refused,
    cancel: async () => refused,

    async paymentsOf({ providerId }) {
      const row = providerId === null ? undefined : await recorded(providerId)
      return row ? { ok: true, value: await reportsOf([row]) } : notFound
    },
    async get(providerId) {
      const row = await recorded(providerId)
      const [report] = row ? await reportsOf([row]) : []
      return report ? { ok: true, value: report } : notFound
    },
    async list({ by, from, to, offset }) {
      const rows = await recordedBetween(database, { by, from, to, offset, limit: pageSize })
      return { ok: true, value: await reportsOf(rows) }
    },
    pageSize,
    requestsAtOnce: 1,

    async refund({ providerId, idempotencyKey: key, amount }) {
      const row = await findManualRefund(database, key)
      if (!row) return (await recorded(providerId)) ? { ok: false, code: 'awaits_person' } : notFound
      if (row.manualPaymentId !== providerId || row.amount !== amount) return refused
      await database.transaction((tx) => answerForRefund(tx, { key, now: clock.now() }))
      return { ok: true, value: { providerRefundId: key, amount } }
    },

    readNotice: () => refuse('unsigned'),
  }
}
