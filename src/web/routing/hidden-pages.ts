import { catalogue } from '../../modules/catalogue/public.ts'
import { paths } from '../paths.ts'
import { patternAt } from './routing.ts'

/**
 * Returns the URL that the page of a hidden service or look-up redirects to: the list of services. Undefined for every other
 * page.
 *
 * @param path of a request, which the router reads in any case, with a slash at its end, and encoded
 */
export function redirectOfHiddenPage(path: string): string | undefined {
  const { services, consultations, isPreview } = catalogue()
  if (isPreview) return undefined
  const hidden = [
    ...services.flatMap(({ id, hidden }) => (hidden ? [paths.service(id)] : [])),
    ...consultations.flatMap(({ id, hidden }) => (hidden ? [paths.consultation(id)] : [])),
  ]
  return hidden.length > 0 && hidden.includes(patternAt(path)) ? paths.services() : undefined
}
