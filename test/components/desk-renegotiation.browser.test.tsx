import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DeskAnswer, DeskFrame } from '../../src/web/desk/answers.ts'
import { screenRoute } from '../../src/web/desk/desk-app.tsx'
import { RenegotiationScreen } from '../../src/web/desk/renegotiation/renegotiation-screen.tsx'

const frame: DeskFrame = {
  member: { id: 'u2', name: 'Bia Ramos', role: 'finance' },
  ...{ rights: ['renegotiation.propose'], urgent: 0, waiting: {} },
}
const rows = [{ number: 1, dueDate: '2026-12-20', amount: 239_800 }]
const screen = {
  order: { id: 'o1', number: 'RC-7K4P2', serviceTitle: 'Limpeza de Nome', customer: 'Joana Pereira' },
  open: { rows, total: 239_800, maxSurcharge: 0 },
  ...{
    isWaiting: false,
    proposals: [],
    today: '2026-12-01',
    usualFirst: '2026-12-08',
    lastFirst: '2027-03-01',
  },
}

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
})

/** Opens the screen with a server that previews one instalment of what was typed. @returns what is sent */
function open(): FormData[] {
  const sent: FormData[] = []
  const action = async ({ request }: { request: Request }): Promise<DeskAnswer> => {
    const form = await request.formData()
    if (form.get('intent') === 'propose') sent.push(form)
    const typed = { tipo: String(form.get('tipo')), preco: '', primeiro: '2026-12-08' }
    return { ok: true, done: '', found: { typed, rows, openAmount: 239_800, newAmount: 239_800 } }
  }
  const Component = screenRoute(RenegotiationScreen)
  const router = createMemoryRouter(
    [{ path: '/', loader: () => ({ frame, screen }), action, HydrateFallback: () => null, Component }],
    { initialEntries: ['/'] },
  )
  const element = document.createElement('main')
  document.body.append(element)
  root = createRoot(element)
  root.render(<RouterProvider router={router} />)
  return sent
}

const control = (name: string) => page.elementLocator(document.querySelector(`[name=${name}]`) as Element)
const button = (name: string) => page.getByRole('button', { name })

test('a proposal that was changed after its preview can only be sent once it is seen again', async () => {
  const sent = open()
  await expect.element(button('Ver como fica')).toBeVisible()
  await userEvent.fill(control('tipo'), '6x')
  await userEvent.click(button('Ver como fica'))
  await expect.element(button('Enviar ao cliente')).toBeVisible()
  await userEvent.fill(control('motivo'), 'pediu prazo')

  await userEvent.fill(control('tipo'), '12x')
  await expect.element(page.getByText('Você mudou algo depois da prévia.', { exact: false })).toBeVisible()
  expect(button('Enviar ao cliente').query()).toBeNull()

  await userEvent.click(button('Ver como fica'))
  await userEvent.click(button('Enviar ao cliente'))
  await expect
    .poll(() => sent.map((form) => [form.get('tipo'), form.get('motivo')]))
    .toEqual([['12x', 'pediu prazo']])
})
