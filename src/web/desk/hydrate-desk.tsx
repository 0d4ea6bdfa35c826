import { startTransition, useEffect } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router'
import { keysOf } from '../../core/records.ts'
import { decodeView } from '../hydration/page-view.ts'
import { CONFIRM_AGAIN, type DeskAnswer } from './answers.ts'
import { deskTree, type Screen, screenRoute } from './desk-app.tsx'
import { readScreen, rememberShown, sendToScreen } from './fetch-screen.ts'
import { keepTyped } from './keep-typed.ts'
import { type ScreenId, screens } from './screens.ts'

/** Hydrates a desk page that the server rendered (desk.tsx) with React Router. */
export async function hydrateDesk(element: HTMLElement): Promise<Root | undefined> {
  const text = document.querySelector('script[data-desk-view]')?.textContent
  if (!text) return undefined
  const { id, data, answer } = decodeView(text) as {
    id: ScreenId
    data: unknown
    answer: DeskAnswer | undefined
  }
  // A page that requests the second factor works without hydration (desk.tsx).
  if (answer?.ok === false && answer.code === CONFIRM_AGAIN) return undefined
  rememberShown(location.pathname + location.search, data)
  const first = await screens[id].load()
  const routes = keysOf(screens).map(
    (other): RouteObject => ({
      id: other,
      path: screens[other].path,
      loader: readScreen,
      action: sendToScreen,
      ...(other === id
        ? { Component: screenRoute(first as Screen<unknown>) }
        : {
            lazy: async () => ({ Component: screenRoute((await screens[other].load()) as Screen<unknown>) }),
          }),
    }),
  )
  const router = createBrowserRouter(deskTree(routes), {
    hydrationData: { loaderData: { [id]: data }, actionData: answer === undefined ? null : { [id]: answer } },
  })
  const putBack = keepTyped(element)
  let root: Root | undefined
  startTransition(() => {
    root = hydrateRoot(element, <Hydrated router={router} putBack={putBack} />)
  })
  return root
}

function Hydrated({
  router,
  putBack,
}: {
  router: ReturnType<typeof createBrowserRouter>
  putBack: () => void
}) {
  useEffect(putBack, [putBack])
  return <RouterProvider router={router} />
}
