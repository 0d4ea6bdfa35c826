import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, redirectDocument } from 'react-router'
import { deskCopy as copy } from '../copy/desk.ts'
import { showToast } from '../enhance/toasts.ts'
import { decodeView, type PageReply, pageJson } from '../hydration/page-view.ts'
import { paths } from '../paths.ts'
import { backgroundHeader, CONFIRM_AGAIN, type DeskAnswer, type DeskView } from './answers.ts'
import { announceUnlessShown } from './unshown-answers.ts'

/** Last view of each address, which stays on the screen when the network is down. */
const lastShown = new Map<string, unknown>()

/**
 * True while a screen reloads automatically: that is not user activity and does not keep the desk open (session/desk.server.ts).
 */
let isBackground = false

/** True once an automatic reload has shown that the session ended: the next ones show nothing. */
let wasSignOutShown = false

export async function readInBackground(read: () => Promise<void>): Promise<void> {
  isBackground = true
  try {
    await read()
  } finally {
    isBackground = false
  }
}

/** Stores the view that the server rendered at an address. */
export function rememberShown(url: string, shown: unknown): void {
  lastShown.set(url, shown)
}

/** Loads the data of every screen in the browser: requests the same URL from the server as JSON. */
export async function readScreen({ request }: LoaderFunctionArgs): Promise<unknown> {
  const url = addressOf(request)
  const isOwn = !isBackground
  let response = await ask(url, { signal: request.signal })
  let reply = response && (await replyIn(response))
  if (needsSecondFactor(reply) && (await enterAgain(isOwn))) {
    response = await ask(url, { signal: request.signal })
    reply = response && (await replyIn(response))
  }
  if (!response) {
    if (!lastShown.has(url)) throw new Response(null, { status: 503 })
    showToast({ tone: 'destructive', ...copy.noAnswer })
    return lastShown.get(url)
  }
  if (!reply) throw new Response(null, { status: response.status })
  if ('redirect' in reply) throw follow(reply.redirect)
  if (isHidden(reply) && lastShown.has(url)) {
    if (isOwn || !wasSignOutShown) showToast({ tone: 'destructive', ...copy.signedOut })
    wasSignOutShown = true
    return lastShown.get(url)
  }
  if (isHidden(reply)) throw redirectDocument(paths.auth())
  for (const toast of reply.toasts) showToast(toast)
  lastShown.set(url, reply.data)
  return reply.data
}

/** Runs the action of every screen in the browser: sends the form to the same URL. */
export async function sendToScreen({ request }: ActionFunctionArgs): Promise<DeskAnswer | Response> {
  const form = await request.formData()
  const hasFile = [...form.values()].some((value) => value instanceof File)
  const body = hasFile ? form : new URLSearchParams([...form].map(([name, value]) => [name, String(value)]))
  const send = () => ask(addressOf(request), { method: 'POST', body })
  let response = await send()
  let reply = response && (await replyIn(response))
  if (needsSecondFactor(reply)) {
    if (!(await enterAgain())) return { ok: false, code: CONFIRM_AGAIN, message: copy.notConfirmed }
    response = await send()
    reply = response && (await replyIn(response))
  }
  const isUnknown = reply ? isHidden(reply) : response?.status === 404 || response?.status === 405
  if (isUnknown) return { ok: false, code: 'signed_out', message: copy.signedOut.text }
  if (!reply) return { ok: false, code: 'no_answer', message: copy.noAnswer.text }
  if ('redirect' in reply) return follow(reply.redirect)
  const answer = reply.answer as DeskAnswer | undefined
  if (!answer) return { ok: false, code: 'no_answer', message: copy.noAnswer.text }
  announceUnlessShown(answer)
  return answer.ok && answer.to ? follow(answer.to) : answer
}

/**
 * Checks whether the reply is the page for unknown paths: the desk does not exist for members who are signed out or have left the
 * team. Every screen has a frame. The current screen stays, because its forms may have typed text.
 */
function isHidden(reply: PageReply): boolean {
  return 'data' in reply && reply.answer === undefined && !(reply.data as DeskView | null)?.frame
}

/** Checks whether the reply requires the second factor first. */
function needsSecondFactor(reply: PageReply | undefined): boolean {
  return (
    reply !== undefined &&
    'redirect' in reply &&
    new URL(reply.redirect, location.href).pathname === paths.deskEnter()
  )
}

/**
 * Requests the second factor in a dialog over the screen, so that no typed input is lost.
 *
 * @param isOwn false for a read that no user requested
 */
async function enterAgain(isOwn = true): Promise<boolean> {
  const ask = await import('./enter-again.tsx')
  return ask.enterAgain({ isClosed: !isOwn })
}

function addressOf({ url }: Request): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

async function ask(url: string, init: RequestInit): Promise<Response | undefined> {
  try {
    return await fetch(url, {
      ...init,
      headers: { Accept: pageJson, ...(isBackground && { [backgroundHeader]: '1' }) },
    })
  } catch (err) {
    if (init.signal?.aborted) throw err
    return undefined
  }
}

async function replyIn(response: Response): Promise<PageReply | undefined> {
  if (!response.headers.get('Content-Type')?.startsWith(pageJson)) return undefined
  return decodeView(await response.text()) as PageReply
}

/** Redirects: React Router navigates to screens; every other address, including the second factor, is a separate page. */
function follow(to: string): Response {
  const { pathname, search } = new URL(to, location.href)
  const isScreen = pathname === paths.desk() || pathname.startsWith(`${paths.desk()}/`)
  return isScreen && pathname !== paths.deskEnter() ? redirect(pathname + search) : redirectDocument(to)
}
