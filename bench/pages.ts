import type { Client } from './client.ts'
import { type Clocks, drive, type Figure } from './measure.ts'

/** Requests a page repeatedly, compressed as for a browser. */
export async function page({
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
  let bytes = 0
  const next = async () => {
    const answer = await client.call({ path, headers })
    bytes = answer.bytes
    return answer.status === 200
  }
  const figure = await drive({ name, clients, seconds, next, clocks })
  return { ...figure, name: `${name} (${(bytes / 1024).toFixed(1)} KB)` }
}
