import {
  addDays,
  formatDate,
  isIsoDate,
  minuteOfDayInSaoPaulo,
  startOfDayInSaoPaulo,
  todayInSaoPaulo,
} from '../../../core/calendar.ts'

/** Returns the instant of a `datetime-local` control, whose time is in America/Sao_Paulo, from 00:00 to 23:59. */
export function readLocalTime(text: string): Date | undefined {
  const [date = '', time = ''] = text.split('T')
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)(?!\d)/.exec(time) ?? []
  if (!isIsoDate(date) || hours === undefined || minutes === undefined) return undefined
  return new Date(startOfDayInSaoPaulo(date).getTime() + (Number(hours) * 60 + Number(minutes)) * 60_000)
}

/** Formats a moment: '24/11/2026 09:00' */
export function writeLocalTime(instant: Date): string {
  return `${formatDate(todayInSaoPaulo(instant))} ${timeOf(instant)}`
}

/** Formats a time of day: '14:05' */
export function timeOf(instant: Date): string {
  const minutes = minuteOfDayInSaoPaulo(instant)
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

/** Returns tomorrow at nine, in the format of a `datetime-local` control. */
export function tomorrowMorning(now: Date): string {
  return `${addDays(todayInSaoPaulo(now), 1)}T09:00`
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}
