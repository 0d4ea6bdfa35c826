import { addDays, type IsoDate } from './calendar.ts'

/** An all-day event. Texts may contain line breaks. */
export interface CalendarEvent {
  /** Stable: the same event has the same uid in every file, so that a calendar replaces the one it has. */
  uid: string
  date: IsoDate
  summary: string
  description: string
  url: string
  /** A reminder is shown on the day before, at this full hour of the reader's clock. */
  reminderHour?: number | undefined
}

/**
 * An iCalendar file (RFC 5545) of all-day events: dates without a time zone, which are the same day wherever they are read.
 * Lines end with CRLF and are folded at 75 octets, never inside a character.
 *
 * @param stamp when the file was made; calendar programs keep the newest
 * @throws RangeError without events, which the format does not allow
 */
export function calendarFile({
  product,
  name,
  timeZone,
  stamp,
  events,
}: {
  product: string
  name: string
  timeZone: string
  stamp: Date
  events: readonly CalendarEvent[]
}): string {
  if (events.length === 0) throw new RangeError('a calendar without events')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${escaped(product)}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    `X-WR-TIMEZONE:${timeZone}`,
    ...events.flatMap((event) => eventLines(event, stamp)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function eventLines(
  { uid, date, summary, description, url, reminderHour }: CalendarEvent,
  stamp: Date,
): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${addDays(date, 1).replaceAll('-', '')}`,
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    `URL:${url}`,
    'CLASS:PRIVATE',
    'TRANSP:TRANSPARENT',
    ...(reminderHour === undefined ? [] : alarmLines(summary, reminderHour)),
    'END:VEVENT',
  ]
}

/** Counts backwards from midnight at the start of the day. */
function alarmLines(text: string, hour: number): string[] {
  return [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(text)}`,
    `TRIGGER:-PT${24 - hour}H`,
    'END:VALARM',
  ]
}

/** A TEXT value (section 3.3.11), in which no other control characters are allowed. */
function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')
}

const maxOctets = 75

/** Folds a line (section 3.1): each continuation line begins with a space, which counts. */
function folded(line: string): string {
  const lines: string[] = []
  let [current, octets] = ['', 0]
  for (const character of line) {
    const size = octetsOf(character)
    if (octets + size > maxOctets) {
      lines.push(current)
      ;[current, octets] = [' ', 1]
    }
    current += character
    octets += size
  }
  return [...lines, current].join('\r\n')
}

/** In UTF-8. */
function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
