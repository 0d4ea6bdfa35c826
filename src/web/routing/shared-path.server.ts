import { pageJson } from '../hydration/page-view.ts'
import { hasSiteCookies } from '../session/cookies.server.ts'
import { sharedPageAt } from './routing.ts'

/** A request as the HTTP server receives it. */
interface RequestHead {
  method?: string | undefined
  /** Path and query. */
  url?: string | undefined
  headers: { cookie?: string | undefined; accept?: string | undefined }
}

/**
 * Returns the path of the shared page that answers a request: a page declared as such (routes.ts), requested without our cookies.
 * A query makes the response personal, unless it only names an advertising campaign, which no page reads.
 */
export function sharedPathOf({ method, url = '/', headers }: RequestHead): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  if (hasSiteCookies(headers.cookie) || headers.accept === pageJson) return undefined
  const [path = '', query = ''] = url.split(/\?(.*)/s, 2)
  return isOfCampaign(query) ? sharedPageAt(path) : undefined
}

const campaignNames = /^(?:utm_[a-z]+|gclid|gbraid|wbraid|fbclid|msclkid|ttclid)$/

function isOfCampaign(query: string): boolean {
  return query === '' || [...new URLSearchParams(query).keys()].every((name) => campaignNames.test(name))
}
