/** Patterns of secrets, in the format in which each issuer writes them. */
const forms: readonly [name: string, form: RegExp][] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/],
  ['a key of Amazon', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,})\b/],
  ['a token of Mercado Pago', /\bAPP_USR-\d{10,}-\d{6}-[0-9a-f]{32}/],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a token of Slack', /\bxox[abpros]-[A-Za-z0-9-]{20,}/],
  ['a token of Meta', /\bEAA[A-Za-z0-9]{80,}/],
  ['a key of Google', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['a key of Stripe', /\b[rs]k_live_[0-9a-zA-Z]{24,}/],
  ['a token in JSON', /\beyJ[A-Za-z0-9_-]{20,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}/],
  [
    'a password in an address',
    /\b(?:postgres(?:ql)?|smtps?|amqp|redis|https?):\/\/[^\s:/@'"`$<{]+:(?!senha|secret|password|test|xxx)[^\s:/@'"`$<{]{8,}@(?!localhost|127\.)/i,
  ],
]

/** Returns the probable secrets in a text, each with its line. */
export function secretsIn(text: string): { line: number; what: string }[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      forms.flatMap(([what, form]) => (form.test(line) ? [{ line: index + 1, what }] : [])),
    )
}
