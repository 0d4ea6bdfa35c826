import { redirect } from 'react-router'
import { paths } from '../../paths.ts'
import type { Route } from './+types/contract-revisional.ts'

/** The other address under which the specification links the contract review: it moved for good. */
export function loader({ request }: Route.LoaderArgs) {
  return redirect(paths.service('contract-review') + new URL(request.url).search, 301)
}
