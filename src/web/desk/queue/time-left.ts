import {
  formatDate,
  startOfDayInSaoPaulo,
  todayInSaoPaulo,
  weekday,
  weekdayName,
} from '../../../core/calendar.ts'
import { DAY, HOUR, MINUTE } from '../../../core/durations.ts'
import { daysText } from '../../../core/text.ts'
import { queueCopy as copy } from '../../copy/desk-queue.ts'
import { timeOf } from './snooze-time.ts'

/** Formats the remaining time: '38 min', '3 h 20', '2 dias'; with a minus sign if late, without a number for less than a minute. */
export function timeLeft(dueAt: Date, now: Date): string {
  const left = dueAt.getTime() - now.getTime()
  const size = Math.abs(left)
  const sign = left < 0 ? '−' : ''
  if (size < MINUTE) return 'agora'
  if (size < HOUR) return `${sign}${Math.floor(size / MINUTE)} min`
  if (size < DAY) {
    const minutes = Math.floor((size % HOUR) / MINUTE)
    return `${sign}${Math.floor(size / HOUR)} h${minutes > 0 && size < 6 * HOUR ? ` ${String(minutes).padStart(2, '0')}` : ''}`
  }
  return `${sign}${daysText(Math.floor(size / DAY))}`
}

/** How a time is marked: late, or within the hour. */
export function urgencyOf(dueAt: Date, now: Date): 'is-bad' | 'is-warn' | undefined {
  const left = dueAt.getTime() - now.getTime()
  if (left < 0) return 'is-bad'
  return left < HOUR ? 'is-warn' : undefined
}

/** The last moment before a due time: a promise for a day is due at the midnight that ends it, which is of the next day. */
export function lastMomentOf(dueAt: Date): Date {
  const isEndOfDay = startOfDayInSaoPaulo(todayInSaoPaulo(dueAt)).getTime() === dueAt.getTime()
  return isEndOfDay ? new Date(dueAt.getTime() - 1) : dueAt
}

/** Formats the due time, shown beside the remaining time: 'até 14:55', 'era 14:05', 'ter, 24/11'. */
export function dueWords(dueAt: Date, now: Date): string {
  const last = lastMomentOf(dueAt)
  const date = todayInSaoPaulo(last)
  const isToday = date === todayInSaoPaulo(now)
  const moment = isToday
    ? timeOf(last)
    : `${weekdayName(weekday(date)).slice(0, 3)}, ${formatDate(date).slice(0, 5)}`
  if (dueAt < now) return copy.was(moment)
  return isToday ? copy.until(moment) : moment
}
