import { redirect } from 'react-router'
import { maxToasts, type ToastTone } from '../enhance/toasts.ts'
import type { Cookies } from './cookies.server.ts'

/** A toast: spec section 8. `destructive` for failures. At most three are shown, for 4 s each. */
export interface Toast {
  tone: ToastTone
  title: string
  text?: string
}

/** Redirects to another page and shows toasts there, with or without JavaScript. */
export async function redirectWithToast(
  cookies: Cookies,
  to: string,
  toast: Toast | Toast[],
  setCookies: string[] = [],
): Promise<Response> {
  const headers = new Headers()
  for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
  headers.append('Set-Cookie', await cookies.toasts.serialize([toast].flat().slice(0, maxToasts)))
  return redirect(to, { headers })
}

/** Checks whether a browser prefetches a page, which may never be shown: then toasts wait for the next page. */
export function isPrefetch(request: Request): boolean {
  return request.headers.get('sec-purpose')?.startsWith('prefetch') ?? false
}

/** Returns the toasts in the cookie of this request. */
export async function readToasts(request: Request, cookies: Cookies): Promise<Toast[]> {
  const value: unknown = await cookies.toasts.parse(request.headers.get('cookie'))
  return Array.isArray(value) ? (value as Toast[]) : []
}
