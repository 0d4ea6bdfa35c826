import { sha256 } from '../session/fingerprint.server.ts'

/**
 * Policy for PDFs. Browsers wrap a PDF in their own page, with inline styles and an object of the same URL. Nothing else is
 * allowed, and no page may frame it.
 */
export const pdfSecurityPolicy =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Policy for files that people sent, saved or (an image) shown: however a browser interprets them, they load and run nothing. */
export const fileSecurityPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"

/**
 * Policy for an e-mail that is viewed: its styles are inline, as mail clients require; it loads and runs nothing, and only our
 * own pages may frame it.
 */
export const mailSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

/**
 * Returns a strict policy: allows the inline scripts of our pages by their hashes and the scripts that those add; everything else
 * and form targets only from this origin; no frames (with the simulator: of this origin, to view e-mails). It is the same for
 * every page, so that a page can be rendered once (docs/decisions/0036).
 *
 * @param inlineScripts the text of every inline script that a page may contain
 * @param options.frames whether pages of this origin may be framed, if they allow it
 */
export function contentSecurityPolicy(
  inlineScripts: readonly string[],
  { frames = false }: { frames?: boolean } = {},
): string {
  const hashes = inlineScripts.map((text) => `'sha256-${sha256(text, 'base64')}'`)
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
