import { catalogue } from '../../modules/catalogue/public.ts'
import { paths } from '../paths.ts'

/**
 * Returns the URL that the page of a hidden service or look-up redirects to: the list of services. Undefined for every other
 * page.
 */
export function redirectOfHiddenPage(path: string): string | undefined {
  const { services, consultations, isPreview } = catalogue()
  if (isPreview) return undefined
  const isHidden =
    services.some(({ id, hidden }) => hidden && paths.service(id) === path) ||
    consultations.some(({ id, hidden }) => hidden && paths.consultation(id) === path)
  return isHidden ? paths.services() : undefined
}
