import type { IsoDate } from '../../core/calendar.ts'
import { catalogueChanged, consultations, services } from '../../modules/catalogue/public.ts'
import { privacyVersion } from '../copy/privacy.ts'
import { termsVersion } from '../copy/terms.ts'

/** A page for everybody, and the day its content last changed. */
export interface PublicPage {
  path: string
  changed: IsoDate
}

/** What search engines may list: the sitemap. A new public page is added here or comes with the catalogue. */
export const publicPages: readonly PublicPage[] = [
  ...[
    '/',
    '/services',
    ...services.map(({ route }) => route),
    ...consultations.map(({ route }) => route),
  ].map((path) => ({ path, changed: catalogueChanged })),
  { path: '/create-account', changed: catalogueChanged },
  { path: '/privacidade', changed: privacyVersion },
  { path: '/termos', changed: termsVersion },
]

/** Open to everybody, of no use in a search: this page says `noindex` itself. */
export const unlistedPaths: readonly string[] = ['/auth']

/** A person's own pages, the desk and what machines call. Robots keep out of everything that begins so. */
export const closedPaths: readonly string[] = [
  '/account',
  '/consulta/',
  '/contract',
  '/payment',
  '/tracking',
  '/proposta/',
  '/painel',
  '/dev',
  '/webhooks',
]

/** Whether a path lies in what robots are asked to keep out of: '/payments' does, by '/payment'. */
export function isClosed(path: string): boolean {
  return closedPaths.some((prefix) => path.startsWith(prefix))
}
