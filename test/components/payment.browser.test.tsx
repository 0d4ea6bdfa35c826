import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { hydrate } from '../../src/web/hydration/hydrate.tsx'
import type { PageReply } from '../../src/web/hydration/page-view.ts'
import { PaymentPage } from '../../src/web/routes/payments/payment-page.tsx'
import { loadPage, openPage } from './support/page.tsx'
import { charge } from './support/samples.ts'
import { answer, asked, dropStreams, emit, heldAnswer, openStreams } from './support/server.ts'

type Data = ComponentProps<typeof PaymentPage>['data']

function showing(changed: Parameters<typeof charge>[0] = {}, secondsLeft: number | undefined = 1800): Data {
  const shown = { ...{ order: undefined, provider: 'mercado_pago', nightLimit: undefined }, secondsLeft }
  return { kind: 'charge', charge: charge(changed), ...shown }
}

const payment = (data: Data) => ({ name: 'payment', page: PaymentPage, data, at: '/payment' })

const clock = () => page.getByRole('timer')
const code = () => page.getByRole('button', { name: 'Copiar código Pix' })

/** Fakes the timers. React's own scheduling continues. */
function holdTime(): void {
  const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] as const
  vi.useFakeTimers({ toFake: [...toFake] })
}

test('the time left counts down silently, is announced at ten minutes, and ends with a way to get a new code', async () => {
  holdTime()
  await openPage(payment(showing({}, 605)))
  await expect.element(clock()).toHaveTextContent('10:05')
  vi.advanceTimersByTime(6_000)
  await expect.element(clock()).toHaveTextContent('09:59')
  await expect.element(page.getByText('Faltam 10 minutos para o código expirar.')).toBeInTheDocument()

  answer(() => ({ data: showing({ phase: 'expired' }), toasts: [] }))
  vi.advanceTimersByTime(600_000)
  await expect.element(page.getByRole('status').filter({ hasText: 'O código Pix expirou' })).toBeVisible()
  expect(document.querySelector('[data-payable]')).toHaveProperty('inert', true)
  expect(asked).toEqual([])
  vi.advanceTimersByTime(2_000)
  await expect.element(page.getByRole('button', { name: 'Gerar novo código' })).toBeVisible()
  await expect.element(clock()).not.toBeInTheDocument()
})

test('changes of the charge are shown as they happen, without a page load', async () => {
  holdTime()
  await openPage(payment(showing()))
  await expect.element(code()).toBeVisible()
  answer(() => ({ data: showing({ phase: 'review' }), toasts: [] }))
  await emit({ phase: 'waiting' })
  await emit({ phase: 'review' })
  await expect.element(page.getByText('Pagamento em análise')).toBeVisible()
  await expect.element(code()).not.toBeInTheDocument()
  expect(asked).toHaveLength(1)

  answer(() => ({ data: showing({ phase: 'cancelled' }), toasts: [] }))
  await emit({ phase: 'cancelled' })
  await expect.element(page.getByText('O pagamento foi cancelado ou rejeitado')).toBeVisible()
  expect(openStreams()).toHaveLength(0)
  vi.advanceTimersByTime(2_000)
  await expect.element(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
})

test('the button keeps the focus of a keyboard after the answer that nothing was paid yet', async () => {
  await openPage(payment(showing()))
  const held = heldAnswer<PageReply>()
  answer(() => held.promise)
  const check = page.getByRole('button', { name: 'Verificar Pagamento' })
  check.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Verificando...' })).toBeDisabled()
  // As an answer that the page shows above.
  document.body.prepend(Object.assign(document.createElement('div'), { style: 'height: 2000px' }))
  held.resolve({ data: showing(), toasts: [{ title: 'Pagamento ainda não identificado' }] })
  await expect.element(check).toHaveFocus()
  const { top, bottom } = check.element().getBoundingClientRect()
  expect([top >= 0, bottom <= innerHeight]).toEqual([true, true])
})

test('after a new code the next Tab continues in its section, although the button is gone', async () => {
  await openPage(payment(showing({ phase: 'expired' })))
  answer(() => ({ data: showing({ id: 'another' }), toasts: [] }))
  page.getByRole('button', { name: 'Gerar novo código' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(code()).toBeVisible()
  await vi.waitFor(() => expect(document.activeElement).not.toBe(document.body))
  expect(document.activeElement?.contains(code().element())).toBe(true)
  expect(document.activeElement?.tagName).toBe('SECTION')
})

test('on a slow network every answer is shown, unless a later one already was', async () => {
  holdTime()
  await openPage(payment(showing()))
  await dropStreams()
  const held = Array.from({ length: 100 }, () => heldAnswer<PageReply>())
  let read = 0
  answer(({ path }) =>
    path === '/payment' ? (held[read++]?.promise ?? { redirect: '' }) : Response.json({ phase: 'review' }),
  )
  for (const count of [1, 2, 3]) {
    vi.advanceTimersByTime(5_000)
    await vi.waitFor(() => expect(read).toBe(count))
  }
  held[1]?.resolve({ data: showing({ phase: 'review' }), toasts: [] })
  await expect.element(page.getByText('Pagamento em análise')).toBeVisible()
  held[0]?.resolve({ data: showing(), toasts: [{ title: 'Copiado antes' }] })
  await expect.element(page.getByText('Copiado antes')).toBeVisible()
  await expect.element(page.getByText('Pagamento em análise')).toBeVisible()
})

test('while the stream is down the page polls every five seconds, also after being offline', async () => {
  holdTime()
  await openPage(payment(showing()))
  await dropStreams()
  vi.advanceTimersByTime(5_000)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await expect.element(code()).toBeVisible()
  answer(({ path }) =>
    path === '/payment'
      ? { data: showing({ phase: 'review' }), toasts: [] }
      : Response.json({ phase: 'review' }),
  )
  vi.advanceTimersByTime(5_000)
  await expect.element(page.getByText('Pagamento em análise')).toBeVisible()
  expect(asked.map(({ path }) => path)).toEqual(['/payment/situacao', '/payment/situacao', '/payment'])
})

test('where React fails the page of the server comes back, with its forms and the button that copies the code', async () => {
  loadPage(payment(showing()))
  const view = document.querySelector('script[data-island-view]')
  if (view) view.textContent = '{"data":{"kind":"charge"}}'
  const reported = vi.spyOn(globalThis, 'reportError').mockReturnValue()
  const island = document.querySelector<HTMLElement>('[data-island]')
  const before = island?.textContent
  if (island) await hydrate(island)
  await expect.poll(() => reported.mock.calls.length).toBe(1)
  expect(document.querySelector('main')?.textContent).toBe(before)
  expect(document.querySelector('form [name=chargeId]')).not.toBeNull()
  await code().click()
  await expect.element(page.getByText('Código PIX copiado!')).toBeVisible()
})

test('a form says which of its buttons sent it, also in a browser whose FormData takes no button', async () => {
  class EarlierFormData extends FormData {
    constructor(form?: HTMLFormElement) {
      super(form)
    }
  }
  vi.stubGlobal('FormData', EarlierFormData)
  await openPage(payment(showing()))
  answer(() => ({ data: showing(), toasts: [] }))
  await page.getByRole('button', { name: 'Verificar Pagamento' }).click()
  await expect.poll(() => asked[0]?.form?.getAll('intent')).toEqual(['check'])
})
