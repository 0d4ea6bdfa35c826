import { expect, test } from 'vitest'
import { fillWords, namesIn } from '../../../src/core/fill-words.ts'
import { releaseReminders } from '../../../src/modules/catalogue/release-reminders.ts'
import { reminderMessage } from '../../../src/modules/payments/arrangements/reminder-message.ts'
import { creditMachine, creditReasons, isUnused } from '../../../src/modules/payments/domain/credit.ts'
import { PIX_NIGHT } from '../../../src/modules/payments/domain/night-limit.ts'
import {
  beyondCredit,
  lateWithSeveral,
  milestoneOf,
  milestonesOf,
  reminderRule,
  remindsAt,
  toRemindOf,
  wasRemindedRecently,
} from '../../../src/modules/payments/domain/reminder.ts'
import { reminderRulesOf } from '../../../src/modules/payments/domain/reminder-words.ts'

const { days } = reminderRulesOf(releaseReminders)

/** Returns an hour of 18 December 2026 in São Paulo. */
const at = (hour: number) => new Date(Date.UTC(2026, 11, 18, hour + 3, 5))
const scheduled = {
  total: 150_000,
  createdAt: new Date('2026-11-18T15:00:00Z'),
  dueDate: '2026-12-18',
  milestone: 'due' as const,
}
const hiredToday = { ...scheduled, createdAt: at(10) }

test('reminders are sent by day only, always before the night limit', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => remindsAt(at(hour)))
  expect(hours[0]).toBe(reminderRule.fromHour)
  expect(hours.at(-1)).toBe(PIX_NIGHT.fromHour - 1)
  expect(toRemindOf([scheduled], at(20), { days })).toEqual([])
  expect(toRemindOf([scheduled], at(8), { days })).toEqual([])
})

test('an instalment due today is reminded in the morning, whatever its amount', () => {
  const small = { ...scheduled, total: 9_990 }
  expect(toRemindOf([scheduled, small], at(9), { days })).toEqual([scheduled, small])
})

test('a customer who hired today is reminded only of an amount above the night limit, and only near it', () => {
  expect(toRemindOf([hiredToday], at(16), { days })).toEqual([])
  expect(toRemindOf([hiredToday], new Date('2026-12-18T19:59:00Z'), { days })).toEqual([])
  expect(toRemindOf([hiredToday], at(17), { days })).toEqual([hiredToday])
  expect(toRemindOf([{ ...hiredToday, total: PIX_NIGHT.limit }], at(17), { days })).toEqual([])
})

const third = { number: 3, kind: 'parcela' as const, dueDate: '2026-12-18', total: 150_000 }

const message = (change: Partial<Parameters<typeof reminderMessage>[0]> = {}) => {
  const { subject, text } = reminderMessage({
    nome: 'Ana Maria Souza',
    words: reminderRulesOf(releaseReminders).words.due,
    today: '2026-12-18',
    others: [],
    instalments: [third],
    limited: true,
    byCard: false,
    paymentsUrl: 'https://exemplo.com.br/payments',
    agreements: [{ of: third, url: 'https://exemplo.com.br/combinar' }],
    ...change,
  })
  return { subject, text: text.replaceAll('\u00a0', ' ') }
}

test('above the night limit the message says until when to pay', () => {
  expect(message().text).toContain('Hoje é o dia de pagar a parcela 3 do seu pedido, de R$ 1.500,00.')
  expect(message().text).toContain(
    'Pague antes das 20h: das 20h às 6h os bancos costumam limitar o Pix a R$ 1.000,00.',
  )
  expect(message({ limited: false }).text).not.toContain('20h')
})

test('a card payment is not reminded as a Pix', () => {
  expect(message().text).toContain('Pague com Pix aqui:')
  expect(message({ byCard: true, limited: false }).text).toContain('Pague com cartão aqui:')
  expect(message({ byCard: true, limited: false }).text).not.toContain('Pix')
})

test('on a day without banks the message says until when no late charges are added', () => {
  const saturday = { number: 3, kind: 'parcela' as const, dueDate: '2026-12-19', total: 9_990 }
  expect(message({ instalments: [saturday], today: '2026-12-19' }).text).toContain(
    'você pode pagar até 21/12/2026, sem acréscimo',
  )
  expect(message().text).not.toContain('sem acréscimo')
})

test('an amount paid at once is named so that no payment is to be paid', () => {
  const atOnce = { number: 1, kind: 'a-vista' as const, dueDate: '2026-12-18', total: 150_000 }
  expect(message({ instalments: [atOnce] }).text).toContain(
    'Hoje é o dia de pagar o valor à vista do seu pedido, de R$ 1.500,00.',
  )
})

test('several instalments are one message, line by line', () => {
  const [entry, first] = [
    { number: 0, kind: 'entrada' as const, dueDate: '2026-12-18', total: 40_000 },
    { number: 1, kind: 'parcela' as const, dueDate: '2026-12-18', total: 9_990 },
  ]
  const { text } = message({ instalments: [entry, first], limited: false })
  expect(text).toContain('no total de R$ 499,90.\nEntrada: R$ 400,00\nParcela 1: R$ 99,90\n\n')
})

test('each reminder has its days, before the due date or after the last day without late charges', () => {
  const on = (today: string) => milestoneOf({ dueDate: '2026-12-18', today, days })
  expect(on('2026-12-14')).toBeUndefined()
  expect(['15', '16', '17'].map((day) => on(`2026-12-${day}`))).toEqual(['coming', 'coming', 'coming'])
  expect(on('2026-12-18')).toBe('due')
  expect(on('2026-12-19')).toBeUndefined()
  expect([on('2026-12-20'), on('2026-12-24')]).toEqual(['late-first', 'late-first'])
  expect([on('2026-12-25'), on('2027-01-01')]).toEqual(['late-second', 'late-second'])
  expect([on('2027-01-02'), on('2027-01-08')]).toEqual(['late-last', 'late-last'])
  expect(on('2027-01-09')).toBeUndefined()
})

test('an instalment due on a Saturday is due until Monday, and late from then on', () => {
  const on = (today: string) => milestoneOf({ dueDate: '2026-12-19', today, days })
  expect(['19', '20', '21'].map((day) => on(`2026-12-${day}`))).toEqual(['due', 'due', 'due'])
  expect([on('2026-12-22'), on('2026-12-23')]).toEqual([undefined, 'late-first'])
})

test('a day has the reminders of all due dates around it, also of those before long holidays', () => {
  const found = milestonesOf('2026-12-18', days)
  expect(found).toContainEqual({ dueDate: '2026-12-21', milestone: 'coming' })
  expect(found).toContainEqual({ dueDate: '2026-12-18', milestone: 'due' })
  expect(found).toContainEqual({ dueDate: '2026-12-16', milestone: 'late-first' })
  // The days of this due date count from Monday 30 November, the first business day.
  expect(found).toContainEqual({ dueDate: '2026-11-28', milestone: 'late-last' })
  expect(
    found.every(
      ({ dueDate, milestone }) => milestoneOf({ dueDate, today: '2026-12-18', days }) === milestone,
    ),
  ).toBe(true)
  expect(
    found
      .map(({ dueDate }) => dueDate)
      .toSorted()
      .at(-1),
  ).toBe('2026-12-21')
})

test('a customer who hired after the day of the first reminder does not get it', () => {
  const coming = { ...scheduled, dueDate: '2026-12-21', milestone: 'coming' as const }
  expect(toRemindOf([coming], at(9), { days })).toEqual([coming])
  expect(toRemindOf([{ ...coming, createdAt: at(8) }], at(9), { days })).toEqual([])
  expect(toRemindOf([{ ...coming, createdAt: new Date('2026-12-17T12:00:00Z') }], at(9), { days })).toEqual([
    { ...coming, createdAt: new Date('2026-12-17T12:00:00Z') },
  ])
})

test('an instalment with another reminder today is named below, with its date and whether that has passed', () => {
  const late = { number: 2, kind: 'parcela' as const, dueDate: '2026-12-11', total: 9_990 }
  const coming = { ...late, number: 4, dueDate: '2026-12-21' }
  expect(message({ others: [late, coming] }).text).toContain(
    'Para lembrar também:\nParcela 2: R$ 99,90, era para 11/12/2026\nParcela 4: R$ 99,90, em 21/12/2026',
  )
  expect(message().text).not.toContain('Para lembrar')
})

test('an order is late with several once a second instalment is past its last day without late charges', () => {
  const on = (dueDate: string, orderId = 'a') => ({ orderId, dueDate })
  const [late, saturday] = [on('2026-12-11'), on('2026-12-19')]
  expect(lateWithSeveral([late, saturday, on('2026-12-11', 'b')], '2026-12-21')).toEqual(new Map())
  expect(lateWithSeveral([late, saturday, on('2026-12-11', 'b')], '2026-12-22')).toEqual(
    new Map([['a', [late, saturday]]]),
  )
  expect(lateWithSeveral([late, on('2026-12-18')], '2026-12-18')).toEqual(new Map())
})

test('an order late with several instalments is reminded once in seven days, by days of São Paulo', () => {
  const last = new Date('2026-12-18T22:00:00Z')
  const lately = (today: string) => wasRemindedRecently({ last, today })
  expect(['2026-12-18', '2026-12-24', '2026-12-25'].map(lately)).toEqual([true, true, false])
  expect(wasRemindedRecently({ last: undefined, today: '2026-12-18' })).toBe(false)
})

test('the oldest of several late instalments represents all of them', () => {
  const oldest = { number: 1, kind: 'parcela' as const, dueDate: '2026-11-27', total: 30_000, late: 3 }
  const { text } = message({ instalments: [oldest], limited: false })
  expect(text).toContain(
    'a parcela 1 do seu pedido, a mais antiga de 3 que passaram da data, no total de R$ 300,00.',
  )
  const beside = message({ instalments: [oldest, { ...oldest, number: 4, total: 5_000, late: 2 }] }).text
  expect(beside).toContain(
    '5 parcelas, no total de R$ 350,00.\nParcela 1, a mais antiga de 3 que passaram da data: R$ 300,00\n',
  )
  expect(message({ others: [oldest] }).text).toContain(
    'Parcela 1, a mais antiga de 3 que passaram da data: R$ 300,00, era para 27/11/2026',
  )
})

test('unused money pays for instalments in their order, each wholly or not at all', () => {
  const rows = [100, 50, 30, 20].map((amount) => ({ amount }))
  const reminded = (unused: number) => beyondCredit(rows, unused).map(({ amount }) => amount)
  expect(reminded(0)).toEqual([100, 50, 30, 20])
  expect(reminded(99)).toEqual([100, 20])
  expect(reminded(100)).toEqual([50, 30, 20])
  expect(reminded(149)).toEqual([50, 20])
  expect(reminded(200)).toEqual([])
})

test('money of a wrong amount, of a cancelled order or on its way back is not unused', () => {
  const unused = creditReasons.filter((reason) => isUnused({ status: 'open', reason }))
  expect(unused).toEqual(['duplicate', 'excess', 'unmatched', 'renegotiated'])
  const others = creditMachine.states.filter((status) => isUnused({ status, reason: 'duplicate' }))
  expect(others).toEqual(['open'])
})

test('on the Monday after a Saturday due date the message says that no late charges are added', () => {
  const saturday = { number: 3, kind: 'parcela' as const, dueDate: '2026-12-19', total: 9_990 }
  const { text } = message({ instalments: [saturday], today: '2026-12-21' })
  expect(text).toContain('A data era 19/12/2026, sem expediente bancário: pagando hoje, não há acréscimo.')
})

test('texts fill only their known names; unknown names stay as written', () => {
  const values = { saudacao: 'Olá!', parcelas: 'p', data: 'd', pagar: '', acordo: 'a' }
  expect(fillWords({ subject: '{data} {outra}', text: '{saudacao}\n\n{pagar}\n\n{acordo}' }, values)).toEqual(
    {
      subject: 'd {outra}',
      text: 'Olá!\n\na',
    },
  )
})

test('reads the rules from the list, which has every reminder', () => {
  const { words } = reminderRulesOf(releaseReminders)
  expect(days).toEqual({ coming: 3, lateFirst: 2, lateSecond: 7, lateLast: 15 })
  expect(words['late-last'].subject).toBe('Ainda dá para combinar')
  expect(words['late-first'].text).toContain('{acordo}')
  expect(words.coming.text).toContain('{data}')
  expect(words['late-second'].subject).toBe('Vamos encontrar um jeito juntos')
  for (const { id } of releaseReminders) {
    expect(() => reminderRulesOf(releaseReminders.filter((one) => one.id !== id))).toThrow(
      `there is no reminder ${id}`,
    )
  }
})

test('lists each name in a text once', () => {
  expect(namesIn('{a} {b} {a} {} {não fecha')).toEqual(['a', 'b', ''])
})
