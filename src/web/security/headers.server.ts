import { createHash } from 'node:crypto'

/**
 * The policy for PDFs. Browsers wrap a PDF in a page of their own, with inline styles and an object of the same URL.
 * Nothing else is allowed, and no page may frame it.
 */
export const pdfSecurityPolicy =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/** The policy for files that people sent, saved or (an image) shown: whatever a browser makes of them loads and runs nothing. */
export const fileSecurityPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"

/**
 * The policy for an e-mail that is looked at: its styles are inside, as mail clients want them; it loads and runs nothing, and only
 * our own pages may frame it.
 */
export const mailSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

/**
 * A strict policy: the inline scripts of our pages by their hashes and what those add, everything else and form targets
 * from this origin, no frames (with the simulator: of this origin, to look at mails). It is the same for every page, so that a page can be made once (docs/decisions/0036).
 *
 * @param inlineScripts the text of every inline script that a page may have
 * @param options.frames whether pages of this origin may be framed, where they allow it
 */
export function contentSecurityPolicy(
  inlineScripts: readonly string[],
  { frames = false }: { frames?: boolean } = {},
): string {
  const hashes = inlineScripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return [
    "default-src 'none'",
    `script-src ${hashes.join(' ')} 'strict-dynamic'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    ...(frames ? ["frame-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}
