import type { Company } from '../../platform/config/company.ts'
import type { ToastNote } from '../enhance/toasts.ts'

/** What the server gave a page to show. It is in the page's HTML; later the page is asked for it as JSON. */
export interface PageView<Data = unknown, Answer = unknown> {
  /** Of the route's loader. */
  data: Data
  /** Of the route's action, when a form was sent and no redirect followed. */
  answer: Answer | undefined
  company: Company
}

/** The same page as JSON: instead of its HTML, or instead of a redirect. */
export type PageReply =
  | { data: unknown; answer?: unknown; toasts: readonly ToastNote[] }
  | { redirect: string }

/** The media type by which React asks for a page as JSON. */
export const pageJson = 'application/vnd.recomeco.page+json'

/** JSON in which instants stay instants. Safe inside a script element. */
export function encodeView(view: unknown): string {
  function dated(this: Record<string, unknown>, key: string, value: unknown) {
    const before = this[key]
    return before instanceof Date ? { $instant: before.getTime() } : value
  }
  return JSON.stringify(view, dated).replaceAll('<', '\\u003c')
}

/** @throws SyntaxError when it is no JSON */
export function decodeView(text: string): unknown {
  return JSON.parse(text, (_key, value) =>
    typeof value?.$instant === 'number' ? new Date(value.$instant) : value,
  )
}
