import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DeskAnswer, DeskFrame } from '../../src/web/desk/answers.ts'
import '../../src/web/desk/catalogue/catalogue.css'
import { ContentFields } from '../../src/web/desk/catalogue/content-fields.tsx'
import { screenRoute } from '../../src/web/desk/desk-app.tsx'
import { DeskForm } from '../../src/web/desk/desk-form.tsx'

const frame: DeskFrame = {
  member: { id: 'u2', name: 'Bia Ramos', role: 'owner' },
  ...{ rights: ['catalogue.edit'], urgent: 0, waiting: {} },
}
const groups = Array.from({ length: 30 }, (_, at) => ({
  id: `g${at}`,
  title: `Forma de pagar ${at}`,
  fields: [{ name: `plan-${at}-total`, label: `Total ${at}`, as: 'line' as const }],
}))

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
})

test('an error of a control in the middle of a long form is visible beside it, and marks it', async () => {
  await page.viewport(360, 640)
  const refused: DeskAnswer = {
    ...{ ok: false, code: 'invalid', field: 'plan-14-total' },
    message: 'Forma de pagar 14: as parcelas não somam o total.',
  }
  const Screen = () => (
    <DeskForm intent="draft" className="desk-form desk-editor">
      <ContentFields groups={groups} values={{}} wrong={undefined} />
      <button type="submit">Conferir a mudança</button>
    </DeskForm>
  )
  const router = createMemoryRouter([
    {
      ...{ path: '/', loader: () => ({ frame, screen: {} }), action: () => refused },
      ...{ HydrateFallback: () => null, Component: screenRoute(Screen) },
    },
  ])
  const element = document.createElement('main')
  document.body.append(element)
  root = createRoot(element)
  root.render(<RouterProvider router={router} />)
  await page.getByRole('button', { name: 'Conferir a mudança' }).click()

  const control = page.getByLabelText('Total 14', { exact: true })
  await expect.element(control).toHaveFocus()
  await expect.element(control).toBeInViewport()
  await expect.element(control).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
})
