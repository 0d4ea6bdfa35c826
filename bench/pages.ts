import type { Client } from './client.ts'
import { type Clocks, drive, type Figure } from './measure.ts'

/**
 * Requests a page repeatedly, compressed as for a browser.
 *
 * @param view `new`: the page is rendered each time, as for a first visit; `unchanged`: the client already has it
 */
export function page({
  name,
  client,
  path,
  cookie,
  view,
  clients,
  seconds,
  clocks,
}: {
  name: string
  client: Client
  path: string
  cookie?: string
  view?: 'new' | 'unchanged'
  clients: number
  seconds: number
  clocks: Clocks
}): Promise<Figure> {
  const headers = { 'Accept-Encoding': 'gzip, deflate, br', ...(cookie ? { Cookie: cookie } : {}) }
  let asked = 0
  const next = async () => {
    const more: Record<string, string> =
      view === 'new'
        ? { Accept: `text/html, x-bench/${asked++}` }
        : view === 'unchanged'
          ? { 'If-None-Match': '*' }
          : {}
    const answer = await client.call({ path, headers: { ...headers, ...more } })
    return answer.status === (view === 'unchanged' ? 304 : 200)
  }
  return drive({ name, clients, seconds, next, clocks })
}
