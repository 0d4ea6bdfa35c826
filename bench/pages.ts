import type { Client } from './client.ts'
import { type Clocks, drive, type Figure } from './measure.ts'

/** Requests a page repeatedly, compressed as for a browser. */
export function page({
  name,
  client,
  path,
  cookie,
  clients,
  seconds,
  clocks,
}: {
  name: string
  client: Client
  path: string
  cookie?: string
  clients: number
  seconds: number
  clocks: Clocks
}): Promise<Figure> {
  const headers = { 'Accept-Encoding': 'gzip, deflate, br', ...(cookie ? { Cookie: cookie } : {}) }
  const next = async () => (await client.call({ path, headers })).status === 200
  return drive({ name, clients, seconds, next, clocks })
}
