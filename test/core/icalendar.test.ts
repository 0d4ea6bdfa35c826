import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { type CalendarEvent, calendarFile } from '../../src/core/icalendar.ts'
import { anyCharacter } from '../support/any-character.ts'

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

test('writes every property as RFC 5545 requires', () => {
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

test('replaces a control character by a space', () => {
  const file = calendarFile({ ...calendar, events: [{ ...event, summary: 'Parcela\t3' }] })
  expect(file).toContain('SUMMARY:Parcela 3\r\n')
})

test('without a time there is no reminder, and without events no file', () => {
  const quiet = calendarFile({ ...calendar, events: [{ ...event, reminderHour: undefined }] })
  expect(quiet).not.toContain('VALARM')
  expect(() => calendarFile({ ...calendar, events: [] })).toThrow(RangeError)
})

/** Returns the only event of a file, as read by a third-party parser. */
function readBack(file: string) {
  const [found] = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent')
  return found && new ICAL.Event(found)
}

test('an independent parser reads a whole day, and a reminder at nine of the day before', () => {
  const read = readBack(calendarFile({ ...calendar, events: [event] }))
  expect(read).toMatchObject({ uid: event.uid, summary: event.summary, description: event.description })
  expect([read?.startDate.isDate, read?.startDate.toString(), read?.endDate.toString()]).toEqual([
    ...[true, '2026-12-31', '2027-01-01'],
  ])
  const [alarm] = read?.component.getAllSubcomponents('valarm') ?? []
  const trigger = alarm?.getFirstPropertyValue('trigger')
  expect(trigger).toBeInstanceOf(ICAL.Duration)
  expect(String(trigger)).toBe('-PT15H')
})

test.each([
  ['one octet', '~', 63, 74],
  ['two octets, the first printable one', '\u00a0', 31, 37],
  ['two octets, the last one', '\u07ff', 31, 37],
  ['three octets, the first one', '\u0800', 21, 24],
  ['three octets, the last one', '\uffff', 21, 24],
  ['four octets, the first one', '\u{10000}', 15, 18],
])('folds a long line where no more whole characters of %s fit into 75', (_, character, first, others) => {
  // The property name with its colon takes twelve octets, and a folded line begins with a space.
  const file = calendarFile({ ...calendar, events: [{ ...event, description: character.repeat(250) }] })
  const lines = file.slice(file.indexOf('DESCRIPTION:')).split('\r\n')
  const counts = lines.slice(0, 3).map((line) => [...line.replace(/^DESCRIPTION:| /, '')].length)
  expect(counts).toEqual([first, others, others])
})

test('whatever a text contains, lines have at most 75 octets, whole characters, and read back the same', () => {
  const text = fc
    .string({ unit: anyCharacter, maxLength: 300, size: 'max' })
    .map((any) => any.replace(/\p{Cc}|\p{Cs}/gu, ' '))
  const words = fc.constantFrom('parcela', 'ção', ';', ',', '\\', '\n', 'R$ 1.998,00', '🧾', '\\n')
  const sentence = fc.array(words, { maxLength: 60, size: 'max' }).map((all) => all.join(' '))
  fc.assert(
    fc.property(fc.oneof(text, sentence), (description) => {
      const bytes = Buffer.from(calendarFile({ ...calendar, events: [{ ...event, description }] }))
      const lines = bytes.toString('latin1').split('\r\n')
      expect(lines.at(-1)).toBe('')
      for (const line of lines) {
        expect(line.length).toBeLessThanOrEqual(75)
        expect(line).not.toMatch(/[\r\n]/)
        // A line that splits a UTF-8 character would not survive decoding.
        const octets = Buffer.from(line, 'latin1')
        expect(Buffer.from(octets.toString('utf8')).equals(octets)).toBe(true)
      }
      expect(readBack(bytes.toString('utf8'))?.description).toBe(description)
    }),
  )
})
