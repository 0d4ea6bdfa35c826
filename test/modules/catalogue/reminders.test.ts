import { expect, test } from 'vitest'
import { milestones } from '../../../src/core/milestones.ts'
import { problemsOf } from '../../../src/modules/catalogue/domain/check-content.ts'
import type { ReminderContent } from '../../../src/modules/catalogue/domain/contents.ts'
import { neededNames, reminderDayLimits } from '../../../src/modules/catalogue/domain/reminder.ts'
import { releaseReminders } from '../../../src/modules/catalogue/release-reminders.ts'

const fine = { days: 7, subject: 'Vamos juntos', text: '{saudacao} {parcelas} {pagar} {acordo}' }
const problems = (change: Partial<ReminderContent>, id = 'late-second') =>
  problemsOf(`reminder:${id}`, { ...fine, ...change }, fine).map(({ field, code }) => `${field}: ${code}`)

test('the release has each reminder in order, with publishable days and words', () => {
  expect(releaseReminders.map(({ id }) => id)).toEqual([...milestones])
  for (const { id, ...content } of releaseReminders)
    expect(problemsOf(`reminder:${id}`, content, content)).toEqual([])
  expect(releaseReminders.map(({ days }) => days)).toEqual([3, 0, 2, 7, 15])
})

test('each reminder has its own days, so that they stay in order', () => {
  expect(reminderDayLimits).toEqual({
    coming: { from: 1, to: 10 },
    due: { from: 0, to: 0 },
    'late-first': { from: 1, to: 4 },
    'late-second': { from: 5, to: 10 },
    'late-last': { from: 11, to: 30 },
  })
  expect(reminderDayLimits['late-first'].to).toBeLessThan(reminderDayLimits['late-second'].from)
  expect(reminderDayLimits['late-second'].to).toBeLessThan(reminderDayLimits['late-last'].from)
  expect(problems({})).toEqual([])
  for (const days of [4, 11, 7.5, Number.NaN]) expect(problems({ days })).toEqual(['days: reminder_days'])
  expect([problems({ days: 5 }), problems({ days: 10 })]).toEqual([[], []])
  expect(problems({ days: 0 }, 'due')).toEqual([])
  expect(problems({ days: 1 }, 'due')).toEqual(['days: reminder_days'])
  expect(problems({}, 'unknown')).toEqual(['days: reminder_days'])
})

test('words use only known names, and all required ones', () => {
  expect(problems({ text: `${fine.text} {cpf}` })).toEqual(['text: unknown_name'])
  expect(problems({ text: `${fine.text} {}` })).toEqual(['text: unknown_name'])
  expect(problems({ subject: 'Olá, {saudacao}' })).toEqual(['subject: unknown_name'])
  for (const name of ['parcelas', 'pagar', 'acordo']) {
    expect(problems({ text: fine.text.replace(`{${name}}`, 'algo') })).toEqual(['text: missing_name'])
  }
  expect(neededNames('coming')).toEqual(['parcelas', 'pagar'])
  expect(problems({ days: 3, text: '{saudacao} {parcelas} {pagar}' }, 'coming')).toEqual([])
})

test('refuses a wording that reveals a debt to somebody else', () => {
  expect(problems({ subject: 'Sua dívida' })).toEqual(['subject: not_neutral'])
  expect(problems({ text: `Dívida: ${fine.text}` })).toEqual(['text: not_neutral'])
  expect(problems({ text: `Em atraso: ${fine.text}` })).toEqual(['text: not_neutral'])
  expect(problems({ text: `${fine.text}${' '.repeat(200)}Sem cobrança.` })).toEqual([])
})

test('limits the length of words', () => {
  expect(problems({ subject: 'Oi' })).toEqual(['subject: length'])
  expect(problems({ subject: 'a'.repeat(61) })).toEqual(['subject: length'])
  expect(problems({ text: 'a'.repeat(1_501) })).toEqual(['text: length', 'text: missing_name'])
  expect([problems({ subject: 'Olá' }), problems({ subject: 'a'.repeat(60) })]).toEqual([[], []])
  const coming = (length: number) =>
    problems({ days: 3, text: '{parcelas} {pagar}'.padEnd(length, 'a') }, 'coming')
  expect([19, 20, 1_500, 1_501].map(coming)).toEqual([['text: length'], [], [], ['text: length']])
})
