/**
 * The policy for PDFs. Browsers wrap a PDF in a page of their own, with inline styles and an object of the same URL.
 * Nothing else is allowed, and no page may frame it.
 */
export const pdfSecurityPolicy =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/** A strict policy: scripts by nonce only, everything else and form targets from this origin, no frames. */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}
