import { isRouteErrorResponse, Link, useRouteError } from 'react-router'
import { deskCopy as copy } from '../copy/desk.ts'
import { paths } from '../paths.ts'

/** A screen that this role does not see, or that shows something which is not there. */
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

/** A screen that could not be read. */
export function DeskError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <DeskProblem problem="not-found" />
  return <DeskProblem problem="failed" />
}
