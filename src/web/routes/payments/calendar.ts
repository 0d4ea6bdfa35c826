import { todayInSaoPaulo } from '../../../core/calendar.ts'
import { calendarFile } from '../../../core/icalendar.ts'
import { appContext } from '../../context.ts'
import { calendarCopy as copy, eventText, eventTitle } from '../../copy/payment-calendar.ts'
import { missingFilePage } from '../../missing-file.server.tsx'
import { linksAt, paths } from '../../paths.ts'
import { recordMiss } from '../../security/foreign-id.server.ts'
import { cookiesFor } from '../../session/cookies.server.ts'
import { redirectWithToast } from '../../session/toasts.server.ts'
import { requireViewer } from '../../session/viewer.server.ts'
import type { Route } from './+types/calendar.ts'

/** Hour of the reminder: late enough to be awake, early enough to pay. */
const reminderHour = 9

/** Returns the open instalments of an order as a calendar file; a 404 for anybody but its owner. */
export async function loader({ request, params: { orderId }, context }: Route.LoaderArgs) {
  const { id: userId } = await requireViewer(context, request)
  const { orders, payments, config, clock } = context.get(appContext)
  const order = await orders.orderOf({ userId, orderId })
  if (!order) {
    await recordMiss(context, 'order', [orderId])
    return missingFilePage()
  }
  const pending = await payments.pendingOf({ userId, orderIds: [order.id] })
  const open = pending.filter(({ underReview }) => !underReview)
  if (open.length === 0) {
    return redirectWithToast(cookiesFor(config.session), paths.payments(), {
      tone: 'neutral',
      ...copy.nothing,
    })
  }
  const { number } = order
  const url = linksAt(config.publicUrl).payments()
  const today = todayInSaoPaulo(clock.now())
  const file = calendarFile({
    product: '-//Recomeço//Pagamentos//PT-BR',
    name: copy.name(number),
    timeZone: 'America/Sao_Paulo',
    stamp: clock.now(),
    events: open.map((instalment) => ({
      uid: instalment.id,
      date: instalment.dueDate,
      summary: eventTitle(instalment),
      description: eventText(instalment, { number, url }),
      url,
      // A reminder in the past would ring at once.
      reminderHour: instalment.dueDate > today ? reminderHour : undefined,
    })),
  })
  return new Response(file, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'Content-Disposition': `attachment; filename="parcelas-${number}.ics"`,
      'Cache-Control': 'private, no-store',
    },
  })
}
