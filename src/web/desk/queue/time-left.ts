import { formatDate, todayInSaoPaulo, weekday, weekdayName } from '../../../core/calendar.ts'
import { queueCopy as copy } from '../../copy/desk-queue.ts'
import { timeOf } from './snooze-time.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** '38 min', '3 h 20', '2 dias'; with a minus for what is late. */
export function timeLeft(dueAt: Date, now: Date): string {
  const left = dueAt.getTime() - now.getTime()
  const size = Math.abs(left)
  const sign = left < 0 ? '−' : ''
  if (size < hour) return `${sign}${Math.floor(size / minute)} min`
  if (size < day) {
    const minutes = Math.floor((size % hour) / minute)
    return `${sign}${Math.floor(size / hour)} h${minutes > 0 && size < 6 * hour ? ` ${String(minutes).padStart(2, '0')}` : ''}`
  }
  const days = Math.floor(size / day)
  return `${sign}${days} ${days === 1 ? 'dia' : 'dias'}`
}

/** 'até 14:55', 'era 14:05', 'ter, 24/11': the moment beside the time that is left. */
export function dueWords(dueAt: Date, now: Date): string {
  const date = todayInSaoPaulo(dueAt)
  const isToday = date === todayInSaoPaulo(now)
  const moment = isToday
    ? timeOf(dueAt)
    : `${weekdayName(weekday(date)).slice(0, 3)}, ${formatDate(date).slice(0, 5)}`
  if (dueAt < now) return copy.was(moment)
  return isToday ? copy.until(moment) : moment
}
