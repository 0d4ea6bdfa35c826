import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { OrderView } from '../../src/modules/orders/public.ts'
import { TrackingPage } from '../../src/web/routes/orders/tracking-page.tsx'
import { openPage } from './support/page.tsx'
import { answer, asked, heldAnswer, setVisible } from './support/server.ts'

type Data = ComponentProps<typeof TrackingPage>['data']

function order(changed: Partial<OrderView> = {}): Extract<Data, { orders: unknown }>['orders'][number] {
  const at = new Date('2026-11-20T15:00:00Z')
  return {
    ...{ id: 'o1', number: 'RC-7K4P2', userId: 'u1', serviceId: 'clean-name', planId: 'semanal-20x' },
    ...{
      serviceTitle: 'Limpeza de Nome',
      servicePrice: 239_800,
      paymentType: 'entrada R$ 400 + 20x R$ 99,90',
    },
    ...{ status: 'pending', progress: 0, startDate: null, dueOn: null, deliveryDate: '2026-12-11' },
    ...{
      createdAt: at,
      updatedAt: at,
      contactedAt: null,
      steps: [],
      mayWithdraw: true,
      withdrawal: undefined,
      renegotiatedOn: undefined,
    },
    ...changed,
  }
}

function showing(orders: ReturnType<typeof order>[], { search = '', version = 'v1' } = {}): Data {
  const updated = 'Última atualização: hoje às 12:00'
  return {
    ...{ search, page: 1, hasMore: false },
    orders,
    inShort: [],
    offers: [],
    requestedDocuments: 0,
    firstDue: new Map(),
    version,
    today: '2026-11-20',
    updated,
  }
}

const tracking = { name: 'tracking', page: TrackingPage, data: showing([order()]), at: '/tracking' }

function holdTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
}

test('the search follows the typing once it pauses, and an older answer never replaces a newer one', async () => {
  holdTime()
  await openPage(tracking)
  const first = heldAnswer<{ data: Data; toasts: [] }>()
  answer(({ path }) =>
    path === '/tracking?q=nome'
      ? first.promise
      : { data: showing([order({ serviceTitle: 'Rating' })], { search: 'rating' }), toasts: [] },
  )
  const field = page.getByRole('searchbox', { name: 'Buscar pedido' })
  // While the browser fills a field or clicks, Vitest advances the fake time; while a key is pressed it does not.
  field.element().focus()
  await userEvent.keyboard('no')
  vi.advanceTimersByTime(100)
  await userEvent.keyboard('me')
  vi.advanceTimersByTime(300)
  await vi.waitFor(() => expect(asked.map(({ path }) => path)).toEqual(['/tracking?q=nome']))
  await userEvent.keyboard('{Control>}a{/Control}rating')
  vi.advanceTimersByTime(300)
  await expect.element(page.getByRole('heading', { name: 'Rating' })).toBeVisible()
  first.resolve({ data: showing([order()], { search: 'nome' }), toasts: [] })
  await first.promise
  await expect.element(page.getByRole('heading', { name: 'Rating' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Limpeza de Nome' })).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('rating')
  await expect.element(field).toHaveFocus()
  expect(location.search).toBe('?q=rating')
})

test('an open page shows the progress of an order without a page load, with few requests', async () => {
  holdTime()
  await openPage(tracking)
  await expect.element(page.getByText('Aguardando Pagamento')).toBeVisible()
  answer(({ path }) =>
    path === '/tracking'
      ? {
          data: {
            ...showing([order({ status: 'in_progress', startDate: '2026-11-20' })], { version: 'v2' }),
            updated: 'Última atualização: hoje às 12:05',
          },
          toasts: [],
        }
      : Response.json({ version: asked.length > 1 ? 'v2' : 'v1' }),
  )
  vi.advanceTimersByTime(15_000)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await expect.element(page.getByText('Aguardando Pagamento')).toBeVisible()
  vi.advanceTimersByTime(15_000)
  await expect.element(page.getByText('Em Andamento', { exact: true })).toBeVisible()
  // Read aloud, because nothing else says that the page changed.
  await expect.element(page.getByRole('status').filter({ hasText: 'hoje às 12:05' })).toBeVisible()
  expect(asked.map(({ path }) => path)).toEqual(['/tracking/versao', '/tracking/versao', '/tracking'])
})

test('a hidden page requests nothing, and requests at once when it is visible again', async () => {
  holdTime()
  await openPage(tracking)
  await expect.element(page.getByText('Aguardando Pagamento')).toBeVisible()
  answer(() => Response.json({ version: 'v1' }))
  setVisible(false)
  vi.advanceTimersByTime(60_000)
  expect(asked).toEqual([])
  setVisible(true)
  expect(asked.map(({ path }) => path)).toEqual(['/tracking/versao'])
})
