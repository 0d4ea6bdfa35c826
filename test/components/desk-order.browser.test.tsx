import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DeskAnswer, DeskFrame } from '../../src/web/desk/answers.ts'
import { screenRoute } from '../../src/web/desk/desk-app.tsx'
import { PRESENCE_EVENT } from '../../src/web/desk/live.ts'
import type { OrderData } from '../../src/web/desk/orders/order-data.ts'
import { OrderScreen } from '../../src/web/desk/orders/order-screen.tsx'
import { useShortcuts } from '../../src/web/desk/shortcuts.ts'
import { UndoProvider } from '../../src/web/desk/undo.tsx'
import { paths } from '../../src/web/paths.ts'

const at = new Date('2026-11-20T15:00:00Z')
const here = paths.deskOrder('o1')
const words = 'Enviamos as contestações.'

const frame: DeskFrame = {
  member: { id: 'u2', name: 'Bia Ramos', role: 'support' },
  rights: [
    'order.step',
    'order.undo-step',
    'order.reopen-step',
    'order.deadline',
    'order.contact',
    'order.note',
  ],
  urgent: 0,
  waiting: {},
}

/** Returns an order with two steps, of which `done` are completed, by a member. */
function showing(done: number, completedBy = 'u2'): OrderData {
  const step = (number: number) => ({
    ...{ number, name: `Etapa ${number}`, description: '', dueOn: number > done ? '2026-12-01' : null },
    completedAt: number > done ? null : at,
    completion:
      number > done
        ? null
        : {
            ...{ id: 'c1', words, protocol: 'P-1', file: null, isShared: true, completedBy },
            ...{ announcedAt: null, undoUntil: new Date(at.getTime() + 10_000) },
          },
  })
  return {
    order: {
      ...{
        id: 'o1',
        number: 'RC-7K4P2',
        userId: 'u1',
        serviceTitle: 'Limpeza de Nome',
        servicePrice: 150_000,
      },
      ...{ status: done > 0 ? 'in_progress' : 'paid', progress: done * 50, createdAt: at, updatedAt: at },
      ...{ deliveryDate: '2026-12-20', dueOn: '2026-12-01', step: `Etapa ${done + 1}`, contactDueAt: null },
      ...{ version: done + 1, paymentType: 'PIX à vista', startDate: '2026-11-20', deliveryDays: 30 },
      ...{ deliveryKind: 'calendarDays', contactedAt: at, draft: null, history: [] },
      steps: [step(1), step(2)],
    },
    refunds: [],
    credits: [],
    renegotiating: false,
    hasProgressOff: false,
    manual: { key: 'k1', above: undefined, waiting: [] },
    ...{ instalments: [], contract: undefined, documents: [], messages: [], now: at },
    names: { u2: 'Bia Ramos', u3: 'Ana Lima' },
    ...{ conversations: [] },
    customer: { name: 'Joana Pereira', document: '', phone: '', email: '', orders: 1 },
    today: '2026-11-20',
  } as OrderData
}

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
})

/** Opens the order's page in the desk. `server` supplies the responses of the loader and of the action. */
function open(server: { done: number; by?: string; act: (form: FormData) => Promise<DeskAnswer> }): {
  reload: () => Promise<void>
  goTo: (orderId: string) => Promise<void>
} {
  const Around = () => {
    useShortcuts({ search: () => {} })
    return (
      <UndoProvider>
        <Outlet />
      </UndoProvider>
    )
  }
  const router = createMemoryRouter(
    [
      {
        Component: Around,
        children: [
          {
            path: paths.deskOrder(':id'),
            HydrateFallback: () => null,
            loader: () => Promise.resolve({ frame, screen: showing(server.done, server.by) }),
            action: async ({ request }) => server.act(await request.formData()),
            Component: screenRoute(OrderScreen),
          },
        ],
      },
    ],
    { initialEntries: [here] },
  )
  const element = document.createElement('main')
  document.body.append(element)
  root = createRoot(element)
  root.render(<RouterProvider router={router} />)
  return {
    reload: () => router.revalidate(),
    goTo: (orderId) => router.navigate(paths.deskOrder(orderId)),
  }
}

/** Fills the form of the current step and presses its key. */
async function complete(): Promise<void> {
  await page.getByLabelText('O que o cliente vai ler').fill(words)
  await page.getByLabelText('Prova: protocolo').fill('P-1')
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('e')
}

test('a step is shown as done while the server still works on it, and one key undoes it', async () => {
  const held = Promise.withResolvers<DeskAnswer>()
  const sent: string[] = []
  const server = {
    done: 0,
    act: (form: FormData) => {
      sent.push(String(form.get('intent')))
      return form.get('intent') === 'complete-step'
        ? held.promise
        : Promise.resolve<DeskAnswer>({ ok: true, done: 'Desfeito.' })
    },
  }
  open(server)
  await complete()
  await expect.element(page.getByText(`“${words}”`)).toBeVisible()
  await expect.element(page.getByText('50%')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Concluir etapa' })).not.toBeInTheDocument()

  server.done = 1
  const undo = { action: here, fields: { intent: 'undo-step', completionId: 'c1' } }
  held.resolve({ ok: true, done: 'Etapa concluída.', undo })
  await vi.waitFor(() => expect(document.body.textContent).toContain('Etapa concluída.Desfazer'), {
    timeout: 5000,
  })
  await expect.element(page.getByRole('button', { name: 'Concluir e entregar' })).toBeVisible()
  // A status is read aloud as a whole whenever something in it changes: the seconds are not part of it.
  const undoes = page.getByRole('button', { name: 'Desfazer', exact: true })
  await expect.element(undoes.filter({ hasText: /\d s/ })).toBeVisible()
  server.done = 0
  await userEvent.keyboard('z')
  await expect.element(page.getByRole('button', { name: 'Concluir etapa' })).toBeVisible()
  expect(sent).toEqual(['complete-step', 'undo-step'])
})

test('says which colleagues have the order open, not that one has it open oneself', async () => {
  open({ done: 0, act: () => Promise.reject(new Error('no action')) })
  await expect.element(page.getByRole('button', { name: 'Concluir etapa' })).toBeVisible()
  const [bia, ana] = [
    { id: 'u2', name: 'Bia Ramos' },
    { id: 'u3', name: 'Ana Lima' },
  ]
  const report = (viewers: object[]) =>
    dispatchEvent(
      new CustomEvent(PRESENCE_EVENT, { detail: JSON.stringify({ o1: viewers, o2: [bia, ana] }) }),
    )
  // The screen listens a moment after it is shown.
  await vi.waitFor(() => {
    report([bia, ana])
    expect(document.body.textContent).toContain('Ana Lima está vendo este pedido')
  })
  report([bia])
  await expect.element(page.getByText('vendo este pedido', { exact: false })).not.toBeInTheDocument()
})

test('keeps the input when the server refuses', async () => {
  const message = 'Um colega mexeu nisto agora.'
  open({ done: 0, act: async () => ({ ok: false, code: 'changed_meanwhile', message }) })
  await complete()
  await expect.element(page.getByText(message)).toBeVisible()
  const form = page.getByLabelText('O que o cliente vai ler').element().closest('form')
  await expect.element(form).toHaveAccessibleDescription(message)
  await expect.element(page.getByLabelText('O que o cliente vai ler')).toHaveValue(words)
  await expect.element(page.getByLabelText('Prova: protocolo')).toHaveValue('P-1')
})

test('what was typed for a step that a colleague completes meanwhile stays visible until it is dismissed', async () => {
  const server = { done: 0, by: 'u3', act: () => Promise.reject(new Error('no action')) }
  const { reload } = open(server)
  await page.getByLabelText('O que o cliente vai ler').fill('Falei com o cartório hoje.')
  await page.getByLabelText('Prova: protocolo').fill('P-77')
  server.done = 1
  await reload()
  await expect.element(page.getByRole('button', { name: 'Concluir e entregar' })).toBeVisible()
  const kept = page.getByRole('textbox', { name: 'O que você escreveu, não enviado' })
  await expect.element(kept).toHaveValue('Falei com o cartório hoje.\nProtocolo P-77')
  await expect.element(kept).toHaveFocus()
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Ana Lima concluiu esta etapa' }))
    .toBeVisible()
  await page.getByLabelText('O que o cliente vai ler').fill('Outra etapa.')
  await expect.element(kept).toHaveValue('Falei com o cartório hoje.\nProtocolo P-77')
  await page.getByRole('button', { name: 'Não preciso mais' }).click()
  await expect.element(kept).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('O que o cliente vai ler')).toHaveValue('Outra etapa.')
})

test('what a member typed for a step is cleared once it is sent', async () => {
  const server = {
    done: 0,
    by: 'u2',
    async act(): Promise<DeskAnswer> {
      server.done = 1
      return { ok: true, done: 'Etapa concluída.' }
    },
  }
  open(server)
  await complete()
  await expect.element(page.getByRole('button', { name: 'Concluir e entregar' })).toBeVisible()
  await expect.element(page.getByText(`“${words}”`)).toBeVisible()
  await expect
    .element(page.getByRole('textbox', { name: 'O que você escreveu, não enviado' }))
    .not.toBeInTheDocument()
})

test('a double click sends a form once, and a refused one is sent again', async () => {
  const held = Promise.withResolvers<DeskAnswer>()
  const sent: FormData[] = []
  open({
    done: 0,
    act: async (form) => {
      sent.push(form)
      return sent.length === 1 ? held.promise : { ok: true, done: 'Contato registrado.' }
    },
  })
  await page.getByText(/^Registrar contato/).click()
  await page.getByLabelText(/^O que foi dito/).fill('Quer começar logo.')
  const register = page.getByRole('button', { name: 'Registrar' })
  await register.dblClick()
  await register.click()
  held.resolve({ ok: false, code: 'unknown', message: 'Não foi possível.' })
  await expect.element(page.getByText('Não foi possível.')).toBeVisible()
  expect(sent).toHaveLength(1)
  await register.click()
  await expect.element(page.getByText('Contato registrado.')).toBeVisible()
  await expect.element(page.getByLabelText(/^O que foi dito/)).toHaveValue('')
  expect(sent.map((form) => form.get('nota'))).toEqual(['Quer começar logo.', 'Quer começar logo.'])
})

test('what is typed for an order is not in the form of the next one', async () => {
  const { goTo } = open({ done: 0, act: () => Promise.reject(new Error('nothing is sent')) })
  await page.getByLabelText('O que o cliente vai ler').fill(words)
  await goTo('o2')
  await expect.element(page.getByLabelText('O que o cliente vai ler')).toHaveValue('')
})
