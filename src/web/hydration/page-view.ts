import type { Company } from '../../core/company.ts'
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

/** JSON in which instants stay instants, and maps maps. Safe inside a script element. */
export function encodeView(view: unknown): string {
  function marked(this: Record<string, unknown>, key: string, value: unknown) {
    const before = this[key]
    if (before instanceof Date) return { $instant: before.getTime() }
    return value instanceof Map ? { $map: [...value] } : value
  }
  return JSON.stringify(view, marked).replaceAll('<', '\\u003c')
}

/** @throws SyntaxError when it is no JSON */
export function decodeView(text: string): unknown {
  return JSON.parse(text, (_key, value) => {
    if (typeof value?.$instant === 'number') return new Date(value.$instant)
    return Array.isArray(value?.$map) ? new Map(value.$map) : value
  })
}
