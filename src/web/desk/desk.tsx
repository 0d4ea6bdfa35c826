import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createStaticRouter,
  matchRoutes,
  type StaticHandlerContext,
  StaticRouterProvider,
  useActionData,
  useLoaderData,
  useLocation,
} from 'react-router'
import { deskCopy as copy } from '../copy/desk.ts'
import { encodeView } from '../hydration/page-view.ts'
import { CONFIRM_AGAIN, type DeskAnswer } from './answers.ts'
import { ConfirmAgain } from './confirm-again.tsx'
import stylesheet from './desk.css?url'
import { deskTree, type Screen, screenRoute } from './desk-app.tsx'
import { type ScreenId, screens } from './screens.ts'

/** Exports that every desk route has in addition to its loader and action. */
export const deskHandle = { shell: 'own' } as const
export const deskLinks = () => [{ rel: 'stylesheet', href: stylesheet }]
export const deskMeta = (title: string) => () => [
  { title: `${title} · ${copy.title}` },
  { name: 'robots', content: 'noindex' },
]

/**
 * Returns the page of a screen: the same React Router tree that the browser hydrates (hydrate-desk.tsx), rendered separately so
 * that every element gets the same id in both.
 */
export function deskPage<Data>(id: ScreenId, screen: Screen<Data>) {
  const routes = deskTree([{ id, path: screens[id].path, Component: confirmFirst(screenRoute(screen)) }])
  return function DeskPage() {
    const location = useLocation()
    const loaderData = useLoaderData()
    const answer = useActionData()
    const matches = matchRoutes(routes, location)
    if (!matches) throw new Error(`the screen ${id} has another path in routes.ts`)
    const context = {
      basename: '/',
      location,
      matches,
      loaderData: { [id]: loaderData },
      actionData: answer === undefined ? null : { [id]: answer },
      errors: null,
      statusCode: 200,
      loaderHeaders: {},
      actionHeaders: {},
    } as unknown as StaticHandlerContext
    const html = renderToString(
      <StaticRouterProvider router={createStaticRouter(routes, context)} context={context} hydrate={false} />,
    )
    return (
      <>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: what React rendered */}
        <div className="desk" data-island="desk" dangerouslySetInnerHTML={{ __html: html }} />
        <script
          type="application/json"
          data-desk-view
          // biome-ignore lint/security/noDangerouslySetInnerHtml: data, not code, and escaped
          dangerouslySetInnerHTML={{ __html: encodeView({ id, data: loaderData, answer }) }}
        />
      </>
    )
  }
}

/**
 * Wraps a screen with the page that requests the second factor again: that page is not hydrated, and its form posts all values
 * again.
 */
function confirmFirst(Shown: ComponentType): ComponentType {
  return function Confirmed() {
    const answer = useActionData() as DeskAnswer | undefined
    if (answer?.ok !== false || answer.code !== CONFIRM_AGAIN) return <Shown />
    return (
      <>
        <ConfirmAgain asked={answer} />
        <Shown />
      </>
    )
  }
}
