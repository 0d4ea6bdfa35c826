import { expect } from 'vitest'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { minute, type Rig, second } from './rig.ts'

/** How the books hear of what happens: by signed notices, or, every notice lost, by reconciliation alone. */
export type Hearing = 'notices' | 'reconciliation'

/** One customer with an order, and what happens to their money at the provider; at the end, what the books say. */
export async function openScene(rig: Rig, hearing: Hearing, order: Parameters<Rig['customer']>[0] = {}) {
  await nextDay(rig)
  await rig.simulator.faults(silence(hearing))
  const customer = await rig.customer({ instalments: 2, ...order })
  const { viewer, instalmentIds, orderId } = customer
  const began = await marks(rig)
  const days = new Set<string>()

  const scene = {
    ...customer,
    rig,
    hearing,

    /** A charge for these of the customer's instalments, all unless told. */
    async charge({
      of = instalmentIds.map((_, index) => index),
      method = 'pix' as 'pix' | 'credit_card',
    } = {}) {
      const ids = of.map((index) => instalmentIds[index] ?? '')
      const started = await rig.payments.startCharge({ viewer, instalmentIds: ids, method })
      if (!started.ok) throw new Error(started.code)
      const { chargeId } = started.value
      const view = await rig.payments.chargeView({ chargeId, userId: viewer.id })
      return { chargeId, reference: (await rig.charge(chargeId)).reference, initPoint: view?.initPoint }
    },

    /** Something at the provider, and the books hear of it. */
    async bank(payment: { reference: string } | { id: number }, action: string, body: object = {}) {
      const done = await scene.unheard(payment, action, body)
      await scene.hear()
      return done
    },

    /** Something at the provider. */
    unheard(payment: { reference: string } | { id: number }, action: string, body: object = {}) {
      rig.clock.advance(second)
      return rig.simulator.act('id' in payment ? String(payment.id) : payment.reference, action, body)
    },

    async stray(body: object) {
      rig.clock.advance(second)
      const notification_url = `${rig.publicUrl}/webhooks/mercadopago?source_news=webhooks`
      const paid = await rig.simulator.stray({ notification_url, ...body })
      await scene.hear()
      return paid
    },

    /** Faults besides how the books hear. */
    faults: (faults: object) => rig.simulator.faults({ ...silence(hearing), ...faults }),

    /** One period: what was announced or found is booked, and the jobs that follow are run. */
    async hear() {
      days.add(rig.clock.now().toISOString().slice(0, 10))
      for (let turn = 0; turn < 3; turn++) {
        await rig.simulator.noticesSent()
        if (hearing === 'reconciliation' && turn === 0) {
          rig.clock.advance(30 * second)
          await rig.payments.reconcile()
        }
        await rig.work()
      }
    },

    /** A decision of the team, and what follows. */
    async team<T>(decide: (tx: Transaction) => Promise<T>): Promise<T> {
      rig.clock.advance(second)
      const decided = await rig.database.transaction(decide)
      await scene.hear()
      return decided
    },

    /** The customer withdraws from the order (CDC art. 49). */
    withdraw() {
      return scene.team(async (tx) => {
        await rig.payments.cancelInstalments(tx, { orderId })
        return rig.payments.refundOrder(tx, { orderId, origin: 'withdrawal', reason: 'arrependimento' })
      })
    },

    async item(kind: string) {
      const item = (await itemsSince(rig, began)).find((one) => one.kind === kind)
      if (!item) throw new Error(`nothing of kind ${kind} waits for a person`)
      return item.id
    },

    /** What the books say of it all. */
    async end() {
      const rows = <T>(text: string) => rig.query<T>(text, [viewer.id])
      const charges = await rows<{ status: string; way: string }>(
        `select status, (select coalesce(string_agg("to", ' ' order by h.at, h.id), '') from charge_history h
           where h.charge_id = c.id) as way from charges c where user_id = $1 order by created_at, id`,
      )
      const lines = async (text: string) =>
        (await rig.query<{ line: string }>(text, [[...began]])).map(({ line }) => line)
      return {
        charges: charges.map(({ status }) => status),
        history: charges.map(({ way }) => way),
        instalments: await rig.statuses(instalmentIds),
        credits: await lines(
          `select concat_ws(' ', reason, amount, status) as line from credits where not id = any($1) order by 1`,
        ),
        refunds: await lines(
          `select concat_ws(' ', origin, sum(amount), status) as line from refunds where not id = any($1)
            group by origin, status order by 1`,
        ),
        waiting: (await itemsSince(rig, began)).map(({ kind, why }) => `${kind} ${why}`).sort(),
      }
    },

    /** The books close, every day of the story agrees, and hearing it all again changes nothing. */
    async holds({ status = 'agrees' as 'agrees' | 'differs' } = {}) {
      await scene.faults({})
      expect(await rig.payments.checkBooks()).toEqual([])
      const before = await everything(rig)
      for (let again = 0; again < 2; again++) {
        rig.clock.advance(31 * second)
        await rig.payments.reconcile()
        await rig.work()
      }
      expect(await everything(rig)).toEqual(before)
      for (const day of days) {
        const closed = await rig.closeDay(day)
        expect(closed).toMatchObject({ ok: true, value: [{ day, status }] })
      }
    },
  }
  return scene
}

export type Scene = Awaited<ReturnType<typeof openScene>>

/** Earlier stories are over: nothing of them is asked about again, and this one has days of its own. */
async function nextDay(rig: Rig): Promise<void> {
  await rig.simulator.reset()
  rig.queue.length = 0
  await rig.query('delete from daily_closes')
  await rig.query('update charges set next_check_at = null')
  rig.clock.advance(24 * 60 * minute)
}

const silence = (hearing: Hearing) => (hearing === 'reconciliation' ? { dropWebhooks: true } : {})

const tables = ['charges', 'credits', 'refunds', 'provider_payments'] as const

/** Every row there is, so that a story sees its own only. */
async function marks(rig: Rig): Promise<Set<string>> {
  const ids = await Promise.all(tables.map((table) => rig.query<{ id: string }>(`select id from ${table}`)))
  return new Set(ids.flat().map(({ id }) => id))
}

async function itemsSince(rig: Rig, began: Set<string>) {
  return (await rig.payments.openItems({ limit: 1000 })).filter(({ id }) => !began.has(id))
}

/** What was booked, but not when it was last looked at. */
async function everything(rig: Rig) {
  const parts = {
    charges: `select id, status, provider_id, settled_at from charges`,
    history: 'select count(*) from charge_history',
    payments: 'select id, status, paid_by, paid_with, paid_amount, payment_date from payments',
    providerPayments: `select id, charge_id, state, status, detail, amount, refunded, fee, approved_at, received_at,
      concern from provider_payments`,
    credits: 'select * from credits',
    refunds: 'select * from refunds',
    ledger: 'select count(*) from ledger_entries',
    events: 'select count(*) from events',
  }
  const found = Object.entries(parts).map(async ([name, text]) => [
    name,
    await rig.query(`${text} order by 1`),
  ])
  return Object.fromEntries(await Promise.all(found))
}
