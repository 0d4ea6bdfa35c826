import { type IsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { sum } from '../../../core/money.ts'
import { instalmentsUnderReview } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { PIX_NIGHT } from '../domain/night-limit.ts'
import { remindsAt, toRemindOf } from '../domain/reminder.ts'
import { dueToday } from '../instalments/due-today.ts'
import { pendingDueOn } from '../instalments/store.server.ts'
import { dueMessage } from '../messages.ts'
import { insertReminders, usersToRemind } from './store.server.ts'

const page = 200

/**
 * Reminds customers of what is due today, each once for every due date, before the night limit of Pix (`reminderRule`). Runs
 * every hour: whoever pays before the next run is not reminded. One customer who cannot be reminded keeps nobody else from it.
 *
 * @returns number of customers reminded
 * @throws Error after the others, when a customer could not be reminded, so that the job is tried again
 */
export async function remindOfDueToday(deps: PaymentsDeps): Promise<number> {
  const now = deps.clock.now()
  if (!remindsAt(now)) return 0
  const today = todayInSaoPaulo(now)
  let reminded = 0
  let failed = 0
  let after: string | undefined
  while (true) {
    const users = await usersToRemind(deps.database, { dueDate: today, after, limit: page })
    for (const userId of users) {
      try {
        if (await remind(deps, { userId, today, now })) reminded++
      } catch (err) {
        failed++
        deps.log.error({ err, userId }, 'a customer was not reminded of what is due today')
      }
    }
    after = users.at(-1)
    if (users.length < page) break
  }
  if (failed > 0) throw new Error(`${failed} customers were not reminded of what is due today`)
  return reminded
}

/** One message for everything that a customer has to pay today. */
async function remind(
  deps: PaymentsDeps,
  { userId, today, now }: { userId: string; today: IsoDate; now: Date },
): Promise<boolean> {
  const { documento } = await deps.profileOf(userId)
  const dueOf = dueToday(deps, { documento })
  return deps.database.transaction(async (tx) => {
    const contact = await deps.contactOf(tx, userId)
    if (!contact) return false
    const rows = await pendingDueOn(tx, { userId, date: today })
    const underReview = await instalmentsUnderReview(
      tx,
      rows.map(({ id }) => id),
    )
    const due = rows
      .filter(({ id }) => !underReview.has(id))
      .map((row) => ({ ...row, total: dueOf(row).total }))
    const chosen = toRemindOf(due, now)
    const first = await insertReminders(tx, {
      instalmentIds: chosen.map(({ id }) => id),
      dueDate: today,
      sentAt: now,
    })
    const instalments = chosen.filter(({ id }) => first.has(id))
    if (instalments.length === 0) return false
    const total = sum(instalments.map((instalment) => instalment.total))
    const message = dueMessage({
      nome: contact.nome,
      instalments,
      total,
      byCard: instalments.every(({ paymentMethod }) => paymentMethod === 'credit_card'),
      limited: total > PIX_NIGHT.limit && instalments.some(({ paymentMethod }) => paymentMethod === 'pix'),
      paymentsUrl: deps.links.payments(),
    })
    await deps.send(tx, { to: contact.email, channel: 'email', userId, kind: 'instalment.due', ...message })
    return true
  })
}
