import { type ReactNode, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DeskForm } from '../../src/web/desk/desk-form.tsx'
import { useShortcuts } from '../../src/web/desk/shortcuts.ts'
import { UndoProvider, useAnnounce } from '../../src/web/desk/undo.tsx'
import { announceUnlessShown, useShown } from '../../src/web/desk/unshown-answers.ts'
import { useFocusKept } from '../../src/web/desk/use-focus-kept.ts'

let root: Root | undefined

afterEach(() => {
  root?.unmount()
  root = undefined
  document.body.replaceChildren()
  vi.useRealTimers()
})

function Desk({ children }: { children: ReactNode }) {
  useFocusKept()
  useShortcuts({ search: () => {} })
  return <main id="conteudo">{children}</main>
}

async function show(screen: ReactNode, action: () => unknown = () => null): Promise<void> {
  const host = document.body.appendChild(document.createElement('div'))
  const shown = (
    <UndoProvider>
      <Desk>{screen}</Desk>
    </UndoProvider>
  )
  const router = createMemoryRouter([{ path: '/', element: shown, action }])
  root = createRoot(host)
  root.render(<RouterProvider router={router} />)
  await vi.waitFor(() => expect(document.querySelector('main')).not.toBeNull())
}

/** A button that disappears after it is pressed. */
function Once({ name }: { name: string }) {
  const [isDone, setDone] = useState(false)
  if (isDone) return <p>feito</p>
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <button type="button" onClick={() => setDone(true)}>
        {name}
      </button>
    </form>
  )
}

test('when the pressed button disappears, the focus is on its surroundings, not at the top of the page', async () => {
  await show(
    <>
      <section aria-label="Etapa">
        <Once name="Concluir" />
      </section>
      <button type="button">Outro</button>
    </>,
  )
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('region', { name: 'Etapa' })).toHaveFocus()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'Outro' })).toHaveFocus()
})

/** A button that is disabled while its form is being sent. */
function Sending() {
  const [isSending, setSending] = useState(false)
  const send = () => {
    setSending(true)
    setTimeout(() => setSending(false), 100)
  }
  return (
    <button type="button" disabled={isSending} onClick={send}>
      Enviar
    </button>
  )
}

/** A form that is folded once it is sent. */
function Folded() {
  const [isOwed, setOwed] = useState(true)
  return (
    <details open={isOwed}>
      <summary>Registrar o contato</summary>
      <button type="button" onClick={() => setOwed(false)}>
        Registrar
      </button>
    </details>
  )
}

test('when the form of the pressed button is folded, the focus is on what unfolds it', async () => {
  await show(<Folded />)
  const button = page.getByRole('button', { name: 'Registrar' })
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Registrar o contato')).toHaveFocus()
})

test('a button that was disabled for a moment has the focus again', async () => {
  await show(<Sending />)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button')).toBeDisabled()
  await expect.element(page.getByRole('button')).toBeEnabled()
  await expect.element(page.getByRole('button')).toHaveFocus()
})

test('a form that waits for its answer is busy until it comes, and sends nothing meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<{ ok: false; message: string }>()
  const action = vi.fn(() => promise)
  await show(
    <DeskForm intent="note">
      <button type="submit">Anotar</button>
    </DeskForm>,
    action,
  )
  const button = page.getByRole('button', { name: 'Anotar' })
  const form = button.element().closest('form')
  expect(form?.ariaBusy).toBeNull()
  await button.click()
  await vi.waitFor(() => expect(form?.ariaBusy).toBe('true'))
  form?.requestSubmit()
  resolve({ ok: false, message: 'Não deu.' })
  await expect.element(page.getByRole('alert')).toHaveTextContent('Não deu.')
  expect(form?.ariaBusy).toBeNull()
  expect(action).toHaveBeenCalledTimes(1)
})

test('a key unfolds a form and focuses its first field, so typed letters press nothing; Escape folds it and keeps the input', async () => {
  const accepted = vi.fn()
  await show(
    <>
      <button type="button" data-key="e" onClick={accepted}>
        Aceitar
      </button>
      <details>
        <summary data-key="x">Recusar</summary>
        <input type="hidden" name="id" value="1" />
        <label>
          Motivo <input name="motivo" />
        </label>
      </details>
    </>,
  )
  await userEvent.keyboard('x')
  await expect.element(page.getByLabelText('Motivo')).toHaveFocus()
  await userEvent.keyboard('está cortada')
  await expect.element(page.getByLabelText('Motivo')).toHaveValue('está cortada')
  expect(accepted).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Recusar')).toHaveFocus()
  await expect.element(page.getByLabelText('Motivo')).not.toBeVisible()
  await userEvent.keyboard('x')
  await expect.element(page.getByLabelText('Motivo')).toHaveValue('está cortada')
})

test('a refusal that no form shows is shown at the foot, and one that a form shows is not repeated', async () => {
  const shown = { ok: false as const, code: 'no_reason', message: 'Escreva o motivo.' }
  function Form() {
    useShown(shown)
    return null
  }
  await show(<Form />)
  announceUnlessShown(shown)
  announceUnlessShown({ ok: false, code: 'changed_meanwhile', message: 'Um colega mexeu nisto agora.' })
  await expect.element(page.getByRole('status')).toHaveTextContent('Um colega mexeu nisto agora.')
  announceUnlessShown({ ok: true, done: 'Publicada.', to: '/painel/catalogo' })
  await expect.element(page.getByRole('status')).toHaveTextContent('Publicada.')
})

test('a result whose form disappeared before announcing it is shown at the foot; one that was announced, or only requested, is not repeated', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const announced = { ok: true as const, done: 'Anotado.' }
  function Form() {
    const announce = useAnnounce()
    return (
      <button type="button" onClick={() => announce(announced)}>
        Anotar
      </button>
    )
  }
  await show(<Form />)
  await page.getByRole('button', { name: 'Anotar' }).click()
  const status = page.getByRole('status')
  await expect.element(status).toHaveTextContent('Anotado.')
  announceUnlessShown({ ok: true, done: 'Pedido feito.' })
  vi.advanceTimersByTime(1_500)
  await expect.element(status).toHaveTextContent('Pedido feito.')
  announceUnlessShown(announced)
  announceUnlessShown({ ok: true, done: 'Aberto.', found: { text: 'a' } })
  vi.advanceTimersByTime(1_500)
  await expect.element(status).toHaveTextContent('Pedido feito.')
})
