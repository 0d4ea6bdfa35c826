import { redirect } from 'react-router'
import { paths } from '../../paths.ts'
import type { Route } from './+types/contract-revisional.ts'

/** Redirects the second URL of the contract review in the specification, permanently. */
export function loader({ request }: Route.LoaderArgs) {
  return redirect(paths.service('contract-review') + new URL(request.url).search, 301)
}
