import { expect } from 'vitest'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { minute, type PaymentsHarness, second } from './payments-harness.ts'

/** How changes reach the books: by signed notices, or, with all notices lost, by reconciliation alone. */
export type Detection = 'notices' | 'reconciliation'

/** Creates a customer with an order, actions on their payments at the provider, and the resulting state of the books. */
export async function startScenario(
  harness: PaymentsHarness,
  detection: Detection,
  order: Parameters<PaymentsHarness['customer']>[0] = {},
) {
  await startNewDay(harness)
  await harness.simulator.faults(faultsOf(detection))
  const customer = await harness.customer({ instalments: 2, ...order })
  const { viewer, instalmentIds, orderId } = customer
  const since = harness.clock.now()
  const days = new Set<string>()

  const scenario = {
    ...customer,
    harness,
    detection,

    /** Starts a charge for the instalments with these indexes; all by default. */
    async charge({
      of = instalmentIds.map((_, index) => index),
      method = 'pix' as 'pix' | 'credit_card',
    } = {}) {
      const ids = of.map((index) => instalmentIds[index] ?? '')
      const started = await harness.payments.startCharge({ viewer, instalmentIds: ids, method })
      if (!started.ok) throw new Error(started.code)
      const { chargeId } = started.value
      const view = await harness.payments.chargeView({ chargeId, userId: viewer.id })
      return { chargeId, reference: (await harness.charge(chargeId)).reference, initPoint: view?.initPoint }
    },

    /** Performs an action at the provider, and processes it. */
    async act(payment: { reference: string } | { id: number }, action: string, body: object = {}) {
      const result = await scenario.actUnprocessed(payment, action, body)
      await scenario.process()
      return result
    },

    /** Performs an action at the provider, without processing it. */
    actUnprocessed(payment: { reference: string } | { id: number }, action: string, body: object = {}) {
      harness.clock.advance(second)
      return harness.simulator.act('id' in payment ? String(payment.id) : payment.reference, action, body)
    },

    async stray(body: object) {
      harness.clock.advance(second)
      const notification_url = `${harness.publicUrl}/webhooks/mercadopago?source_news=webhooks`
      const paid = await harness.simulator.stray({ notification_url, ...body })
      await scenario.process()
      return paid
    },

    /** Sets faults of the simulator, in addition to those of the detection. */
    faults: (faults: object) => harness.simulator.faults({ ...faultsOf(detection), ...faults }),

    /** Runs one period: processes notices or reconciles, and runs the jobs that follow. */
    async process() {
      days.add(harness.clock.now().toISOString().slice(0, 10))
      if (detection === 'reconciliation') {
        harness.clock.advance(30 * second)
        await harness.payments.reconcile()
      }
      for (let turn = 0; turn < 3; turn++) {
        await harness.simulator.noticesSent()
        if (harness.queue.length === 0) break
        await harness.work()
      }
    },

    /** Makes a decision of the team, and processes it. */
    async team<T>(decide: (tx: Transaction) => Promise<T>): Promise<T> {
      harness.clock.advance(second)
      const decided = await harness.database.transaction(decide)
      await scenario.process()
      return decided
    },

    /** Withdraws the customer from the order (CDC art. 49). */
    withdraw() {
      return scenario.team(async (tx) => {
        await harness.payments.cancelInstalments(tx, { orderId })
        return harness.payments.refundOrder(tx, { orderId, origin: 'withdrawal', reason: 'arrependimento' })
      })
    },

    /** Returns the id of an open item of this kind. */
    async openItem(kind: string) {
      const item = (await openItemsSince(harness, since)).find((one) => one.kind === kind)
      if (!item) throw new Error(`no open item of kind ${kind}`)
      return item.id
    },

    /** Returns the final state of the books. */
    async outcome() {
      const rows = <T>(text: string) => harness.query<T>(text, [viewer.id])
      const charges = await rows<{ status: string; path: string }>(
        `select status, (select coalesce(string_agg("to", ' ' order by h.at, h.id), '') from charge_history h
           where h.charge_id = c.id) as path from charges c where user_id = $1 order by created_at, id`,
      )
      const lines = async (text: string) =>
        (await harness.query<{ line: string }>(text, [since])).map(({ line }) => line)
      return {
        charges: charges.map(({ status }) => status),
        history: charges.map(({ path }) => path),
        instalments: await harness.statuses(instalmentIds),
        credits: await lines(
          `select concat_ws(' ', reason, amount, status) as line from credits where created_at >= $1 order by 1`,
        ),
        refunds: await lines(
          `select concat_ws(' ', origin, sum(amount), status) as line from refunds where created_at >= $1
            group by origin, status order by 1`,
        ),
        waiting: (await openItemsSince(harness, since)).map(({ kind, reason }) => `${kind} ${reason}`).sort(),
      }
    },

    /** Expects balanced books, daily closes that agree, and that processing everything again changes nothing. */
    async expectConsistent({ status = 'agrees' as 'agrees' | 'differs' } = {}) {
      await scenario.faults({})
      expect(await harness.payments.checkBooks()).toEqual([])
      const before = await snapshot(harness, since)
      harness.clock.advance(31 * second)
      await harness.payments.reconcile()
      await harness.work()
      expect(await snapshot(harness, since)).toEqual(before)
      for (const day of days) {
        const closed = await harness.closeDay(day)
        expect(closed).toMatchObject({ ok: true, value: [{ day, status }] })
      }
    },
  }
  return scenario
}

export type PaymentScenario = Awaited<ReturnType<typeof startScenario>>

/**
 * Isolates the scenario from earlier ones: their charges are not checked again, and it gets separate days. It begins after everything
 * that earlier ones recorded, also with the clock of the next day, so that its rows are those since its start.
 */
async function startNewDay(harness: PaymentsHarness): Promise<void> {
  await harness.simulator.reset()
  harness.queue.length = 0
  await harness.query('delete from daily_closes')
  await harness.query('update charges set next_check_at = null')
  harness.clock.advance(24 * 60 * minute + second)
}

const faultsOf = (detection: Detection) => (detection === 'reconciliation' ? { dropWebhooks: true } : {})

async function openItemsSince(harness: PaymentsHarness, start: Date) {
  return (await harness.payments.openItems({ limit: 1000 })).filter(({ since }) => since >= start)
}

/** Returns everything recorded since the start, without the times of the last checks. */
async function snapshot(harness: PaymentsHarness, since: Date) {
  const parts = {
    charges: 'select id, status, provider_id, settled_at from charges where created_at >= $1',
    history: 'select count(*) from charge_history where at >= $1',
    payments: `select id, status, paid_by, paid_with, paid_amount, payment_date from payments
      where created_at >= $1`,
    providerPayments: `select id, charge_id, state, status, detail, amount, refunded, fee, approved_at, received_at,
      concern from provider_payments where created_at >= $1`,
    credits: 'select * from credits where created_at >= $1',
    refunds: 'select * from refunds where created_at >= $1',
    ledger:
      'select count(*) from ledger_entries e join ledger_transactions t on t.id = e.transaction_id where t.created_at >= $1',
    events: 'select count(*) from events where occurred_at >= $1',
  }
  const columns = Object.entries(parts).map(
    ([name, text]) => `(select json_agg(part) from (${text} order by 1) as part) as "${name}"`,
  )
  return harness.query(`select ${columns.join(', ')}`, [since])
}
