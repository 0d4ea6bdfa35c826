import type { Company } from '../../core/company.ts'
import type { ToastNote } from '../enhance/toasts.ts'

/** Data that the server gave a page to show. It is included in the page's HTML; later it is requested as JSON. */
export interface PageView<Data = unknown, Answer = unknown> {
  /** The data of the route's loader. */
  data: Data
  /** The data of the route's action, when a form was sent and no redirect followed. */
  answer: Answer | undefined
  company: Company
  /** The account that the page was made for (ui/account-field.tsx). */
  account?: string | undefined
}

/** A page as JSON, instead of its HTML or instead of a redirect. */
export type PageReply =
  | { data: unknown; answer?: unknown; toasts: readonly ToastNote[] }
  | { redirect: string }

/** Media type with which React requests a page as JSON. */
export const pageJson = 'application/vnd.recomeco.page+json'

/** Encodes a view as JSON that preserves instants and maps. The JSON is safe inside a script element. */
export function encodeView(view: unknown): string {
  function marked(this: Record<string, unknown>, key: string, value: unknown) {
    const before = this[key]
    if (before instanceof Date) return { $instant: before.getTime() }
    return value instanceof Map ? { $map: [...value] } : value
  }
  return JSON.stringify(view, marked).replaceAll('<', '\\u003c')
}

/**
 * Decodes the JSON of a view.
 *
 * @throws SyntaxError when the text is not JSON
 */
export function decodeView(text: string): unknown {
  return JSON.parse(text, (_key, value) => {
    if (typeof value?.$instant === 'number') return new Date(value.$instant)
    return Array.isArray(value?.$map) ? new Map(value.$map) : value
  })
}
