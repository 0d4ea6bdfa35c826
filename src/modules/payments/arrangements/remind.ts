import { addDays, startOfDayInSaoPaulo, todayInSaoPaulo } from '../../../core/calendar.ts'
import type { Milestone } from '../../../core/milestones.ts'
import { sum } from '../../../core/money.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { isSendingTime } from '../../notifications/public.ts'
import type { PaymentsDeps } from '../deps.ts'
import { PIX_NIGHT } from '../domain/night-limit.ts'
import { milestonesOf, remindsAt } from '../domain/reminder.ts'
import { areOpenOn, isAnyOpen } from '../instalments/store.server.ts'
import type { PaymentMessageKind } from '../message-kinds.ts'
import { reminderMessage } from './reminder-message.ts'
import { type ReachedInstalment, remindersOfToday } from './reminders-of-today.ts'
import { usersToRemind } from './store.server.ts'

const page = 200

/** By priority: of several reminders that a customer has on a day, the first determines the words of the message. */
const byUrgency: readonly { milestone: Milestone; kind: PaymentMessageKind }[] = [
  { milestone: 'due', kind: 'instalment.due' },
  { milestone: 'late-last', kind: 'instalment.late-last' },
  { milestone: 'late-second', kind: 'instalment.late-second' },
  { milestone: 'late-first', kind: 'instalment.late-first' },
  { milestone: 'coming', kind: 'instalment.coming' },
]

/**
 * Reminds customers of instalments that will be due, are due today, or were due some days ago (`milestoneOf`): each instalment once for
 * each reminder, each customer with one message, and only when customers may be contacted. Runs every hour: a customer who pays before the
 * next run is not reminded, and after days without a run only reminders that still apply are sent. A failure for one customer does not
 * affect the others.
 *
 * @returns number of customers reminded
 * @throws Error after the others, when a customer could not be reminded, so that the job is retried
 */
export async function remind(deps: PaymentsDeps): Promise<number> {
  const now = deps.clock.now()
  if (!remindsAt(now) || !isSendingTime(now)) return 0
  const { days } = deps.reminders()
  const reached = milestonesOf(todayInSaoPaulo(now), days)
  let reminded = 0
  let failed = 0
  let after: string | undefined
  while (true) {
    const users = await usersToRemind(deps.database, { reached, after, limit: page })
    for (const userId of users) {
      try {
        if (await remindUser(deps, { userId, now })) reminded++
      } catch (err) {
        failed++
        deps.log.error({ err, userId }, 'a customer was not reminded of what is due')
      }
    }
    after = users.at(-1)
    if (users.length < page) break
  }
  if (failed > 0) throw new Error(`${failed} customers were not reminded of what is due`)
  return reminded
}

/** Sends one message for all reminders that a customer has today; an order that is late with several instalments has one of them. */
async function remindUser(
  deps: PaymentsDeps,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const { documento } = await deps.profileOf(userId)
  return deps.database.transaction(async (tx) => {
    const contact = await deps.contactOf(tx, userId)
    if (!contact) return false
    const { reminded, besides, named } = await remindersOfToday(tx, { userId, documento, now }, deps)
    const chief = byUrgency.find(({ milestone }) => reminded.some((one) => one.milestone === milestone))
    if (!chief) return false
    const instalments = reminded.filter(({ milestone }) => milestone === chief.milestone)
    const [first] = instalments
    const orders = new Set(reminded.map(({ orderId }) => orderId))
    const today = todayInSaoPaulo(now)
    const message = reminderMessage({
      nome: contact.nome,
      words: deps.reminders().words[chief.milestone],
      today,
      instalments,
      others: [...reminded.filter(({ milestone }) => milestone !== chief.milestone), ...besides],
      byCard: instalments.every(({ paymentMethod }) => paymentMethod === 'credit_card'),
      limited:
        chief.milestone === 'due' &&
        sum(instalments.map(({ total }) => total)) > PIX_NIGHT.limit &&
        instalments.some(({ paymentMethod }) => paymentMethod === 'pix'),
      paymentsUrl: deps.links.payments(),
      agreements: agreementsOf(chief.milestone, reminded, deps),
    })
    await deps.send(tx, {
      to: contact.email,
      channel: 'email',
      userId,
      kind: chief.kind,
      ...message,
      ...(orders.size === 1 && first && { orderId: first.orderId }),
      // The amounts and days in the message are valid only today.
      notAfter: new Date(startOfDayInSaoPaulo(addDays(today, 1)).getTime() - 1),
      about: named.map(({ id, dueDate }) => `${id}@${dueDate}`),
    })
    return true
  })
}

/** Returns where each order that is late can be agreed on, the most urgent first; otherwise where that of the reminder can be. */
function agreementsOf(
  chief: Milestone,
  reminded: readonly ReachedInstalment[],
  { links }: Pick<PaymentsDeps, 'links'>,
): { of: ReachedInstalment; url: string }[] {
  const urgent = byUrgency
    .map(({ milestone }) => milestone)
    .filter((milestone) => milestone.startsWith('late'))
  const late = urgent.flatMap((milestone) => reminded.filter((one) => one.milestone === milestone))
  const shown = late.some(({ milestone }) => milestone === chief) ? late : reminded.slice(0, 1)
  const orders = Map.groupBy(shown, ({ orderId }) => orderId)
  return [...orders].flatMap(([orderId, [of]]) => (of ? [{ of, url: links.agreement(orderId) }] : []))
}

/**
 * Whether a message of ours is still valid: every instalment of a reminder is open, and its due date is unchanged; at least
 * one of the instalments reported as owed again is still unpaid.
 */
export async function isMessageValid(
  executor: Executor,
  { kind, about }: { kind: string; about: readonly string[] },
): Promise<boolean> {
  if (kind.startsWith('instalment.')) return areOpenOn(executor, about)
  return kind === 'debt.reinstated' || kind === 'manual-payment.undone' ? isAnyOpen(executor, about) : true
}
