import { redirect } from 'react-router'
import { serviceOf } from '../../../modules/catalogue/public.ts'
import type { Route } from './+types/contract-revisional.ts'

/** The other address under which the specification links the contract review: it moved for good. */
export function loader({ request }: Route.LoaderArgs) {
  return redirect(serviceOf('contract-review').route + new URL(request.url).search, 301)
}
