import { useRouteLoaderData } from 'react-router'
import type { loader } from '../root.tsx'

/** The company's data, from the root loader. */
export function useCompany() {
  const root = useRouteLoaderData<typeof loader>('root')
  if (!root) throw new Error('no root data: rendered outside the root layout')
  return root.company
}
