import { useEffect } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { keepTyped } from '../../src/web/desk/keep-typed.ts'

let root: Root | undefined

afterEach(() => {
  root?.unmount()
  root = undefined
  document.body.replaceChildren()
})

const began = vi.fn()

/** An editor as the desk renders it: every control already has a value. */
function Editor({ whenRun }: { whenRun?: () => void }) {
  useEffect(() => {
    whenRun?.()
    began()
  }, [whenRun])
  return (
    <form>
      <textarea aria-label="Texto" defaultValue="o de antes" />
      <input aria-label="Linha" defaultValue="a de antes" />
      <select aria-label="Canal" defaultValue="b">
        <option value="a">A</option>
        <option value="b">B</option>
        <option value="c">C</option>
      </select>
    </form>
  )
}

function loaded(): HTMLElement {
  document.body.innerHTML = `<div>${renderToString(<Editor />)}</div>`
  return document.body.firstElementChild as HTMLElement
}

const text = () => page.getByLabelText('Texto')

test('input from before hydration of the desk stays, and typing continues in it', async () => {
  const element = loaded()
  await userEvent.fill(text(), 'o de agora')
  await userEvent.fill(page.getByLabelText('Linha'), 'a de agora')
  await userEvent.selectOptions(page.getByLabelText('Canal'), 'c')

  began.mockClear()
  root = hydrateRoot(element, <Editor whenRun={keepTyped(element)} />)
  await vi.waitFor(() => expect(began).toHaveBeenCalled())

  await expect.element(text()).toHaveValue('o de agora')
  await expect.element(page.getByLabelText('Linha')).toHaveValue('a de agora')
  await expect.element(page.getByLabelText('Canal')).toHaveValue('c')
  await userEvent.type(text(), '!')
  await expect.element(text()).toHaveValue('o de agora!')
})

test('a letter typed during hydration is appended to the input, not inserted into the old text', async () => {
  const element = loaded()
  const putBack = keepTyped(element)
  await userEvent.fill(text(), 'novo')
  const box = element.querySelector('textarea')
  if (!box) throw new Error('no text box')
  // As React does to a text box in which it finds the rendered value.
  box.value = 'o de antes'
  await userEvent.type(text(), 's')
  await expect.element(text()).toHaveValue('novos')
  box.value = 'o de antes'
  putBack()
  await expect.element(text()).toHaveValue('novos')
})
