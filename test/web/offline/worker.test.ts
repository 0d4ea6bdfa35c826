import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { accountHeader, keepHeader } from '../../../src/web/enhance/copies.ts'

/* The service worker, with a device's caches and a network that answers when the test says so. */

const site = 'https://loja.exemplo'
const listeners = new Map<string, (event: object) => void>()
const stored = new Map<string, Map<string, Response>>()
const waiting: { url: string; answer: (response: Response) => void; fail: (reason: Error) => void }[] = []

/** Whether the device has no room for another page. */
let isFull = false

const cacheOf = (name: string) => {
  const entries = stored.get(name) ?? new Map<string, Response>()
  stored.set(name, entries)
  const urlOf = (key: Request | string) => (typeof key === 'string' ? key : key.url)
  return {
    keys: async () => [...entries.keys()].map((url) => new Request(url)),
    match: async (key: Request | string) => entries.get(urlOf(key))?.clone(),
    put: async (key: Request | string, response: Response) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      entries.set(urlOf(key), response)
    },
    delete: async (key: Request | string) => entries.delete(urlOf(key)),
  }
}

vi.stubGlobal(
  'addEventListener',
  (type: string, listener: (event: object) => void) => void listeners.set(type, listener),
)
vi.stubGlobal('location', new URL(site))
vi.stubGlobal('caches', {
  open: async (name: string) => cacheOf(name),
  keys: async () => [...stored.keys()],
  delete: async (name: string) => stored.delete(name),
})
vi.stubGlobal(
  'fetch',
  ({ url }: Request) => new Promise<Response>((answer, fail) => void waiting.push({ url, answer, fail })),
)
await import('../../../src/web/enhance/worker.ts')
afterAll(() => void vi.unstubAllGlobals())
beforeEach(() => {
  stored.clear()
  waiting.length = 0
})

/** Simulates a navigation. The returned `answered` lets the network respond, and waits for what the worker does then. */
function navigate(path: string, method = 'GET') {
  const works: Promise<unknown>[] = []
  const request = { url: site + path, method, mode: 'navigate' }
  let responded: Promise<Response> | undefined
  listeners.get('fetch')?.({
    request,
    respondWith: (response: Promise<Response>) => {
      responded = response
    },
    waitUntil: (work: Promise<unknown>) => void works.push(work),
  })
  const asked = waiting.at(-1)
  /** @param headers of the answer; without them there is no network */
  return async (headers?: Record<string, string>, { redirected = false, status = 200 } = {}) => {
    const text = '<html lang="pt-BR"><main id="x">R$ 199,90</main>'
    const page = new Response(text, { headers: headers ?? {}, status })
    // What fetch alone knows of a response is not in one that a test makes.
    const copy = Object.defineProperty(page.clone(), 'redirected', { value: redirected })
    if (headers) asked?.answer(Object.defineProperty(page, 'clone', { value: () => copy }))
    else asked?.fail(new TypeError('no network'))
    const response = await responded
    await Promise.all(works)
    return response
  }
}
const ana = { [accountHeader]: 'ana', [keepHeader]: 'day' }
const kept = () => [...(stored.get('pages-1')?.keys() ?? [])]

test('stores a marked page, for one account at a time', async () => {
  await navigate('/payments')(ana)
  await navigate('/tracking')(ana)
  await navigate('/account')({ [accountHeader]: 'ana' })
  expect(kept()).toEqual([`${site}/payments`, `${site}/tracking`])
  await navigate('/tracking')({ ...ana, [accountHeader]: 'bia' })
  expect(kept()).toEqual([`${site}/tracking`])
  await navigate('/')({})
  expect(kept()).toEqual([])
})

test.each(Array.from({ length: 30 }, (_, lag) => lag))(
  'stores both of two first pages of an account that arrive at the same time (%i)',
  async (lag) => {
    const [payments, tracking] = [navigate('/payments'), navigate('/tracking')]
    const first = payments(ana)
    for (let step = 0; step < lag; step++) await Promise.resolve()
    await Promise.all([first, tracking(ana)])
    expect(kept()).toEqual([`${site}/payments`, `${site}/tracking`])
  },
)

test('does not store a page that was requested before signing out and arrives after it', async () => {
  const slow = navigate('/payments')
  await navigate('/sair', 'POST')({})
  await slow(ana)
  expect(kept()).toEqual([])
})

test('does not store a page that arrives after a signed-out page or an ended session', async () => {
  const slow = navigate('/payments')
  await navigate('/auth')({})
  await slow(ana)
  expect(kept()).toEqual([])
  await navigate('/payments')(ana)
  expect(kept()).toEqual([`${site}/payments`])
})

test('without a network a page is shown as it was seen, but a form that was sent is not answered with a copy', async () => {
  await navigate('/payments')(ana)
  const [page, sent] = [await navigate('/payments')(), await navigate('/payments', 'POST')()]
  expect(await page?.text()).toContain('R$ 199,90')
  expect(sent?.status).toBe(503)
  // It names addresses that a link of somebody else's may have, and runs nothing.
  expect(sent?.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  expect(await sent?.text()).not.toContain('R$ 199,90')
})

test('without a network no page is shown that was seen more than a day ago', async () => {
  const now = vi.spyOn(Date, 'now')
  onTestFinished(() => now.mockRestore())
  const seenAt = Date.now()
  await navigate('/payments')(ana)
  now.mockReturnValue(seenAt + 23 * 3_600_000)
  expect((await navigate('/payments')())?.status).toBe(200)
  now.mockReturnValue(seenAt + 25 * 3_600_000)
  expect((await navigate('/payments')())?.status).toBe(503)
})

test('a page that was seen more than a day ago is deleted with the next page, and when there is no network', async () => {
  const now = vi.spyOn(Date, 'now')
  onTestFinished(() => now.mockRestore())
  const seenAt = Date.now()
  await navigate('/payments')(ana)
  now.mockReturnValue(seenAt + 25 * 3_600_000)
  await navigate('/tracking')(ana)
  expect(kept()).toEqual([`${site}/tracking`])
  now.mockReturnValue(seenAt + 50 * 3_600_000)
  await navigate('/account')()
  expect(kept()).toEqual([])
})

test('an answer without a page, as of a shop that fails, deletes nothing', async () => {
  await navigate('/payments')(ana)
  await navigate('/tracking')({}, { status: 503 })
  expect(kept()).toEqual([`${site}/payments`])
})

test('a device that is full stores the next page once it has room', async () => {
  isFull = true
  await navigate('/payments')(ana).catch(() => {})
  isFull = false
  await navigate('/tracking')(ana)
  expect(kept()).toEqual([`${site}/tracking`])
})

test('another version replaces the one before at once, not when every page is closed', () => {
  const skipWaiting = vi.fn(async () => {})
  vi.stubGlobal('skipWaiting', skipWaiting)
  listeners.get('install')?.({ waitUntil: () => {} })
  expect(skipWaiting).toHaveBeenCalledOnce()
})

test('another version keeps the pages of the one before, and deletes its files', async () => {
  await navigate('/payments')(ana)
  stored.set('assets-1', new Map())
  vi.stubGlobal('clients', { claim: async () => {} })
  let done: Promise<unknown> | undefined
  listeners.get('activate')?.({ waitUntil: (work: Promise<unknown>) => (done = work) })
  await done
  expect([...stored.keys()]).toEqual(['pages-1'])
})

test('does not store a page under the address that led to it', async () => {
  await navigate('/payments')(ana, { redirected: true })
  expect(kept()).toEqual([])
})

test('a built file that failed is requested again', async () => {
  const load = (status: number) => {
    let responded: Promise<Response> | undefined
    const request = { url: `${site}/assets/main-a1.css`, method: 'GET', mode: 'no-cors' }
    listeners.get('fetch')?.({
      request,
      respondWith: (response: Promise<Response>) => (responded = response),
    })
    setTimeout(() => waiting.at(-1)?.answer(new Response('', { status })))
    return responded
  }
  await load(503)
  expect((await load(200))?.status).toBe(200)
  const asked = waiting.length
  expect((await load(503))?.status).toBe(200)
  expect(waiting).toHaveLength(asked)
})
