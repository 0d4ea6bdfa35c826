import type { Found } from '../../../modules/backoffice/public.ts'
import { paths } from '../../paths.ts'

/** The screen of what a search found. */
export function placeOfFound(found: Found): string {
  return paths.deskCustomer(found.kind === 'order' ? found.userId : found.id)
}
