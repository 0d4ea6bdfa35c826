/** What a device keeps of a person's pages for the day without network. Pure: the server and the worker use it. */

/** The account of a page, as a digest, on every page of a signed-in user. */
export const accountHeader = 'X-Account'

/** On the pages that are kept. */
export const keepHeader = 'X-Keep'

/** When a kept page was seen, in milliseconds since 1970. Only copies have it. */
export const seenHeader = 'X-Seen-At'

/** How long a page may be shown as it was seen. */
export const KEPT_HOURS = 24

/** Whether a copy may still be shown: not after a day, nor if the clock went back. */
export function isFresh(seenAt: number, now: number): boolean {
  return seenAt <= now && now - seenAt < KEPT_HOURS * 60 * 60_000
}

/** The built files that a page names: its stylesheet, its scripts, its icon. */
export function assetsOf(html: string): string[] {
  return [...new Set(html.match(/\/assets\/[\w.-]+\.(?:css|js|svg|woff2)/g))]
}

/**
 * A page as it was seen: it says since when it is, and has no scripts, which would count down, ask and offer to pay without a
 * network. `html[data-kept]` is how the stylesheet knows it.
 */
export function offlineCopyOf(html: string, seen: string): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace('<html ', '<html data-kept ')
    .replace('<main ', `<p class="kept-strip" role="status">${seen}</p><main `)
}

/** The page's title, without the shop's name. As HTML. */
export function titleOf(html: string): string {
  return html.match(/<title>([^<]*?)(?: · Recomeço)?<\/title>/)?.[1] ?? ''
}

/** An address inside an attribute, whole: with its parameters, such as the token of an e-mail's link. */
export function inHtml(address: string): string {
  return address.replaceAll('&', '&amp;').replaceAll('"', '%22').replaceAll('<', '%3C')
}
