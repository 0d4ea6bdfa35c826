/**
 * Service worker: keeps the pages that the server marks, and shows them when there is no network. Online it only forwards page
 * requests, so that no page is stale. It keeps the pages of one account at a time: a page of another account, or of a guest,
 * deletes the copies first. The build names this file by its content, so that a new version replaces it.
 */
import { noNetworkCopy, seenText } from '../copy/kept-pages.ts'
import {
  accountHeader,
  assetsOf,
  inHtml,
  isFresh,
  keepHeader,
  offlineCopyOf,
  seenHeader,
  titleOf,
} from './copies.ts'

/** Types of service workers that TypeScript's library for pages lacks. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}
interface MessageEventOfPage extends WorkerEvent {
  readonly data: unknown
}
interface Worker {
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: MessageEventOfPage) => void): void
}
const worker = globalThis as unknown as Worker

const PAGES = 'pages-1'
const ASSETS = 'assets-1'

/**
 * Incremented by every event after which an earlier page may no longer belong to this person: a submitted form, such as the one
 * that signs out, and a page of a guest. A page requested before such an event and received after it is not kept.
 */
let epoch = 0

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([worker.clients.claim(), deleteCaches((name) => name !== PAGES)]))
})

// The page that registered this worker was loaded without the worker.
worker.addEventListener('message', (event) => {
  if (typeof event.data !== 'string') return
  const request = new Request(event.data, { credentials: 'same-origin', headers: { Accept: 'text/html' } })
  const asked = epoch
  event.waitUntil(fetch(request).then((response) => keep(request, response, asked)))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.mode === 'navigate') return event.respondWith(navigate(event))
  if (request.method === 'GET' && pathname.startsWith('/assets/')) event.respondWith(asset(request))
})

async function navigate(event: FetchEvent): Promise<Response> {
  const { request } = event
  if (request.method !== 'GET') epoch++
  const asked = epoch
  try {
    const response = await fetch(request)
    if (request.method === 'GET') event.waitUntil(keep(request, response.clone(), asked))
    return response
  } catch {
    const copy = request.method === 'GET' ? await seen(request.url) : undefined
    return copy ?? noNetworkPage(request.url)
  }
}

/** Stores a marked page. A page of another account, or of a guest, means that the copies no longer belong to this person. */
async function keep(request: Request, response: Response, asked: number): Promise<void> {
  if (!response.ok) return
  const account = response.headers.get(accountHeader)
  if (account && asked !== epoch) return
  if (!account) epoch++
  const isKept = account && response.headers.has(keepHeader) && !response.redirected
  const html = isKept ? await response.text() : undefined
  const headers = new Headers(response.headers)
  await oneByOne(async () => {
    if (!account || (await ownerOfCopies()) !== account) await caches.delete(PAGES)
    if (!account) return
    await deleteOldCopies()
    if (html === undefined) return
    headers.set(seenHeader, String(Date.now()))
    const pages = await caches.open(PAGES)
    if (asked === epoch) await pages.put(request.url, new Response(html, { headers }))
  })
  if (html === undefined || asked !== epoch) return
  await Promise.all(assetsOf(html).map((path) => asset(new Request(path)).catch(() => undefined)))
}

let lastKept: Promise<unknown> = Promise.resolve()

/** Waits for the page before: of two first pages of an account, the second would delete the first as another account's. */
function oneByOne(work: () => Promise<void>): Promise<void> {
  const done = lastKept.then(work)
  lastKept = done.catch(() => undefined)
  return done
}

/**
 * Deletes copies older than a day, also those that were never opened, when the next page is loaded or when there is no network.
 */
async function deleteOldCopies(): Promise<void> {
  const pages = await caches.open(PAGES)
  for (const request of await pages.keys()) {
    const seenAt = Number((await pages.match(request))?.headers.get(seenHeader))
    if (!isFresh(seenAt, Date.now())) await pages.delete(request)
  }
}

async function ownerOfCopies(): Promise<string | undefined> {
  const pages = await caches.open(PAGES)
  const [any] = await pages.keys()
  return (any && (await pages.match(any))?.headers.get(accountHeader)) ?? undefined
}

/** Returns the page as it was seen; with other parameters if there is no copy with these. Undefined after a day. */
async function seen(url: string): Promise<Response | undefined> {
  const pages = await caches.open(PAGES)
  const copy = (await pages.match(url)) ?? (await pages.match(url, { ignoreSearch: true }))
  const seenAt = Number(copy?.headers.get(seenHeader))
  if (!copy) return undefined
  if (!isFresh(seenAt, Date.now())) return void (await pages.delete(url, { ignoreSearch: true }))
  return new Response(offlineCopyOf(await copy.text(), seenText(new Date(seenAt), new Date())), {
    headers: copy.headers,
  })
}

/** Returns a built file, from the cache if possible. Built files never change: their names contain a hash of their content. */
async function asset(request: Request): Promise<Response> {
  const assets = await caches.open(ASSETS)
  const known = await assets.match(request.url)
  if (known) return known
  const response = await fetch(request)
  if (response.ok) await assets.put(request.url, response.clone())
  return response
}

async function deleteCaches(isOld: (name: string) => boolean): Promise<void> {
  await Promise.all((await caches.keys()).filter(isOld).map((name) => caches.delete(name)))
}

/**
 * Renders a page that reports that nothing was sent, and links to the kept pages. It uses the stylesheet of a kept page, if there
 * is one.
 */
async function noNetworkPage(url: string): Promise<Response> {
  await deleteOldCopies()
  const pages = await caches.open(PAGES)
  const kept = new Map<string, string>()
  for (const request of await pages.keys()) {
    const copy = await pages.match(request)
    if (copy) kept.set(new URL(request.url).pathname, titleOf(await copy.text()))
  }
  const sheet = (await (await caches.open(ASSETS)).keys()).filter(({ url }) => url.endsWith('.css')).at(-1)
  const link = (href: string, text: string) => `<a class="btn btn-quiet" href="${inHtml(href)}">${text}</a>`
  const { title, text, retry } = noNetworkCopy
  const html = `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title} · Recomeço</title>
${sheet ? `<link rel="stylesheet" href="${new URL(sheet.url).pathname}">` : ''}</head>
<body><main id="conteudo"><div class="wrap page-head"><h1>${title}</h1><p class="lead">${text}</p>
<div class="actions">${link(url, retry)}${[...kept].map(([path, name]) => link(path, name)).join('')}</div></div></main></body></html>`
  return new Response(html, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'self'; font-src 'self'",
    },
  })
}
