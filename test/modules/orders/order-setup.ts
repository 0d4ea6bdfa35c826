import { sql } from 'drizzle-orm'
import type { EventPayload } from '../../../src/platform/events/define-events.ts'
import { newId } from '../../../src/platform/ids.ts'
import { deliver } from '../../support/listeners.ts'
import type { HiringSetup } from '../contracting/hiring-setup.ts'

/** Returns helpers that create a customer's orders and act on them, through the module's public interface. */
export function orderSteps(setup: HiringSetup) {
  const by = newId()
  const { orders, database } = setup
  const inTransaction = database.transaction.bind(database)
  const event = (type: string, payload: EventPayload) =>
    deliver(database, orders.listeners, { type, payload })
  return {
    /** User id of the team member who acts. */
    by,

    /** @returns the order's id */
    async open(userId: string, { steps = 3, days = 7 } = {}): Promise<string> {
      const id = newId()
      await inTransaction(async (tx) => {
        await orders.openOrder(tx, {
          ...{ id, userId, serviceId: 'credit-rating', planId: 'pf-a-vista' },
          ...{ serviceTitle: 'Rating de Crédito', servicePrice: 250_000, paymentType: 'PIX à vista' },
          deadline: { kind: 'businessDays', days },
        })
        const names = Array.from({ length: steps }, (_, at) => ({
          name: `Etapa ${at + 1}`,
          description: 'a',
        }))
        await orders.createSteps(tx, { orderId: id, steps: names })
      })
      return id
    },

    pay: (orderId: string) =>
      event('instalment.paid', {
        ...{ orderId, instalmentId: newId(), userId: newId(), amount: 250_000, paidOn: '2026-12-18' },
      }),

    moneyChanged: (orderId: string, userId: string) => event('order-money.changed', { orderId, userId }),

    /** Adds a paid instalment to the order. */
    async fund(orderId: string, userId: string): Promise<void> {
      const [paymentId, id] = [newId(), newId()]
      await database.execute(
        sql`insert into provider_payments (id, provider, provider_id, method, state, status, amount, refunded, fee, created_at, updated_at)
          values (${paymentId}, 'mercado-pago', ${paymentId}, 'pix', 'approved', 'approved', 250000, 0, 0, now(), now())`,
      )
      await database.execute(
        sql`insert into payments (id, order_id, user_id, service_title, payment_type, number, kind, amount, due_date, status,
            payment_date, paid_with, paid_amount, payment_method, external_reference, created_at)
          values (${id}, ${orderId}, ${userId}, 'Rating', 'PIX à vista',
            (select count(*) + 1 from payments where order_id = ${orderId}), 'a-vista', 250000, '2026-12-18', 'paid', now(),
            ${paymentId}, 250000, 'pix', ${`PARC_${id}`}, now())`,
      )
    },

    /** Sets the state that a bank reports for the money of an order. */
    bank: (orderId: string, state: 'approved' | 'charged_back') =>
      database.execute(
        sql`update provider_payments set state = ${state} where id in (select paid_with from payments where order_id = ${orderId})`,
      ),

    complete: (orderId: string, stepNumber: number, more: object = {}) =>
      inTransaction((tx) =>
        orders.completeStep(tx, {
          ...{ orderId, stepNumber, words: 'Enviamos os pedidos.', protocol: 'SERASA-1', by },
          ...more,
        }),
      ),
    undo: (orderId: string, completionId: string) =>
      inTransaction((tx) => orders.undoStep(tx, { orderId, completionId, by })),
    reopen: (orderId: string, stepNumber: number, more: object = {}) =>
      inTransaction((tx) =>
        orders.reopenStep(tx, { orderId, stepNumber, words: 'A Serasa pediu de novo.', by, ...more }),
      ),
    move: (orderId: string, stepNumber: number, to: string, more: object = {}) =>
      inTransaction((tx) =>
        orders.moveStepDeadline(tx, {
          ...{ orderId, stepNumber, to, words: 'O cartório está fechado.', by },
          ...more,
        }),
      ),
    contact: (orderId: string, channel = 'whatsapp', note = 'Falamos sobre os documentos.') =>
      inTransaction((tx) => orders.recordContact(tx, { orderId, channel, note, by })),
    note: (orderId: string, note: string) => inTransaction((tx) => orders.addNote(tx, { orderId, note, by })),
    start: (orderId: string) => inTransaction((tx) => orders.startWork(tx, { orderId, by })),
    resume: (orderId: string) => inTransaction((tx) => orders.resumeOrder(tx, { orderId, by })),
    cancel: (orderId: string, more: object = {}) =>
      inTransaction((tx) => orders.cancelOrder(tx, { orderId, ...more })),

    /** Runs the waiting jobs. */
    async work(): Promise<void> {
      for (const { job, data } of setup.orderJobs.splice(0)) {
        const { run } = orders.jobs[job as 'orders.announce-step']
        await run(data)
      }
    },

    /** Returns the messages to a customer after the first payment, oldest first. */
    async messagesTo(userId: string) {
      const { rows } = await database.execute<{ kind: string; subject: string; text: string }>(
        sql`select kind, subject, text from messages where user_id = ${userId} and kind <> 'order.paid' order by created_at, id`,
      )
      return rows
    },

    async order(orderId: string) {
      const order = await orders.openForTeam({ text: orderId })
      if (!order) throw new Error('no order')
      return order
    },
  }
}
