import { isRouteErrorResponse, Link, useRouteError } from 'react-router'
import { deskCopy as copy } from '../copy/desk.ts'
import { paths } from '../paths.ts'

/** Page for a screen that this role may not see, or whose item does not exist. */
export function DeskProblem({ problem }: { problem: keyof typeof copy.problems }) {
  const { title, text } = copy.problems[problem]
  return (
    <div className="desk-main">
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <Link className="link-action" to={paths.desk()}>
          {copy.toQueue}
        </Link>
      </p>
    </div>
  )
}

/** Page for a screen that could not be loaded. */
export function DeskError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <DeskProblem problem="not-found" />
  return <DeskProblem problem="failed" />
}
