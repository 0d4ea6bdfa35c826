import { paymentTypeText, release } from '../../src/modules/catalogue/public.ts'
import { customerId } from './people.ts'
import { instalmentsEach, ordersOfRegular, type Scale } from './scale.ts'
import { chosen, idOf, oneOf } from './sql.ts'

/** Time zone in which days begin. */
export const zone = `'America/Sao_Paulo'`

/** Returns the service and the plans of the seeded orders. */
function sold() {
  const service = release.services.find(({ id }) => id === 'clean-name')
  const plan = (id: string) => service?.plans.find((each) => each.id === id)
  const [card, pix] = [plan('cartao-6x'), plan('mensal-12x')]
  if (!service || !card || !pix) throw new Error('the catalogue has no such plan')
  return { service, card, pix }
}

/**
 * Creates a temporary table of the orders, which later statements read: number, time of signature and status. Many of the newest
 * orders are in progress, and nearly all older ones are completed; four of ten are paid by card at once.
 */
export function outlineStatement(scale: Scale): string {
  const { orders, customers, since, now } = scale
  const each = (now.getTime() - since.getTime()) / 1_000 / orders
  const at = `timestamptz '${since.toISOString()}' + n::bigint * interval '1 second' * ${each}`
  const person = `case when n % ${ordersOfRegular} = 0 then 1 else 1 + ${chosen('n', 11, customers)} end`
  return `create temporary table seed_orders as
    select n, ${idOf('order', 'n', 'at')} as id, ${customerId('person', scale)} as user_id, at, (at at time zone ${zone})::date as day,
      19990 + n % 5 * 500 as each,
      case when luck < 40 then 'pending' when luck < 120 then 'cancelled'
        when n > ${orders} * 0.6 and luck < 125 then 'on_hold'
        when n > ${orders} * 0.96 then 'paid' when n > ${orders} * 0.92 then 'in_progress' else 'completed' end as status,
      luck % 5 < 2 as is_card
    from (select n, ${at} as at, ${chosen('n', 12, 1_000)} as luck, ${person} as person
      from generate_series(1, ${orders}) n) as made`
}

/** Returns statements for orders with their steps, completions and history. */
export function orderStatements({ orders, today, now }: Scale): string[] {
  const { service, card, pix } = sold()
  const steps = service.stepTemplate
  const stepsDone = `case o.status when 'completed' then ${steps.length} when 'in_progress' then 1 + o.n % ${steps.length - 1} else 0 end`
  const isBegun = `o.status not in ('pending', 'cancelled')`
  const isWorkedOn = `o.status in ('paid', 'in_progress')`
  /** The day of the current step, or of a decision. */
  const dueOn = `(date '${today}' + (${chosen('o.n', 14, 23)})::int - 3)`
  const doneAt = `least(o.at + interval '1 day' * (6 * s.step + ${chosen('o.n + s.step', 15, 3)} - 2), timestamptz '${now.toISOString()}')`
  return [
    `insert into orders (id, user_id, service_id, plan_id, service_title, service_price, payment_type, status, progress,
       delivery_days, delivery_kind, start_date, delivery_date, created_at, updated_at, due_on, contact_due_at, contacted_at)
     select o.id, o.user_id, '${service.id}', case when o.is_card then '${card.id}' else '${pix.id}' end, '${service.title}',
       40000 + ${instalmentsEach - 1} * o.each,
       case when o.is_card then '${paymentTypeText(card)}' else '${paymentTypeText(pix)}' end,
       o.status, round(100.0 * ${stepsDone} / ${steps.length}), 30, 'calendarDays',
       case when ${isBegun} then o.day end,
       case when ${isWorkedOn} then ${dueOn} + 6 * (${steps.length - 1} - ${stepsDone}) else o.day + 30 end, o.at, o.at,
       case when o.status in ('paid', 'in_progress', 'on_hold') then ${dueOn} end, o.at + interval '24 hours',
       case when o.n <= ${orders} * 0.99 then o.at + interval '1 hour' * (1 + ${chosen('o.n', 16, 26)}) end
     from seed_orders o order by o.n`,
    `insert into order_steps (order_id, step_number, step_name, step_description, completed, completed_date, due_on)
     select o.id, s.step, s.name, s.description, s.step <= ${stepsDone}, case when s.step <= ${stepsDone} then ${doneAt} end,
       case when ${isWorkedOn} then ${dueOn} + 6 * (s.step - 1 - ${stepsDone}) when ${isBegun} then o.day + 6 * s.step end
     from seed_orders o cross join (values ${steps
       .map(({ name, description }, index) => `(${index + 1}, '${name}', '${description}')`)
       .join(', ')}) as s (step, name, description) order by o.n, s.step`,
    // Words and evidence only for the newest orders, because those of the others would only repeat them.
    `insert into step_completions (id, order_id, step_number, words, protocol, is_shared, completed_by, completed_at, announced_at)
     select ${idOf('completion', `o.n * 16 + s.step`, 'o.at')}, o.id, s.step, 'Esta etapa foi concluída.', 'P-' || o.n || '-' || s.step,
       true, o.user_id, ${doneAt}, ${doneAt}
     from seed_orders o cross join generate_series(1, ${steps.length}) as s (step)
     where o.n > ${orders} * 0.8 and s.step <= ${stepsDone}`,
    `insert into order_events (id, order_id, kind, at, detail)
     select ${idOf('history', 'o.n * 4 + e.place', 'o.at')}, o.id, e.kind, o.at + e.place * interval '5 minutes',
       case e.kind when 'contacted' then '{"channel": "phone"}'::jsonb else '{}'::jsonb end
     from seed_orders o cross join (values (0, 'paid'), (1, 'contacted')) as e (place, kind) where ${isBegun}`,
    `insert into messages (id, "to", channel, kind, subject, text, links, status, attempts, user_id, created_at, sent_at)
     select ${idOf('message', 'o.n', 'o.at')}, 'cliente@exemplo.com.br', 'email', 'contract.accepted', 'Seu contrato', 'Está na sua conta.', '{}',
       case when o.n % ${Math.ceil(orders / 500)} = 0 and o.n > ${orders} / 2 then 'failed' else 'sent' end, 1, o.user_id, o.at, o.at
     from seed_orders o`,
    `insert into events (id, type, payload, occurred_at)
     select ${idOf('event', 'o.n', 'o.at')}, 'order-money.changed', jsonb_build_object('orderId', o.id, 'userId', o.user_id), o.at
     from seed_orders o where ${isBegun}`,
    `insert into proposals (id, digest, name, birth_date, phone, email, income, vehicle_brand, vehicle_model, vehicle_year, vehicle_value,
       status, created_at, answer, answered_by, answered_at)
     select ${idOf('proposal', 'o.n', 'o.at')}, 'seed-' || o.n, 'Pessoa Exemplo', date '1980-01-01', '+5548999990000', 'pessoa@exemplo.com.br',
       500000, ${oneOf('o.n / 50', ['Fiat', 'Volkswagen', 'Chevrolet'])}, 'Modelo', '2020', 4000000,
       case when o.n > ${orders} * 0.98 then 'received' else 'answered' end, o.at,
       case when o.n <= ${orders} * 0.98 then 'Respondida.' end, case when o.n <= ${orders} * 0.98 then o.user_id end,
       case when o.n <= ${orders} * 0.98 then o.at + interval '1 day' end
     from seed_orders o where o.n % 50 = 0`,
  ]
}
