import { release } from '../modules/catalogue/public.ts'
import type { VisitStep } from '../modules/numbers/public.ts'
import { paths } from './paths.ts'
import { publicPages } from './routing/routing.ts'

/** Parts of a request that are read here; none of them is stored. */
export interface Arrival {
  method?: string | undefined
  /** Path and query. */
  url?: string | undefined
  headers: { readonly [name: string]: string | string[] | undefined }
}

const openPages: ReadonlySet<string> = new Set(publicPages.map(({ path }) => path))
const servicePages: ReadonlySet<string> = new Set(release.services.map(({ id }) => paths.service(id)))

/** User agents of machines that present themselves as browsers and name themselves. */
const machines =
  /bot|crawl|spider|slurp|preview|monitor|lighthouse|headless|facebookexternalhit|whatsapp|curl|wget|python|java\//i

/**
 * Returns the steps towards a contract that a request counts as: a visit, if a browser comes to the site from outside, and an
 * opened page of a service. People are not distinguished: a person who comes twice counts as two visits. Machines, pages that a
 * browser prefetches, and requests that opt out of tracking are not counted.
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

/** Checks for Do Not Track and Global Privacy Control. */
export function optsOutOfTracking(headers: Arrival['headers']): boolean {
  return headers.dnt === '1' || headers['sec-gpc'] === '1'
}

/**
 * Checks whether a person opens a page: every browser of recent years sends that; a request without it is regarded as a
 * machine's.
 */
function isPersonOpening(headers: Arrival['headers']): boolean {
  const isOpening = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  const isAhead = headers['sec-purpose'] !== undefined || headers.purpose !== undefined
  return isOpening && !isAhead && !machines.test(String(headers['user-agent'] ?? ''))
}
