// Databases: one
import { afterAll, expect, test } from 'vitest'
import type { IsoDate } from '../../../src/core/calendar.ts'
import { newId } from '../../../src/platform/ids.ts'
import { movableClock, startProvider } from '../../modules/payments/payments-harness.ts'
import { createFixture } from '../../specification/fixture.ts'
import { webWith } from '../../support/web.ts'

/** A Monday. */
const simulatorClock = movableClock('2026-03-02T12:00:00Z')
let simulator: Awaited<ReturnType<typeof startProvider>>

const web = webWith(
  {
    '/auth': () => import('../../../src/web/routes/auth/auth.tsx'),
    '/payments': () => import('../../../src/web/routes/payments/payments.tsx'),
    '/payment': () => import('../../../src/web/routes/payments/payment.tsx'),
  },
  async () => {
    simulator = await startProvider(simulatorClock)
    return {
      MERCADOPAGO_BASE_URL: simulator.url,
      MERCADOPAGO_ACCESS_TOKEN: simulator.accessToken,
      LATE_FEE_PERCENT: '2',
      LATE_INTEREST_PERCENT_MONTH: '1',
      EARLY_PAYOFF: 'on',
    }
  },
)
afterAll(() => simulator.close())
const house = createFixture({ web, simulator: () => simulator })

/** Creates a customer who owes `amount` on each due date, on a plan with 6.51 % interest a week. */
async function customerOwing(amount: number, dueDates: readonly IsoDate[]) {
  const person = await house.customer()
  const [orderId, userId] = [newId(), person.userId]
  const names = { serviceTitle: 'Limpeza de Nome', paymentType: 'PIX semanal' }
  await web.database.transaction(async (tx) => {
    await web.app.orders.openOrder(tx, {
      ...{ id: orderId, userId, serviceId: 'clean-name', planId: 'semanal-20x', ...names },
      servicePrice: amount * dueDates.length,
      deadline: { kind: 'calendarDays', days: 30 },
    })
    await web.app.payments.scheduleInstalments(tx, {
      ...{ orderId, userId, ...names },
      rate: { hundredths: 651, period: 'week' },
      rows: dueDates.map((dueDate, index) => {
        return { number: index + 1, kind: 'parcela', amount, dueDate, method: 'pix' } as const
      }),
    })
  })
  return person
}

/** Returns the fields of the displayed form, with every box ticked. */
function formOf(html: string, intent: string): [string, string][] {
  const fields = html.matchAll(/<input[^>]*name="(paymentIds|shown)"[^>]*value="([^"]*)"/g)
  return [...fields.map(([, name = '', value = '']): [string, string] => [name, value]), ['intent', intent]]
}

test('late charges, discounts and bank holidays are shown line by line before paying', async () => {
  const { open, send } = await customerOwing(19_990, ['2026-02-18', '2026-03-01', '2026-03-09'])
  const list = await open('/payments')
  for (const line of [
    ...['Vencida há 12 dias', 'Valor R$ 199,90', 'Multa R$ 4,00', 'Juros R$ 0,80', 'R$ 204,70'],
    ...['Vencida há 1 dia', 'Pode ser paga hoje sem acréscimo'],
    ...['Vence em 7 dias', 'Desconto -R$ 12,22', 'R$ 187,68'],
    ...['artigo 52, § 1º', 'artigo 52, § 2º'],
  ]) {
    expect(list.text).toContain(line)
  }
  const summed = await send('/payments', formOf(list.html, 'sum'))
  expect(summed.text).toContain('3 parcelas selecionadas R$ 592,28')

  const before = await open('/payment')
  for (const line of ['Multa R$ 4,00', 'Juros R$ 0,80', 'Total a pagar R$ 204,70']) {
    expect(before.text).toContain(line)
  }
  const charge = await send('/payments', formOf(list.html, 'pay'))
  expect(charge.path).toBe('/payment')
  for (const line of ['Multa R$ 4,00', 'Desconto -R$ 12,22', 'Valor no código R$ 592,28']) {
    expect(charge.text).toContain(line)
  }
})

test('amounts that change at midnight are shown again before they are charged', async () => {
  const person = await customerOwing(19_990, ['2026-02-18'])
  const shown = [(await person.open('/payments')).html, (await person.open('/payment')).html]
  web.pass(15 * 60)

  const [list = '', single = ''] = shown
  const again = await person.send('/payments', formOf(list, 'pay'))
  expect(again.status).toBe(400)
  expect(again.toasts.join()).toContain('Os valores foram atualizados')
  expect(again.text).toContain('R$ 204,77')
  const alone = await person.send('/payment', formOf(single, 'generate'))
  expect(alone.toasts.join()).toContain('Os valores foram atualizados')
  expect(alone.text).toContain('Total a pagar R$ 204,77')
  expect((await house.chargeOf(person)).id).toBe('')

  simulatorClock.advance(15 * 60 * 60_000)
  const charge = await person.send('/payments', formOf(again.html, 'pay'))
  expect(charge.text).toContain('Valor no código R$ 204,77')

  // On another day, renewing yesterday's code for a different amount requires showing it first.
  web.pass(24 * 60)
  const { id } = await house.chargeOf(person)
  const renewed = await person.send('/payment', { intent: 'renew', chargeId: id })
  expect(renewed.path).toBe('/payments')
  expect(renewed.toasts.join()).toContain('Os valores foram atualizados')
  expect(renewed.text).toContain('R$ 204,83')
})
