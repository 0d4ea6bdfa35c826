import type { ComponentType } from 'react'
import { type RouteObject, useActionData, useLoaderData, useLocation } from 'react-router'
import type { DeskAnswer, DeskView } from './answers.ts'
import { Frame } from './frame.tsx'
import { DeskError, DeskProblem } from './problems.tsx'

/**
 * Component of a screen of the desk: takes the data of its loader, and the answer of its action to a form posted without scripts.
 */
export type Screen<Data> = ComponentType<{ data: Data; answer: DeskAnswer | undefined }>

/** Returns the single route around all screens, the same in the browser and on the server. */
export function deskTree(screens: RouteObject[]): RouteObject[] {
  return [
    {
      id: 'desk',
      Component: Frame,
      children: [{ id: 'desk-screens', ErrorBoundary: DeskError, children: screens }],
    },
  ]
}

/** Returns the route component of a screen. */
export function screenRoute<Data>(Shown: Screen<Data>): ComponentType {
  return function ScreenRoute() {
    const view = useLoaderData() as DeskView<Data>
    const answer = useActionData() as DeskAnswer | undefined
    const { pathname } = useLocation()
    const refused = answer?.ok === false ? answer : undefined
    return (
      <>
        {/* Until the script has loaded, the form itself may be collapsed, far below, or gone. */}
        {refused?.posted && refused.message && (
          <p className="desk-problem desk-refused" role="alert">
            {refused.message}
          </p>
        )}
        {view.problem ? (
          <DeskProblem problem={view.problem} />
        ) : (
          // Of one screen, such as that of an order, what was typed for one is not shown for the next.
          <Shown key={pathname} data={view.screen} answer={answer} />
        )}
      </>
    )
  }
}
