import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CalendarEvent, calendarFile } from '../../src/core/icalendar.ts'

const calendar = {
  product: '-//Recomeço//Pagamentos//PT-BR',
  name: 'Recomeço, pedido RC-7K4P2',
  timeZone: 'America/Sao_Paulo',
  stamp: new Date('2026-11-22T15:04:05.678Z'),
}
const event: CalendarEvent = {
  uid: '019ab3f2-1111-7aaa-8bbb-0123456789ab',
  date: '2026-12-31',
  summary: 'Recomeço: parcela 3, R$ 99,90',
  description: 'Pedido RC-7K4P2.\nPague na sua conta; é rápido.',
  url: 'https://recomeco.exemplo/payments',
  reminderHour: 9,
}

test('a file says every property as RFC 5545 writes it', () => {
  expect(calendarFile({ ...calendar, events: [event] }).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Recomeço//Pagamentos//PT-BR',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Recomeço\\, pedido RC-7K4P2',
    'X-WR-TIMEZONE:America/Sao_Paulo',
    'BEGIN:VEVENT',
    'UID:019ab3f2-1111-7aaa-8bbb-0123456789ab',
    'DTSTAMP:20261122T150405Z',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'SUMMARY:Recomeço: parcela 3\\, R$ 99\\,90',
    'DESCRIPTION:Pedido RC-7K4P2.\\nPague na sua conta\\; é rápido.',
    'URL:https://recomeco.exemplo/payments',
    'CLASS:PRIVATE',
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Recomeço: parcela 3\\, R$ 99\\,90',
    'TRIGGER:-PT15H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('without an hour there is no reminder, and without events no file', () => {
  const quiet = calendarFile({ ...calendar, events: [{ ...event, reminderHour: undefined }] })
  expect(quiet).not.toContain('VALARM')
  expect(() => calendarFile({ ...calendar, events: [] })).toThrow(RangeError)
})

/** Reads one value back: unfolds the lines, then takes off the escapes. Written from the RFC, not from the code. */
function valueIn(file: string, name: string): string | undefined {
  const unfolded = file.replaceAll(/\r\n[ \t]/g, '')
  const line = unfolded.split('\r\n').find((one) => one.startsWith(`${name}:`))
  return line
    ?.slice(name.length + 1)
    .replaceAll(/\\(.)/gs, (_, after: string) => (after.toLowerCase() === 'n' ? '\n' : after))
}

test('whatever a text holds, lines have at most 75 octets, whole characters, and read back the same', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 }).map((any) => any.replace(/\p{Cc}|\p{Cs}/gu, ' '))
  const words = fc.constantFrom('parcela', 'ção', ';', ',', '\\', '\n', 'R$ 1.998,00', '🧾', '\\n')
  const sentence = fc.array(words, { maxLength: 60 }).map((all) => all.join(' '))
  fc.assert(
    fc.property(fc.oneof(text, sentence), (description) => {
      const bytes = Buffer.from(calendarFile({ ...calendar, events: [{ ...event, description }] }))
      const lines = bytes.toString('latin1').split('\r\n')
      expect(lines.at(-1)).toBe('')
      for (const line of lines) {
        expect(line.length).toBeLessThanOrEqual(75)
        expect(line).not.toMatch(/[\r\n]/)
        // A line that is not whole UTF-8 would not survive.
        const octets = Buffer.from(line, 'latin1')
        expect(Buffer.from(octets.toString('utf8')).equals(octets)).toBe(true)
      }
      expect(valueIn(bytes.toString('utf8'), 'DESCRIPTION')).toBe(description)
    }),
  )
})
