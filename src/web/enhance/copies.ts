/**
 * Copies of a person's pages that a device keeps for times without a network. Pure functions: the server and the service worker
 * use them.
 */

import { HOUR } from '../../core/durations.ts'

/** Header with a digest of the account, on every page of a signed-in user. */
export const accountHeader = 'X-Account'

/** Header of the pages that are kept. */
export const keepHeader = 'X-Keep'

/** Header with the time when a kept page was seen, in milliseconds since 1970. Only copies have it. */
export const seenHeader = 'X-Seen-At'

/** Hours for which a kept page may be shown. */
export const KEPT_HOURS = 24

/** Checks whether a copy may still be shown: not after a day, nor when the clock was set back. */
export function isFresh(seenAt: number, now: number): boolean {
  return seenAt <= now && now - seenAt < KEPT_HOURS * HOUR
}

/** Returns the built files that a page references: its stylesheet, its scripts, its icon. */
export function assetsOf(html: string): string[] {
  return [...new Set(html.match(/\/assets\/[\w.-]+\.(?:css|js|svg|woff2)/g))]
}

/**
 * Returns the offline copy of a page: it shows when the page was seen, and has no scripts, which would run countdowns, send
 * requests and offer payment without a network. The stylesheet recognises it by `html[data-kept]`.
 */
export function offlineCopyOf(html: string, seen: string): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace('<html ', '<html data-kept ')
    .replace('<main ', `<p class="kept-strip" role="status">${seen}</p><main `)
}

/** Returns the title of a page without the shop's name, as HTML. */
export function titleOf(html: string): string {
  return html.match(/<title>([^<]*?)(?: · Recomeço)?<\/title>/)?.[1] ?? ''
}

/** Escapes an address for an HTML attribute. It keeps all parameters, such as the token of an e-mail's link. */
export function inHtml(address: string): string {
  return address.replaceAll('&', '&amp;').replaceAll('"', '%22').replaceAll('<', '%3C')
}
