import { pageJson } from '../hydration/page-view.ts'
import { hasSiteCookies } from '../session/cookies.server.ts'
import { sharedPageAt } from './routing.ts'

/** A request as the HTTP server has it. */
interface Asked {
  method?: string | undefined
  /** Path and query. */
  url?: string | undefined
  headers: { cookie?: string | undefined; accept?: string | undefined }
}

/**
 * The page that answers a request as it answers everybody's: a page that is declared as such (routes.ts), read by somebody
 * without our cookies. A query is the visitor's own, unless it only says which advertisement they come from: no page reads
 * that.
 */
export function sharedPathOf({ method, url = '/', headers }: Asked): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  if (hasSiteCookies(headers.cookie) || headers.accept === pageJson) return undefined
  const [path = '', query = ''] = url.split(/\?(.*)/s, 2)
  return isOfCampaign(query) ? sharedPageAt(path) : undefined
}

const campaignNames = /^(?:utm_[a-z]+|gclid|gbraid|wbraid|fbclid|msclkid|ttclid)$/

function isOfCampaign(query: string): boolean {
  return query === '' || [...new URLSearchParams(query).keys()].every((name) => campaignNames.test(name))
}
