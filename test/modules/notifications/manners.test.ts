import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isHoliday } from '../../../src/core/business-days.ts'
import { minuteOfDayInSaoPaulo, todayInSaoPaulo, weekday } from '../../../src/core/calendar.ts'
import { messageCalendar } from '../../../src/message-calendar.ts'
import {
  type ChannelOption,
  channelOptions,
  decideSending,
  isOptional,
  isSendingTime,
  type Manner,
  nextSendingTime,
  optionalTopics,
  perWeek,
  sendingHours,
  unchosen,
} from '../../../src/modules/notifications/domain/manners.ts'

const day = 24 * 60 * 60_000
const week = 7 * day
/** Returns a time in São Paulo, which is three hours behind UTC. */
const at = (date: string, time: string) => new Date(Date.parse(`${date}T${time}:00Z`) + 3 * 60 * 60_000)

const anyTime = fc.date({
  min: new Date('2024-01-01T00:00:00Z'),
  max: new Date('2032-12-31T00:00:00Z'),
  noInvalidDate: true,
})
const anyKind = fc.constantFrom(...(Object.entries(messageCalendar) as [string, Manner][]))
const anyOption = fc.constantFrom<ChannelOption>(...channelOptions)

test('people are written to from 8h to 20h, on Saturdays until 14h, never on Sundays and holidays', () => {
  expect(isSendingTime(at('2026-12-18', '07:59'))).toBe(false)
  expect(isSendingTime(at('2026-12-18', '08:00'))).toBe(true)
  expect(isSendingTime(at('2026-12-18', '19:59'))).toBe(true)
  expect(isSendingTime(at('2026-12-18', '20:00'))).toBe(false)
  expect(isSendingTime(at('2026-12-19', '13:59'))).toBe(true)
  expect(isSendingTime(at('2026-12-19', '14:00'))).toBe(false)
  expect(isSendingTime(at('2026-12-20', '12:00'))).toBe(false)
  expect(isSendingTime(at('2026-12-25', '12:00'))).toBe(false)
})

test('a held message is sent on the next morning on which messages are allowed', () => {
  const next = (from: Date) => nextSendingTime(from).toISOString()
  expect(next(at('2026-12-18', '10:00'))).toBe(at('2026-12-18', '10:00').toISOString())
  expect(next(at('2026-12-18', '02:00'))).toBe(at('2026-12-18', '08:00').toISOString())
  expect(next(at('2026-12-18', '20:00'))).toBe(at('2026-12-19', '08:00').toISOString())
  expect(next(at('2026-12-19', '14:00'))).toBe(at('2026-12-21', '08:00').toISOString())
  // Christmas is on a Friday, followed by a Saturday.
  expect(next(at('2026-12-24', '21:00'))).toBe(at('2026-12-26', '08:00').toISOString())
})

test('the next time allows messages, is never earlier, and at most six days later', () => {
  fc.assert(
    fc.property(anyTime, (from) => {
      const next = nextSendingTime(from)
      expect(isSendingTime(next)).toBe(true)
      expect(next.getTime()).toBeGreaterThanOrEqual(from.getTime())
      expect(next.getTime() - from.getTime()).toBeLessThan(6 * day)
    }),
  )
})

test('no kind is sent at night, on a Sunday or a holiday, unless it is listed as an immediate answer', () => {
  fc.assert(
    fc.property(anyKind, anyTime, anyOption, fc.array(anyTime), ([, manner], now, preferred, earlier) => {
      const decision = decideSending({ manner, preferred, now, earlier })
      if (manner.topic === 'team' || manner.when === 'at_once' || decision.send === 'never') return
      const out = decision.send === 'now' ? now : decision.at
      const date = todayInSaoPaulo(out)
      expect([weekday(date) === 0, isHoliday(date)]).toEqual([false, false])
      const { from, until } = sendingHours[weekday(date) === 6 ? 'saturday' : 'weekday']
      expect(minuteOfDayInSaoPaulo(out)).toBeGreaterThanOrEqual(from)
      expect(minuteOfDayInSaoPaulo(out)).toBeLessThan(until)
    }),
  )
})

test('a refused topic is never sent; what is owed to a person is always sent', () => {
  fc.assert(
    fc.property(anyKind, anyTime, ([, manner], now) => {
      const decision = decideSending({ manner, preferred: 'none', now })
      if (isOptional(manner.topic)) expect(decision).toEqual({ send: 'never', reason: 'unwanted' })
      else expect(decision.send).not.toBe('never')
    }),
  )
})

test('in any seven days nobody gets more of a topic than its limit, however many are requested', () => {
  const anyTopic = fc.constantFrom(...optionalTopics)
  const gaps = fc.array(fc.integer({ min: 0, max: 3 * day }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(anyTopic, anyTime, gaps, (topic, start, waits) => {
      const sent: Date[] = []
      let now = start
      for (const wait of waits) {
        now = new Date(now.getTime() + wait)
        const decision = decideSending({
          ...{ manner: { topic, when: 'by_day' }, preferred: 'email', now, earlier: sent },
        })
        if (decision.send !== 'never') sent.push(decision.send === 'now' ? now : decision.at)
      }
      for (const last of sent) {
        const within = sent.filter((one) => one <= last && one.getTime() > last.getTime() - week)
        expect(within.length).toBeLessThanOrEqual(perWeek[topic])
      }
    }),
  )
})

test('a reminder above the limit is dropped; news waits for room, in order', () => {
  const now = at('2026-12-16', '10:00')
  const three = ['14', '15', '16'].map((date) => at(`2026-12-${date}`, '09:00'))
  const reminder = { manner: { topic: 'reminders', when: 'by_day' }, preferred: 'email', now } as const
  expect(decideSending({ ...reminder, earlier: three })).toEqual({ send: 'never', reason: 'too_many' })
  expect(decideSending({ ...reminder, earlier: three.slice(1) })).toEqual({ send: 'now' })

  const offer = { ...reminder, manner: { topic: 'offers', when: 'by_day' } } as const
  // One week after the first of the two.
  expect(decideSending({ ...offer, earlier: three.slice(1) })).toEqual({
    send: 'later',
    at: at('2026-12-22', '09:00'),
  })
  expect(decideSending({ ...offer, earlier: [at('2026-12-18', '08:00')] })).toEqual({
    send: 'later',
    at: at('2026-12-18', '08:00'),
  })
  expect(
    decideSending({ ...offer, earlier: [at('2026-12-09', '10:00'), at('2026-12-15', '10:00')] }),
  ).toEqual({
    send: 'now',
  })
})

test('drops a message that is worthless by the time it could be sent', () => {
  const night = at('2026-12-18', '22:00')
  const manner: Manner = { topic: 'contract', when: 'by_day' }
  const notAfter = at('2026-12-19', '08:00')
  expect(decideSending({ manner, preferred: 'email', now: night, notAfter })).toEqual({
    send: 'later',
    at: notAfter,
  })
  const earlier = new Date(notAfter.getTime() - 1)
  expect(decideSending({ manner, preferred: 'email', now: night, notAfter: earlier })).toEqual({
    send: 'never',
    reason: 'outdated',
  })
})

test('the team is written to at any hour, and what is owed to a person has no limit', () => {
  const night = at('2026-12-18', '22:00')
  expect(decideSending({ manner: { topic: 'team', when: 'by_day' }, preferred: 'none', now: night })).toEqual(
    {
      send: 'now',
    },
  )
  const earlier = Array.from({ length: 20 }, () => at('2026-12-18', '21:00'))
  const owed = {
    manner: { topic: 'contract', when: 'by_day' },
    preferred: 'email',
    now: night,
    earlier,
  } as const
  expect(decideSending(owed)).toEqual({ send: 'later', at: at('2026-12-19', '08:00') })
  const asked = { ...owed, manner: { topic: 'reminders', when: 'at_once' } } as const
  expect(decideSending(asked)).toEqual({ send: 'now' })
})

test('after seven days there is room again', () => {
  const now = at('2026-12-16', '10:00')
  const two = [at('2026-12-15', '09:00'), at('2026-12-14', '09:00')]
  const third = (time: string) =>
    decideSending({
      ...{ manner: { topic: 'reminders', when: 'by_day' }, preferred: 'email', now },
      earlier: [...two, at('2026-12-09', time)],
    }).send
  expect([third('10:00'), third('10:01')]).toEqual(['now', 'never'])
})

test('nobody gets WhatsApp without having chosen it', () => {
  expect(Object.values(unchosen)).toEqual(['email', 'email', 'email'])
})

test('a message allowed at night answers what its reader has just done', () => {
  const atNight = Object.entries(messageCalendar).flatMap(([kind, { when, topic }]) =>
    when === 'at_once' && topic !== 'team' ? [kind] : [],
  )
  expect(atNight).toEqual([
    'account.confirm',
    'account.exists',
    'account.reset',
    'account.password-changed',
    'account.phone-changed',
    'privacy.link',
    'privacy.received',
    'conversation.answer',
    'contract.accepted',
    'contract.withdrawn',
    'renegotiation.accepted',
    'order.paid',
    'instalment.postponed',
    'receipt.made',
    'charge.amount_mismatch',
    'credit.kept',
    'consultation.paid',
    'consultation.delivered',
    'consultation.link',
    'consultation.code',
    'proposal.received',
  ])
})
