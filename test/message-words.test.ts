import { describe, expect, test } from 'vitest'
import { namesIn } from '../src/core/fill-words.ts'
import {
  countExamples,
  exampleFilling,
  fillWording,
  nameProblems,
  releaseTexts,
  type Wording,
} from '../src/core/message-wording.ts'
import { calendarLines, type MessageKind, messageCalendar, messageGroups } from '../src/message-calendar.ts'
import { messageWordings } from '../src/message-words.ts'
import { messagesOf } from '../src/modules/catalogue/domain/message.ts'
import { problemsOf } from '../src/modules/catalogue/public.ts'
import { releaseReminders } from '../src/modules/catalogue/release-reminders.ts'
import { exampleMessage } from '../src/modules/notifications/write-message.ts'
import { reminderRulesOf } from '../src/modules/payments/domain/reminder-words.ts'
import { everyMessage } from './support/every-message.ts'

const wordings: Readonly<Record<string, Wording>> = messageWordings
const kinds = Object.keys(messageWordings) as (keyof typeof messageWordings)[]
const toCustomers = (Object.keys(messageCalendar) as MessageKind[]).filter(
  (kind) => messageCalendar[kind].topic !== 'team',
)

/**
 * Messages to customers without an editable wording of this kind: reminders, which also have days, a code, and texts that a team
 * member writes.
 */
const others = toCustomers.filter((kind) => !kinds.some((known) => known === kind))

test('every message to a customer can be edited, except two', () => {
  expect(others.filter((kind) => !kind.startsWith('instalment.'))).toEqual([
    'conversation.answer',
    'consultation.code',
  ])
  expect(others.filter((kind) => kind.startsWith('instalment.'))).toHaveLength(5)
  expect(kinds.filter((kind) => messageCalendar[kind].topic === ('team' as string))).toEqual([])
  const ids = messagesOf(messageWordings).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[a-z-]+$/.test(id))).toEqual([])
})

test('every kind is in a group, and every group has a kind', () => {
  const lines = calendarLines(reminderRulesOf(releaseReminders).days)
  expect(new Set(lines.map(({ group }) => group))).toEqual(new Set(messageGroups))
  expect(lines.filter(({ topic, group }) => (topic === 'team') !== (group === 'team'))).toEqual([])
})

test('the time of a reminder follows the days that the owner set', () => {
  const days = { coming: 1, lateFirst: 4, lateSecond: 10, lateLast: 30 }
  const moments = calendarLines(days).flatMap(({ kind, moment }) =>
    kind.startsWith('instalment.') && kind !== 'instalment.postponed' ? [moment] : [],
  )
  expect(moments).toEqual([
    '1 dia antes',
    'no dia, às 9h',
    '4 dias depois',
    '10 dias depois; de várias do mesmo pedido, a cada 7 dias',
    '30 dias depois',
  ])
})

describe.each(kinds)('%s', (kind) => {
  const wording = wordings[kind] as Wording
  const texts = releaseTexts(wording)
  const content = { texts }
  const subject = `message:${kind.replace(/[._]/g, '-')}`

  test('has a wording that could be published as it is', () => {
    expect(problemsOf(subject, content, content, wording)).toEqual([])
    expect(problemsOf(subject, content, { texts: {} }, wording).map(({ code }) => code)).not.toContain(
      'pressure',
    )
  })

  test('uses exactly the names that it declares', () => {
    const { names, pieces = {}, fixed = {}, facts = [], quote } = wording
    const declared = [...Object.keys(names), ...Object.keys(pieces), ...Object.keys(fixed)]
    const said = [
      ...Object.values(texts),
      ...Object.values(fixed),
      ...Object.values(pieces).flatMap((cases) => Object.values(cases).map(({ words }) => words)),
      ...facts.map(({ text }) => text),
      quote?.text ?? '',
    ].flatMap(namesIn)
    expect([...new Set(said)].sort()).toEqual(declared.sort())
    expect(new Set(declared).size).toBe(declared.length)
  })

  test('has examples that leave no brace and no gap, for each of its cases', () => {
    for (let at = 0; at < countExamples(wording); at++) {
      const {
        text,
        subject: line,
        content: shown,
      } = exampleMessage({
        ...{ wording, texts, at, url: 'https://recomeco.exemplo/exemplo' },
      })
      const all = [line, text, shown.preheader].join('\n')
      expect(all).not.toMatch(/[{}]|undefined| {2}| [.,!?:]/)
      const filled = fillWording(wording, texts, exampleFilling(wording, at))
      expect(filled.lines.every((words) => words !== '')).toBe(true)
    }
  })

  test('equals what its sender writes: the tests of messages show every text of it', () => {
    const sent = everyMessage[kind as keyof typeof everyMessage]
    const shown = sent.map(
      ({ subject: line, text, content: { preheader } }) => `${line}\n${preheader}\n${text}`,
    )
    for (const [slot, words] of Object.entries(texts)) {
      const literal = words
        .split(/\{\w+\}|\n\n/)
        .map((part) => part.trim())
        .filter((part) => part.length > 3)
      for (const part of literal)
        expect(
          shown.some((one) => one.includes(part)),
          `${slot}: ${part}`,
        ).toBe(true)
    }
  })

  const fixedNames = Object.keys(wording.fixed ?? {})
  if (fixedNames.length > 0) {
    test('the words of a fixed part are in every wording of it that can be published', () => {
      for (const name of fixedNames) {
        const without = Object.fromEntries(
          Object.entries(texts).map(([slot, words]) => [slot, words.replaceAll(`{${name}}`, 'Outra coisa.')]),
        )
        expect(nameProblems(wording, without).map(({ code, words }) => `${code} ${words}`)).toContainEqual(
          expect.stringContaining(`{${name}}`),
        )
      }
    })
  }
})
