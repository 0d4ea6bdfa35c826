import type { HttpResponse } from '../http.ts'

export interface Violation {
  razao: string
  propriedade: string
}

/** Error response; `kind` is the last segment of its type, from the list in the standard. */
export class Problem extends Error {
  readonly status: number
  readonly kind: string
  readonly violations: Violation[]

  constructor(status: number, kind: string, ...violations: Violation[]) {
    super(`${status} ${kind}`)
    this.status = status
    this.kind = kind
    this.violations = violations
  }
}

/** Builds an error response as specified by RFC 7807. */
export function problemResponse({ status, kind, violations }: Problem): HttpResponse {
  const type = `https://pix.bcb.gov.br/api/v2/error/${kind}`
  const body = { type, title: kind, status, ...(violations.length > 0 && { violacoes: violations }) }
  const retry = status === 429 || status === 503 ? { 'retry-after': '1' } : {}
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...retry },
    body: JSON.stringify(body),
  }
}
