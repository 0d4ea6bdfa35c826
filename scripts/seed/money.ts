import { zone } from './orders.ts'
import { instalmentsEach, type Scale } from './scale.ts'
import { chosen, idOf } from './sql.ts'

const provider = 'mercado-pago'

/**
 * Returns statements for instalments, their payments and the ledger, including everything that the ledger check compares. A card
 * pays an order in one charge, Pix pays each instalment in its own; some due instalments stay open, and some of the newest
 * payments require a review by a person.
 */
export function moneyStatements({ orders, today, now }: Scale): string[] {
  const isPaidFor = `o.status in ('paid', 'in_progress', 'completed')`
  const due = 'o.day + 30 * k'
  const isLate = `${chosen('o.n * 16 + k', 21, 100)} < case when ${due} > date '${today}' - 120 then 12 else 3 end`
  const isPaid = `(${isPaidFor} and (o.is_card or k = 0 or (${due} <= date '${today}' and not ${isLate})))`
  const chargeNumber = 'case when o.is_card then o.n * 16 + 15 else o.n * 16 + k end'
  const paidAt = `case when o.is_card or k = 0 then least(o.at + interval '5 minutes', timestamptz '${now.toISOString()}')
    else least((((${due})::timestamp + interval '10 hours') at time zone ${zone}) - interval '1 day' * ${chosen('o.n + k', 22, 4)}, timestamptz '${now.toISOString()}') end`
  return [
    `create temporary table seed_paid (c bigint, charge_id uuid, payment_id uuid, n bigint, user_id uuid, is_card boolean, at timestamptz,
       paid_at timestamptz, amount bigint, status text)`,
    `insert into payments (id, order_id, user_id, service_title, payment_type, number, kind, amount, due_date, status, payment_date,
       paid_by, paid_with, paid_amount, payment_method, external_reference, created_at)
     select ${idOf('instalment', 'o.n * 16 + k', 'o.at')}, o.id, o.user_id, r.service_title, r.payment_type, k,
       case when k = 0 then 'entrada' else 'parcela' end, amount, ${due}, state,
       case when state in ('paid', 'refunded') then paid_at end,
       case when state in ('paid', 'refunded') then ${idOf('charge', chargeNumber, 'o.at')} end,
       case when state in ('paid', 'refunded') then ${idOf('payment', chargeNumber, 'o.at')} end,
       case when state in ('paid', 'refunded') then amount end,
       case when o.is_card then 'credit_card' else 'pix' end, 'PARC_' || o.n || '_' || k, o.at
     from seed_orders o join orders r on r.id = o.id cross join generate_series(0, ${instalmentsEach - 1}) as k
     cross join lateral (select case when k = 0 then 40000 else o.each end as amount, ${paidAt} as paid_at,
       case when o.status = 'cancelled' then 'cancelled' when o.status = 'on_hold' and k = 0 then 'refunded'
         when ${isPaid} then 'paid' else 'pending' end as state) as s
     order by o.n, k`,
    `insert into seed_paid
     select o.n * 16 + case when o.is_card and ${isPaidFor} then 15 else p.number end, p.paid_by, p.paid_with, o.n, o.user_id, o.is_card, o.at,
       p.payment_date, case when o.is_card and ${isPaidFor} then 40000 + ${instalmentsEach - 1} * o.each else p.amount end, p.status
     from seed_orders o join payments p on p.order_id = o.id
     where p.status in ('paid', 'refunded') and (p.number = 0 or not o.is_card)`,
    // A card payment of the entry alone, for an order on hold, still has the number of the whole purchase.
    `update seed_paid set c = n * 16 + 15 where is_card`,
    `insert into charges (id, user_id, purpose, method, amount, description, status, provider, reference, idempotency_key, selection_key,
       most_instalments, provider_id, created_at, issued_at, settled_at)
     select charge_id, user_id, 'instalments', case when is_card then 'credit_card' else 'pix' end, amount, 'Limpeza de Nome',
       case when status = 'refunded' then 'refunded' else 'approved' end, '${provider}', 'MULT_' || c, 'charge-' || c, 'seed-' || c,
       case when is_card then 10 else 1 end, (100000000000 + c)::text, paid_at - interval '5 minutes', paid_at - interval '5 minutes', paid_at
     from seed_paid order by c`,
    `insert into charge_payments (charge_id, payment_id, amount)
     select paid_by, id, amount from payments where paid_by is not null order by id`,
    `insert into provider_payments (id, provider, provider_id, charge_id, reference, method, state, status, detail, amount, refunded, fee,
       approved_at, reported_at, received_at, concern, created_at, updated_at)
     select payment_id, '${provider}', (100000000000 + c)::text, charge_id, 'MULT_' || c, case when is_card then 'credit_card' else 'pix' end,
       case when status = 'refunded' then 'refunded' else 'approved' end, case when status = 'refunded' then 'refunded' else 'approved' end,
       'accredited', amount, case when status = 'refunded' then amount else 0 end,
       case when is_card then amount / 25 else 0 end, paid_at, paid_at, paid_at,
       case when status = 'paid' and n > ${orders} * 0.9 and ${chosen('c', 23, 300)} = 0 then 'illegal_move' end, paid_at, paid_at
     from seed_paid order by c`,
    `insert into charges (id, user_id, purpose, method, amount, description, status, provider, reference, idempotency_key, selection_key,
       most_instalments, last_error, created_at)
     select ${idOf('charge', 'o.n * 16 + 14', 'o.at')}, o.user_id, 'instalments', 'pix', 40000, 'Limpeza de Nome', 'failed', '${provider}', 'FAILED_' || o.n,
       'failed-' || o.n, 'failed-' || o.n, 1, 'refused', o.at
     from seed_orders o where o.n > ${orders} * 0.9 and o.n % 100 = 0`,
    `insert into refunds (id, provider_payment_id, charge_id, amount, origin, reason, status, idempotency_key, created_at, completed_at)
     select ${idOf('refund', 'c', 'at')}, payment_id, charge_id, amount, 'withdrawal', 'desistência', 'done', 'refund-' || c, paid_at + interval '1 day',
       paid_at + interval '1 day'
     from seed_paid where status = 'refunded'`,
    `insert into refund_payments (refund_id, payment_id)
     select r.id, i.id from refunds r join payments i on i.paid_with = r.provider_payment_id where i.status = 'refunded'`,
    ...creditStatements(orders),
    ...bookStatements(),
  ]
}

/** Returns statements for credits: money that belongs to no instalment and waits for a decision. */
function creditStatements(orders: number): string[] {
  const from = `from seed_orders o where o.n > ${orders} * 0.85 and o.n % 100 = 1`
  const paymentId = idOf('credit', 'o.n * 2', 'o.at')
  return [
    `insert into provider_payments (id, provider, provider_id, reference, method, state, status, amount, refunded, fee, approved_at, reported_at,
       received_at, created_at, updated_at)
     select ${paymentId}, '${provider}', (900000000000 + o.n)::text, 'SEED_' || o.n, 'pix', 'approved', 'approved', 19990, 0, 0, o.at, o.at, o.at,
       o.at, o.at ${from}`,
    `insert into credits (id, key, reason, amount, provider_payment_id, status, created_at)
     select ${idOf('credit', 'o.n * 2 + 1', 'o.at')}, ${paymentId} || ':unmatched', 'unmatched', 19990, ${paymentId}, 'open', o.at ${from}`,
  ]
}

/** Returns statements that build the ledger from the rows: sales, cancellations, receipts, fees and refunds. */
function bookStatements(): string[] {
  const dayOf = (at: string) => `((${at}) at time zone ${zone})::date`
  const movement = (values: {
    id: string
    key: string
    kind: string
    day: string
    at: string
    from: string
  }) =>
    `insert into ledger_transactions (id, key, kind, day, created_at)
     select ${values.id}, ${values.key}, '${values.kind}', ${values.day}, ${values.at} ${values.from}`
  const entries = (id: string, debit: string, credit: string, amount: string, from: string) =>
    `insert into ledger_entries (transaction_id, line, account, amount)
     select ${id}, line, case line when 0 then ${debit} else ${credit} end, case line when 0 then ${amount} else -(${amount}) end
     ${from.replace('where', 'cross join generate_series(0, 1) as line where')}`
  const both = (
    values: { id: string; key: string; kind: string; day: string; at: string; from: string },
    debit: string,
    credit: string,
    amount: string,
  ) => [movement(values), entries(values.id, debit, credit, amount, values.from)]
  const [sale, cancelled] = [idOf('sale', 'o.n', 'o.at'), idOf('cancellation', 'o.n', 'o.at')]
  const total = `40000 + ${instalmentsEach - 1} * o.each`
  const [receipt, fee, returned] = [
    idOf('receipt', 'c', 'at'),
    idOf('fee', 'c', 'at'),
    idOf('returned', 'c', 'at'),
  ]
  const [receivable, atProvider] = [`'receivable'`, `'provider:${provider}'`]
  const ofOrders = { day: 'o.day', at: 'o.at' }
  const ofPaid = { day: dayOf('paid_at'), at: 'paid_at' }
  return [
    ...both(
      { id: sale, key: `'sale:' || o.id`, kind: 'sale', ...ofOrders, from: 'from seed_orders o where true' },
      receivable,
      `'sales'`,
      total,
    ),
    ...both(
      {
        id: cancelled,
        key: `'cancellation:' || o.id`,
        kind: 'cancellation',
        ...ofOrders,
        from: `from seed_orders o where o.status = 'cancelled'`,
      },
      `'sales'`,
      receivable,
      total,
    ),
    ...both(
      {
        id: receipt,
        key: `'receipt:' || payment_id`,
        kind: 'receipt',
        ...ofPaid,
        from: 'from seed_paid where true',
      },
      atProvider,
      receivable,
      'amount',
    ),
    ...both(
      { id: fee, key: `'fee:' || payment_id`, kind: 'fee', ...ofPaid, from: 'from seed_paid where is_card' },
      `'fees'`,
      atProvider,
      'amount / 25',
    ),
    ...both(
      {
        id: returned,
        key: `'refund:' || ${idOf('refund', 'c', 'at')}`,
        kind: 'refund',
        from: `from seed_paid where status = 'refunded'`,
        day: dayOf(`paid_at + interval '1 day'`),
        at: `paid_at + interval '1 day'`,
      },
      `'refunds'`,
      atProvider,
      'amount',
    ),
    ...both(
      {
        id: 'p.id',
        key: `'receipt:' || p.id`,
        kind: 'receipt',
        day: dayOf('p.received_at'),
        at: 'p.received_at',
        from: `from provider_payments p where p.charge_id is null`,
      },
      atProvider,
      `'credits'`,
      'p.amount',
    ),
  ]
}
