import { type IsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import type { Viewer } from '../../../modules/identity/public.ts'
import type { ChargeMethod, Instalment, SettledCharge } from '../../../modules/payments/public.ts'
import { appContext, type Context, viewerContext } from '../../context.ts'
import { chargeInCookie } from './charge-cookie.server.ts'

/** Data of a payment on the success page. */
export interface PaidReceipt {
  receiptId: string
  method: ChargeMethod
  /** Name of the provider, and its payment id. */
  provider: string
  providerId: string
  received: Centavos
  receivedAt: Date
  lines: Pick<Instalment, 'id' | 'serviceTitle' | 'kind' | 'number' | 'total'>[]
  orders: { id: string; number: string }[]
  /** Whether this was the first payment of one of the orders. */
  isFirst: boolean
  /** The next instalment of the same orders; undefined if all are paid. */
  next:
    | { label: Pick<Instalment, 'kind' | 'number'>; dueDate: IsoDate; isOverdue: boolean; total: Centavos }
    | undefined
}

/** State of the success page: a payment, one that has not arrived, or none. */
export type SuccessState =
  | { kind: 'paid'; receipt: PaidReceipt }
  | { kind: 'waiting' }
  /** A look-up has its own page. */
  | { kind: 'lookup' }
  | { kind: 'none' }

/**
 * Returns the state of the success page: of the session's charge, once its money is in the books, otherwise of the signed-in
 * user's last payment. Without a payment nothing is confirmed.
 */
export async function successState({
  request,
  context,
}: {
  request: Request
  context: Context
}): Promise<SuccessState> {
  const { payments, config } = context.get(appContext)
  const viewer = context.get(viewerContext)
  const chargeId = await chargeInCookie(request, config.session)
  const charge = chargeId ? await payments.chargeView({ chargeId, userId: viewer?.id }) : undefined
  if (charge?.purpose.kind === 'consultation') return { kind: 'lookup' }
  if (charge && charge.phase !== 'approved') return { kind: 'waiting' }
  if (!viewer) return { kind: 'none' }
  const settled = charge
    ? await payments.settledCharge({ chargeId: charge.id, userId: viewer.id })
    : await payments.lastSettledCharge({ userId: viewer.id })
  if (!settled) return { kind: 'none' }
  return { kind: 'paid', receipt: await receiptOf(settled, { viewer, context }) }
}

async function receiptOf(
  { id, method, provider, providerId, received, receivedAt, lines }: SettledCharge,
  { viewer, context }: { viewer: Viewer; context: Context },
): Promise<PaidReceipt> {
  const { payments, orders, clock } = context.get(appContext)
  const userId = viewer.id
  const orderIds = [...new Set(lines.map(({ orderId }) => orderId))]
  const [numbers, pending, paid] = await Promise.all([
    orders.numbersOf({ userId }),
    payments.pendingOf({ userId, documento: viewer.documento(), orderIds }),
    payments.paidOf({ userId, orderIds }),
  ])
  const covered = new Set(lines.map((line) => line.id))
  const begun = new Set(
    paid.filter((instalment) => !covered.has(instalment.id)).map(({ orderId }) => orderId),
  )
  const next = pending.find(({ underReview }) => !underReview)
  return {
    receiptId: id,
    method,
    provider,
    providerId,
    received,
    receivedAt,
    lines: lines.map(({ id, serviceTitle, kind, number, total }) => ({
      id,
      serviceTitle,
      kind,
      number,
      total,
    })),
    orders: orderIds.flatMap((orderId) => {
      const number = numbers.get(orderId)
      return number === undefined ? [] : [{ id: orderId, number }]
    }),
    isFirst: orderIds.some((orderId) => !begun.has(orderId)),
    next: next && {
      label: { kind: next.kind, number: next.number },
      dueDate: next.dueDate,
      isOverdue: next.dueDate < todayInSaoPaulo(clock.now()),
      total: next.total,
    },
  }
}
