import { catalogue } from '../../modules/catalogue/public.ts'
import { paths } from '../paths.ts'

/** Where the page of something that is hidden leads: to what is sold. Undefined for every other page. */
export function insteadOf(path: string): string | undefined {
  const { services, consultations, isPreview } = catalogue()
  if (isPreview) return undefined
  const isHidden =
    services.some(({ id, hidden }) => hidden && paths.service(id) === path) ||
    consultations.some(({ id, hidden }) => hidden && paths.consultation(id) === path)
  return isHidden ? paths.services() : undefined
}
