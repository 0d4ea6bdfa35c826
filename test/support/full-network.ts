import { takeSlot } from '../../src/web/connection-slots.server.ts'
import { type Browser, publicUrl, type Web } from './web.ts'

const [sameNetwork, neighbour] = ['2001:db8:7:7:a:b:c:d', '2001:db8:7:8::1']

/** Opens an event stream from a network that already has as many as it may, and from a neighbouring one. @returns both statuses */
export async function streamsOfFullNetwork(web: Web, browser: Browser, path: string) {
  const network = '2001:db8:7:7::/64'
  const places = Array.from({ length: 24 }, (_, at) => takeSlot({ person: `another person ${at}`, network }))
  const statusFrom = async (address: string) => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await web.handle(new Request(publicUrl + path, { headers: { cookie } }), { address })
    await answer.body?.cancel()
    return answer.status
  }
  try {
    return [await statusFrom(sameNetwork), await statusFrom(neighbour)]
  } finally {
    for (const leave of places) leave?.()
  }
}
