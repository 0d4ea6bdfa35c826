import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PaymentsPage } from '../../src/web/routes/payments/payments-page.tsx'
import { isRun, loadPage, openPage, runPage } from './support/page.tsx'
import { instalment } from './support/samples.ts'
import { answer, asked, setOnline } from './support/server.ts'

type Data = ComponentProps<typeof PaymentsPage>['data']
type Loaded = Exclude<Data, { failed: true }>

const pending = [
  instalment(0),
  instalment(1, { dueDate: '2026-11-27' }),
  instalment(2, { dueDate: '2026-12-04' }),
  instalment(3, { dueDate: '2026-12-11' }),
]

const data: Loaded = {
  pending,
  paid: [],
  plans: [
    {
      ...{ orderId: 'o1', number: 'RC-7K4P2', serviceTitle: 'Limpeza de Nome' },
      ...{ paid: 0, count: 4, left: 69_970, pending: 4, isCancelled: false },
    },
  ],
  next: { instalments: pending.slice(0, 1), total: 40_000, due: [] },
  ...{ order: undefined, later: [], returned: [], refunded: [], credits: [], returnedCredits: [] },
  ...{ postponable: [], proposals: [] },
  ...{ counts: { pending: 4, paid: 0 }, listed: { pending: 4, paid: 0 }, orderPage: undefined },
  ...{ keepsPayments: false, hasReturns: false },
  today: '2026-11-20',
}

const payments = { name: 'payments', page: PaymentsPage, data, at: '/payments' }

const box = (name: RegExp) => page.getByRole('checkbox', { name })
const pay = () => page.getByRole('form', { name: 'Suas parcelas' }).getByRole('button')
const december = () => page.getByRole('group').filter({ hasText: 'Dezembro' })

test('sums what was ticked before hydration, and keeps it over tabs that send no request', async () => {
  loadPage(payments)
  await expect.element(pay()).toHaveTextContent('Pagar com Pix')
  await box(/^Entrada/).click()
  await runPage()
  await expect.element(pay()).toHaveTextContent('Pagar R$ 400,00 com Pix')
  await december().getByText('Dezembro').click()
  await box(/^Parcela 2/).click()
  await expect.element(pay()).toHaveTextContent('Pagar R$ 499,90 com Pix')
  await expect.element(page.getByText('2 parcelas selecionadas, R$ 499,90')).toBeInTheDocument()
  await box(/^Parcela 2/).click()
  await expect.element(box(/^Parcela 2/)).toBeVisible()
  await page.getByRole('link', { name: /^Pagas/ }).click()
  await expect.element(page.getByText('Nenhum pagamento no histórico')).toBeVisible()
  expect(location.search).toBe('?aba=pagas')
  await page.getByRole('link', { name: /^Pendentes/ }).click()
  await expect.element(pay()).toHaveTextContent('Pagar R$ 400,00 com Pix')
  expect(asked).toEqual([])
})

test('a page whose form was sent before hydration stays unchanged until it is shown again', async () => {
  loadPage(payments)
  const form = page.getByRole('form', { name: 'Suas parcelas' }).element() as HTMLFormElement
  // As src/web/enhance/busy.ts does it, without the page navigation of the browser.
  form.dataset.busy = 'true'
  const button = pay().element()
  button.textContent = 'Gerando...'
  const running = runPage()
  dispatchEvent(new PageTransitionEvent('pageshow'))
  const pause = new Promise((resolve) => setTimeout(resolve, 200, 'waits'))
  expect(await Promise.race([running, pause])).toBe('waits')
  expect(button.textContent).toBe('Gerando...')
  expect(isRun()).toBe(false)

  delete form.dataset.busy
  button.textContent = 'Pagar com Pix'
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await running
  await box(/^Entrada/).click()
  await expect.element(pay()).toHaveTextContent('Pagar R$ 400,00 com Pix')
})

test('returning to the window refreshes the list, with the same ticks', async () => {
  await openPage(payments)
  await box(/^Entrada/).click()
  await box(/^Parcela 1/).click()
  const comeBack = () => ['blur', 'focus'].forEach((type) => void dispatchEvent(new Event(type)))
  // The person did not request it, so a missing response is not announced.
  comeBack()
  await expect.poll(() => asked.splice(0)).toHaveLength(1)
  await new Promise(requestAnimationFrame)
  expect(page.getByRole('alert').query()).toBeNull()
  answer(() => ({ data: { ...data, pending: pending.slice(1) }, toasts: [] }))
  comeBack()
  await expect.element(box(/^Entrada/)).not.toBeInTheDocument()
  await expect.element(pay()).toHaveTextContent('Pagar R$ 99,90 com Pix')
  expect(asked.map(({ path }) => path)).toEqual(['/payments'])
})

test('the rest of a long list is shown on request, and the ticks stay', async () => {
  const later = [{ id: '2026-12', title: 'Dezembro', count: 2, total: 19_980 }]
  await openPage({ ...payments, data: { ...data, pending: pending.slice(0, 2), later } })
  await box(/^Entrada/).click()
  await expect.element(page.getByText('2 parcelas, R$ 199,80')).toBeVisible()
  answer(() => ({ data, toasts: [] }))
  await page.getByRole('link', { name: 'Mostrar as 4 parcelas' }).click()
  await december().getByText('Dezembro').click()
  await expect.element(box(/^Parcela 3/)).toBeVisible()
  await expect.element(pay()).toHaveTextContent('Pagar R$ 400,00 com Pix')
  expect(asked.map(({ path }) => path)).toEqual(['/payments?todas=1'])
  expect(location.search).toBe('?todas=1')
})

test('a list that cannot be refreshed stays, and the page says that it failed', async () => {
  await openPage(payments)
  await box(/^Entrada/).click()
  answer(() => ({ data: { failed: true }, toasts: [] }))
  await page.getByRole('link', { name: 'Atualizar' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(pay()).toHaveTextContent('Pagar R$ 400,00 com Pix')
})

test('without a network nothing is paid, and nothing changes', async () => {
  await openPage(payments)
  await box(/^Entrada/).click()
  setOnline(false)
  await pay().click()
  await expect.element(page.getByText('Nada foi enviado e nada se perdeu', { exact: false })).toBeVisible()
  await expect.element(box(/^Entrada/)).toBeChecked()
  await expect.element(pay()).toBeEnabled()
  const [sent] = asked
  expect(sent?.form?.getAll('paymentIds')).toEqual(['i0'])
  expect(sent?.form?.getAll('shown')).toContain('i0:40000')
})
