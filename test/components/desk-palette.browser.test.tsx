import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider, useParams } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PaletteSearch } from '../../src/web/desk/palette-search.tsx'
import { paths } from '../../src/web/paths.ts'

let root: Root | undefined

afterEach(() => {
  root?.unmount()
  root = undefined
  document.body.replaceChildren()
})

const places = [
  { name: 'mensagens', label: 'Mensagens', href: '/mensagens' },
  { name: 'numeros', label: 'Números', href: '/numeros' },
  { name: 'privacidade', label: 'Privacidade', href: '/privacidade' },
] as const

const person = { kind: 'customer', id: 'c1', name: 'Mendes', document: '***.444.777-**' }

function Customer() {
  return <h1>Cliente {useParams().id}</h1>
}

/** The palette over a desk that finds the same customer by every text. */
async function open(): Promise<void> {
  const palette = <PaletteSearch places={places as never} start="" isEntered={false} close={() => {}} />
  const action = () => ({ ok: true, done: '', found: { text: '', found: [person] } })
  const router = createMemoryRouter([
    { path: '/', element: palette },
    { path: paths.deskCustomers(), action, element: null },
    { path: `${paths.deskCustomers()}/:id`, element: <Customer /> },
    ...places.map(({ label, href }) => ({ path: href, element: <h1>{label}</h1> })),
  ])
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<RouterProvider router={router} />)
  await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'))
}

const option = (name: string) => page.getByRole('option', { name, exact: false })

test('Enter opens the found customer, although a screen has the same name', async () => {
  await open()
  await userEvent.keyboard('men')
  await expect.element(option('Mendes')).toBeVisible()
  await expect.element(option('Mendes')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Cliente c1' })).toBeVisible()
})

test('a chosen line stays chosen when the search answers', async () => {
  await open()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(option('Números')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('me{ArrowDown}')
  await expect.element(option('Mendes')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Mensagens' })).toBeVisible()
})

test('finds a screen by the beginning of a word of its name, with or without its accent', async () => {
  await open()
  await userEvent.keyboard('num')
  await expect.element(option('Números')).toBeVisible()
  await userEvent.clear(page.getByRole('combobox'))
  await userEvent.keyboard('cid')
  await expect.element(option('Mendes')).toBeVisible()
  await expect.element(option('Privacidade')).not.toBeInTheDocument()
})
