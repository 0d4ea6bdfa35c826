/** Headers of every response, whatever answers: a page, a file, a health check, a refusal. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'X-Frame-Options': 'DENY',
}

/** The policy of everything that is not a page: it loads nothing, sends nothing, and is in no frame. */
export const closedPolicy = "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/** The policy of the worker that keeps pages for the day without network: it may send requests to this site only. */
export const workerPolicy = "default-src 'none'; connect-src 'self'"

/** Two years, with every subdomain. Sent when the public URL is https. */
export const strictTransport = 'max-age=63072000; includeSubDomains'
