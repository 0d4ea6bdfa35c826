import { expect, test } from 'vitest'
import { securityHeaders, strictTransport } from '../../../src/core/security-headers.ts'
import {
  contentSecurityPolicy,
  fileSecurityPolicy,
  mailSecurityPolicy,
  pdfSecurityPolicy,
} from '../../../src/web/security/headers.server.ts'

const directivesOf = (policy: string) =>
  Object.fromEntries(policy.split('; ').map((directive) => directive.split(/ (.*)/)))

/**
 * A page with a form: directives that these three do not state are allowed, because `default-src` does not cover them (CSP 3, 6.3
 * and 6.4).
 */
test.each([
  [
    'pages',
    contentSecurityPolicy(['go()']),
    { 'form-action': "'self'", 'base-uri': "'none'", 'frame-ancestors': "'none'" },
  ],
  ['PDFs', pdfSecurityPolicy, { 'form-action': "'none'", 'base-uri': "'none'", 'frame-ancestors': "'none'" }],
  [
    'e-mails',
    mailSecurityPolicy,
    { 'form-action': "'none'", 'base-uri': "'none'", 'frame-ancestors': "'self'" },
  ],
  // `sandbox` without a value refuses forms and gives the image its own origin.
  ['images', fileSecurityPolicy, { sandbox: undefined, 'frame-ancestors': "'none'" }],
])('the policy of %s allows nothing by default, and sets what has no default', (_, policy, stated) => {
  expect(directivesOf(policy)).toMatchObject({ 'default-src': "'none'", ...stated })
})

test('scripts are allowed by their hashes alone, and frames only where requested', () => {
  const policy = directivesOf(contentSecurityPolicy(['go()', 'stop()']))
  expect(policy['script-src']).toMatch(/^'sha256-[\w+/]{43}=' 'sha256-[\w+/]{43}=' 'strict-dynamic'$/)
  expect(policy['style-src']).toBe("'self'")
  expect(policy).not.toHaveProperty('frame-src')
  expect(directivesOf(contentSecurityPolicy([], { frames: true }))['frame-src']).toBe("'self'")
})

test('no answer may be framed, sniffed, read by another origin, or use its reader’s devices', () => {
  expect(securityHeaders).toEqual({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'X-Frame-Options': 'DENY',
  })
  expect(strictTransport).toBe('max-age=63072000; includeSubDomains')
})
