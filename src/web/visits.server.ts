import { release } from '../modules/catalogue/public.ts'
import type { VisitStep } from '../modules/numbers/public.ts'
import { paths } from './paths.ts'
import { publicPages } from './routing/routing.ts'

/** What a request says that is looked at here; nothing of it is kept. */
export interface Arrival {
  method?: string | undefined
  /** Path and query. */
  url?: string | undefined
  headers: { readonly [name: string]: string | string[] | undefined }
}

const openPages: ReadonlySet<string> = new Set(publicPages.map(({ path }) => path))
const servicePages: ReadonlySet<string> = new Set(release.services.map(({ id }) => paths.service(id)))

/** Machines that present themselves as browsers and say what they are. */
const machines =
  /bot|crawl|spider|slurp|preview|monitor|lighthouse|headless|facebookexternalhit|whatsapp|curl|wget|python|java\//i

/**
 * The steps of the way to a contract that a request is: a visit, where a browser comes to the site from outside, and an opened page of a
 * service. People are not distinguished: one who comes twice is two visits. Not counted are machines, pages that a browser
 * prefetches, and requests that opt out of tracking.
 */
export function visitStepsOf({ method, url = '/', headers }: Arrival): VisitStep[] {
  if (method !== 'GET' || !isPersonOpening(headers) || optsOutOfTracking(headers)) return []
  const path = url.split('?', 1)[0] ?? ''
  if (!openPages.has(path)) return []
  const site = headers['sec-fetch-site']
  return [
    ...(site === 'none' || site === 'cross-site' ? (['visit'] as const) : []),
    ...(servicePages.has(path) ? (['service'] as const) : []),
  ]
}

/** Do Not Track and Global Privacy Control. */
export function optsOutOfTracking(headers: Arrival['headers']): boolean {
  return headers.dnt === '1' || headers['sec-gpc'] === '1'
}

/** Every browser of the last years says that a page is opened; what does not say so is taken for a machine. */
function isPersonOpening(headers: Arrival['headers']): boolean {
  const isOpening = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  const isAhead = headers['sec-purpose'] !== undefined || headers.purpose !== undefined
  return isOpening && !isAhead && !machines.test(String(headers['user-agent'] ?? ''))
}
