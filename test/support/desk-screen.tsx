import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { rights } from '../../src/modules/team/domain/rights.ts'
import type { Right } from '../../src/modules/team/public.ts'
import type { DeskAnswer, DeskFrame } from '../../src/web/desk/answers.ts'
import { UndoProvider } from '../../src/web/desk/undo.tsx'
import { seenIn } from './seen.ts'

const everything: DeskFrame = {
  member: { id: 'm1', name: 'Bia Ramos', role: 'owner' },
  rights: Object.keys(rights) as Right[],
  urgent: 0,
  waiting: {},
}

/** Returns what a member of the team reads on a screen of the desk; by default one who may do everything. */
export function seenOn<Data>(
  Screen: ComponentType<{ data: Data; answer: DeskAnswer | undefined }>,
  data: Data,
  frame: Partial<DeskFrame> = {},
): string[] {
  const Component = () => (
    <UndoProvider>
      <Screen data={data} answer={undefined} />
    </UndoProvider>
  )
  const view = { frame: { ...everything, ...frame }, screen: data }
  const router = createMemoryRouter([{ id: 'screen', path: '*', loader: () => view, Component }], {
    initialEntries: ['/painel'],
    hydrationData: { loaderData: { screen: view } },
  })
  return seenIn(renderToStaticMarkup(<RouterProvider router={router} />))
}
