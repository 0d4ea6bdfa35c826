import { expect, vi } from 'vitest'
import { encodeView, type PageReply, pageJson } from '../../../src/web/hydration/page-view.ts'

/** A request from the displayed page. */
interface Asked {
  method: string
  /** With its search parameters. */
  path: string
  form: FormData | undefined
}

type Answer = PageReply | Response | Promise<PageReply | Response>

/** Requests of the page, oldest first. */
export let asked: Asked[] = []
let answers: (request: Asked) => Answer = unreachable
let streams: FakeStream[] = []

/** Sets the responses to the page's requests from now on. A reply is encoded as the server encodes it. */
export function answer(with_: (request: Asked) => Answer): void {
  answers = with_
}

/** Fails as `fetch` does when the network is down. */
function unreachable(): never {
  throw new TypeError('Failed to fetch')
}

/** Returns a response that resolves when the test decides. */
export function heldAnswer<T extends PageReply | Response>() {
  return Promise.withResolvers<T>()
}

/** Returns the open event streams of the page. */
export const openStreams = () => streams.filter(({ closed }) => !closed)

/** Sends an event to the page as soon as it listens. */
export async function emit(data: unknown): Promise<void> {
  await isListening()
  for (const stream of openStreams()) stream.onmessage?.({ data: JSON.stringify(data) })
}

/** Breaks the event streams of the page, which the browser would try to reopen. */
export async function dropStreams(): Promise<void> {
  await isListening()
  for (const stream of openStreams()) stream.onerror?.()
}

const isListening = () => vi.waitFor(() => expect(openStreams()).not.toEqual([]))

/** Sets whether the browser reports that the device has a network. */
export function setOnline(online: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  dispatchEvent(new Event(online ? 'online' : 'offline'))
}

/** Sets whether the page can be seen: false in a tab behind another, and on a locked phone. */
export function setVisible(visible: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden')
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(!visible)
  document.dispatchEvent(new Event('visibilitychange'))
}

class FakeStream {
  closed = false
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onerror?: () => void
  readonly url: string
  constructor(url: string) {
    this.url = url
    streams.push(this)
  }
  close() {
    this.closed = true
  }
}

export function openServer(): void {
  asked = []
  streams = []
  answers = unreachable
  vi.stubGlobal('EventSource', FakeStream)
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(new URL(String(input), location.href), init)
    const { pathname, search } = new URL(request.url)
    const form = request.method === 'POST' ? await request.formData() : undefined
    const one = { method: request.method, path: pathname + search, form }
    asked.push(one)
    const reply = await answers(one)
    if (reply instanceof Response) return reply
    return new Response(encodeView(reply), { headers: { 'Content-Type': pageJson } })
  })
}

export function closeServer(): void {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
}
