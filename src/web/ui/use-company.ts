import { useRouteLoaderData } from 'react-router'
import type { loader } from '../root.tsx'

/** The company that runs the product, as the root loader gives it. */
export function useCompany() {
  const root = useRouteLoaderData<typeof loader>('root')
  if (!root) throw new Error('no root data: this screen is drawn outside the page shell')
  return root.company
}
