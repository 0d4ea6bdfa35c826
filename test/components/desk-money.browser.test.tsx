import type { ComponentProps, ComponentType } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DeskFrame } from '../../src/web/desk/answers.ts'
import '../../src/web/desk/desk.css'
import { MoneyScreen } from '../../src/web/desk/money/money-screen.tsx'
import { MoneyTable } from '../../src/web/desk/orders/order-money.tsx'

const frame: DeskFrame = {
  ...{ member: { id: 'u2', name: 'Bia Ramos', role: 'finance' }, rights: [], urgent: 0, waiting: {} },
}

type Instalment = ComponentProps<typeof MoneyTable>['instalments'][number]
const instalment = (number: number, changed: Partial<Instalment>) =>
  ({
    ...{ id: `i${number}`, number, kind: 'parcela', total: 189_810, amount: 189_810, status: 'pending' },
    ...{ dueDate: '2025-11-27', isRenegotiated: false },
    ...changed,
  }) as Instalment

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
})

/** Returns the words of the pills that are broken in the middle. */
function brokenWords(): string[] {
  return [...document.querySelectorAll('.desk-pill')].flatMap((pill) => {
    const text = pill.firstChild as Text
    return text.data.split(' ').filter((word) => {
      const range = document.createRange()
      const start = text.data.indexOf(word)
      range.setStart(text, start)
      range.setEnd(text, start + word.length)
      return range.getClientRects().length > 1
    })
  })
}

function show(Component: ComponentType): void {
  const element = document.createElement('main')
  element.className = 'desk'
  element.style.fontFamily = 'sans-serif'
  document.body.style.margin = '0'
  document.body.append(element)
  root = createRoot(element)
  const loader = () => ({ frame, screen: {} })
  const router = createMemoryRouter([{ path: '/', loader, HydrateFallback: () => null, Component }])
  root.render(<RouterProvider router={router} />)
}

test('at 360 px no date, amount or word in a label of the money table wraps', async () => {
  await page.viewport(360, 800)
  const instalments = [
    instalment(18, { status: 'paid', paidAt: new Date('2025-11-27T15:00:00Z'), returned: 150_000 }),
    instalment(19, { status: 'cancelled' }),
    instalment(20, { status: 'refunded' }),
    instalment(21, {}),
  ]
  show(() => (
    <div className="desk-order desk-main">
      <MoneyTable instalments={instalments} today="2026-11-20" />
    </div>
  ))
  await expect.element(page.getByText('paga 27/11/2025')).toBeVisible()
  expect(document.querySelectorAll('.desk-pill').length).toBeGreaterThan(4)
  expect(brokenWords()).toEqual([])
  expect(document.documentElement.scrollWidth).toBe(360)
})

test('at 360 px the amount of an open instalment is visible beside a name of long words', async () => {
  await page.viewport(360, 800)
  const data: ComponentProps<typeof MoneyScreen>['data'] = {
    ...{ waiting: [], totals: [], age: 'ahead', isFirst: true, next: undefined, closes: [], sweeps: [] },
    ...{ yesterday: '2026-11-28', providers: [], others: [] },
    instalments: [
      {
        ...{ id: 'i1', userId: 'u1', name: 'Maria do Perpétuo Socorro Albuquerque Cavalcanti' },
        ...{ what: 'Limpeza de Nome, parcela 14', dueDate: '14/03/2027', why: 'vence em 105 dias' },
        ...{ amount: 'R$ 1.099,90', today: 'R$ 1.099,90' },
      },
    ],
  }
  show(() => <MoneyScreen data={data} answer={undefined} />)
  await expect.element(page.getByRole('table')).toBeVisible()
  const table = document.querySelector('.desk-instalments')
  expect(table?.parentElement?.scrollWidth).toBe(table?.parentElement?.clientWidth)
})
