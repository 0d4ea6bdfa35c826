import { expect, vi } from 'vitest'
import { encodeView, type PageReply, pageJson } from '../../../src/web/hydration/page-view.ts'

/** A request of the page that is shown. */
interface Asked {
  method: string
  /** With its search parameters. */
  path: string
  form: FormData | undefined
}

type Answer = PageReply | Response | Promise<PageReply | Response>

/** What the page has asked for, oldest first. */
export let asked: Asked[] = []
let answers: (request: Asked) => Answer = unreachable
let streams: FakeStream[] = []

/** Answers the page's requests from now on, instead of the server. A reply is sent as the server sends it. */
export function answer(with_: (request: Asked) => Answer): void {
  answers = with_
}

/** Answers nothing: the network is down, as far as a request can tell. */
function unreachable(): never {
  throw new TypeError('Failed to fetch')
}

/** An answer that comes when the test says so. */
export function heldAnswer<T extends PageReply | Response>() {
  return Promise.withResolvers<T>()
}

/** The open event streams of the page. */
export const openStreams = () => streams.filter(({ closed }) => !closed)

/** Sends an event to the page, once it listens. */
export async function emit(data: unknown): Promise<void> {
  await isListening()
  for (const stream of openStreams()) stream.onmessage?.({ data: JSON.stringify(data) })
}

/** Breaks the streams of the page, which the browser would try to open again. */
export async function dropStreams(): Promise<void> {
  await isListening()
  for (const stream of openStreams()) stream.onerror?.()
}

const isListening = () => vi.waitFor(() => expect(openStreams()).not.toEqual([]))

/** Whether the browser says that the device has a network. */
export function setOnline(online: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  dispatchEvent(new Event(online ? 'online' : 'offline'))
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
