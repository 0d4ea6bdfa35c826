import type { ComponentProps } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DeskFrame } from '../../src/web/desk/answers.ts'
import '../../src/web/desk/desk.css'
import { screenRoute } from '../../src/web/desk/desk-app.tsx'
import { TeamScreen } from '../../src/web/desk/team/team-screen.tsx'

const frame: DeskFrame = {
  ...{ member: { id: 'u1', name: 'Ana Lima', role: 'owner' }, rights: [], urgent: 0, waiting: {} },
}

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
})

test('at 360 px the long address of an invitation wraps', async () => {
  await page.viewport(360, 800)
  const data: ComponentProps<typeof TeamScreen>['data'] = {
    ...{ me: 'u1', members: [] },
    invitations: [
      {
        ...{ id: 'i1', name: 'Bia Ramos', role: 'support', expiresAt: new Date('2026-12-02T12:00:00Z') },
        createdAt: new Date('2026-11-29T12:00:00Z'),
        email: 'contato.do.atendimento.de.joinville@empresa-de-nome-comprido.com.br',
      },
    ],
  }
  const element = document.createElement('main')
  element.className = 'desk'
  document.body.style.margin = '0'
  document.body.append(element)
  root = createRoot(element)
  const loader = () => ({ frame, screen: data })
  const router = createMemoryRouter([
    { path: '/', loader, HydrateFallback: () => null, Component: screenRoute(TeamScreen) },
  ])
  root.render(<RouterProvider router={router} />)
  await expect.element(page.getByRole('button', { name: 'Cancelar convite' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(360)
})
