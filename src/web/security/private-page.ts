/**
 * Headers of a page whose URL is a secret: never cached, never indexed. `same-origin` hides it from other sites and still sends
 * the Referer of the page's own forms, which `no-referrer` would not.
 */
export const privatePageHeaders = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
}
