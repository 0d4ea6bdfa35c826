import { expect, test } from 'vitest'
import { PIX_NIGHT } from '../../../src/modules/payments/domain/night-limit.ts'
import { reminderRule, remindsAt, toRemindOf } from '../../../src/modules/payments/domain/reminder.ts'
import { dueMessage } from '../../../src/modules/payments/messages.ts'

/** An hour of 18 December 2026 in São Paulo. */
const at = (hour: number) => new Date(Date.UTC(2026, 11, 18, hour + 3, 5))
const scheduled = { total: 150_000, createdAt: new Date('2026-11-18T15:00:00Z'), dueDate: '2026-12-18' }
const hiredToday = { ...scheduled, createdAt: at(10) }

test('reminders are sent by day only, always before the night limit', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => remindsAt(at(hour)))
  expect(hours[0]).toBe(reminderRule.fromHour)
  expect(hours.at(-1)).toBe(PIX_NIGHT.fromHour - 1)
  expect(toRemindOf([scheduled], at(20))).toEqual([])
  expect(toRemindOf([scheduled], at(8))).toEqual([])
})

test('what is due today is reminded of in the morning, whatever its amount', () => {
  const small = { ...scheduled, total: 9_990 }
  expect(toRemindOf([scheduled, small], at(9))).toEqual([scheduled, small])
})

test('whoever hired today is reminded only of what the night limit would stop, and only when it is near', () => {
  expect(toRemindOf([hiredToday], at(16))).toEqual([])
  expect(toRemindOf([hiredToday], new Date('2026-12-18T19:59:00Z'))).toEqual([])
  expect(toRemindOf([hiredToday], at(17))).toEqual([hiredToday])
  expect(toRemindOf([{ ...hiredToday, total: PIX_NIGHT.limit }], at(17))).toEqual([])
})

const message = (change: Partial<Parameters<typeof dueMessage>[0]> = {}) => {
  const { subject, text } = dueMessage({
    nome: 'Ana Maria Souza',
    instalments: [{ number: 3, kind: 'parcela', dueDate: '2026-12-18', total: 150_000 }],
    total: 150_000,
    limited: true,
    byCard: false,
    paymentsUrl: 'https://exemplo.com.br/payments',
    ...change,
  })
  return { subject, text: text.replaceAll('\u00a0', ' ') }
}

test('above the night limit the message says until when to pay', () => {
  expect(message().text).toContain('Hoje vence a parcela 3 do seu pedido: R$ 1.500,00.')
  expect(message().text).toContain(
    'Pague antes das 20h: das 20h às 6h os bancos costumam limitar o Pix a R$ 1.000,00.',
  )
  expect(message({ limited: false }).text).not.toContain('20h')
})

test('what a card pays is not asked for by Pix', () => {
  expect(message().text).toContain('Pague com Pix aqui:')
  expect(message({ byCard: true, limited: false }).text).toContain('Pague com cartão aqui:')
  expect(message({ byCard: true, limited: false }).text).not.toContain('Pix')
})

test('on a day without banks the message says until when nothing is added', () => {
  const saturday = { number: 3, kind: 'parcela' as const, dueDate: '2026-12-19', total: 9_990 }
  expect(message({ instalments: [saturday] }).text).toContain('você pode pagar até 21/12/2026, sem acréscimo')
  expect(message().text).not.toContain('sem acréscimo')
})

test('several instalments are one message, line by line', () => {
  const [entry, first] = [
    { number: 0, kind: 'entrada' as const, dueDate: '2026-12-18', total: 40_000 },
    { number: 1, kind: 'parcela' as const, dueDate: '2026-12-18', total: 9_990 },
  ]
  const { text } = message({ instalments: [entry, first], total: 49_990, limited: false })
  expect(text).toContain('no total de R$ 499,90:\nEntrada: R$ 400,00\nParcela 1: R$ 99,90')
})
