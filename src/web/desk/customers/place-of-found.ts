import type { Found } from '../../../modules/backoffice/public.ts'
import { paths } from '../../paths.ts'

/** Returns the address of the screen for a search result. */
export function placeOfFound(found: Found): string {
  return found.kind === 'order' ? paths.deskOrder(found.id) : paths.deskCustomer(found.id)
}
