/** Headers of every response: pages, files, health checks, error responses. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'X-Frame-Options': 'DENY',
}

/**
 * Content security policy of every response that is not a page: it loads nothing, submits nothing and cannot be framed.
 */
const closedPolicy = "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/**
 * Content security policy of the service worker that stores pages for offline use: it may send requests to this site
 * only.
 */
export const workerPolicy = "default-src 'none'; connect-src 'self'"

/** Two years, including every subdomain. Sent when the public URL is https. */
export const strictTransport = 'max-age=63072000; includeSubDomains'

/** Headers of a server's every response, which pages replace where they need more. */
export function serverHeaders({ isHttps }: { isHttps: boolean }): Readonly<Record<string, string>> {
  return {
    ...securityHeaders,
    'Content-Security-Policy': closedPolicy,
    ...(isHttps && { 'Strict-Transport-Security': strictTransport }),
  }
}
