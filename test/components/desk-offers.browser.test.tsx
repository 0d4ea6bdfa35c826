import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DeskAnswer, DeskFrame } from '../../src/web/desk/answers.ts'
import { screenRoute } from '../../src/web/desk/desk-app.tsx'
import { OffersScreen } from '../../src/web/desk/proposals/offers-screen.tsx'
import { paths } from '../../src/web/paths.ts'

const frame: DeskFrame = {
  member: { id: 'u2', name: 'Bia Ramos', role: 'support' },
  ...{ rights: ['offer.send'], urgent: 0, waiting: {} },
}
const screen = { services: [{ id: 'a', title: 'A' }], key: 'k1', until: '2026-12-05', offers: [] }

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
})

const typed = { email: 'joana@exemplo.com.br', tipo: '5x R$ 150', preco: 'R$ 750' }
const found = {
  ...{ howToPay: 'Cinco parcelas.', total: 'R$ 750,00', cashPrice: 'R$ 750,00', typed },
  payments: [{ date: '05/12/2026', label: 'Parcela 1 de 5', amount: 'R$ 150,00' }],
}

/** Opens the screen with a server that previews at once, and answers what was sent when it is told to. */
function open(): { sent: FormData[]; answer: (given: DeskAnswer) => void } {
  const sent: FormData[] = []
  const held = Promise.withResolvers<DeskAnswer>()
  const action = async ({ request }: { request: Request }): Promise<DeskAnswer> => {
    const form = await request.formData()
    if (form.get('intent') === 'preview') return { ok: true, done: '', found }
    sent.push(form)
    return held.promise
  }
  const loader = () => ({ frame, screen })
  const router = createMemoryRouter(
    [
      {
        path: paths.deskOffers(),
        loader,
        action,
        HydrateFallback: () => null,
        Component: screenRoute(OffersScreen),
      },
    ],
    { initialEntries: [paths.deskOffers()] },
  )
  const element = document.createElement('main')
  document.body.append(element)
  root = createRoot(element)
  root.render(<RouterProvider router={router} />)
  return { sent, answer: held.resolve }
}

const control = (name: string) => page.elementLocator(document.querySelector(`[name=${name}]`) as Element)

test('an offer is sent once by a double click, and the next one begins with an empty form and no preview', async () => {
  const { sent, answer } = open()
  await expect.element(page.getByRole('button', { name: 'Enviar oferta' })).toBeVisible()
  await userEvent.fill(control('email'), typed.email)
  await userEvent.fill(control('tipo'), typed.tipo)
  await userEvent.fill(control('preco'), typed.preco)
  await expect.element(page.getByText('Parcela 1 de 5', { exact: false })).toBeVisible()
  await userEvent.fill(control('motivo'), 'pediu desconto')
  await userEvent.dblClick(page.getByRole('button', { name: 'Enviar oferta' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  answer({ ok: true, done: 'Oferta enviada por e-mail.' })
  await expect.element(control('email')).toHaveValue('')
  await expect.element(control('tipo')).toHaveValue('')
  await expect.element(page.getByText('Parcela 1 de 5', { exact: false })).not.toBeInTheDocument()
  expect(sent.map((form) => form.get('chave'))).toEqual(['k1'])
  expect(document.querySelector<HTMLInputElement>('[name=chave]')?.value).not.toBe('k1')
})
