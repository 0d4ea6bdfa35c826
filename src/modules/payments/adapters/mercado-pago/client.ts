import type { ProviderRefusal, ProviderRefusalCode } from '../../ports.ts'

export interface ClientOptions {
  /** Without a slash at the end. */
  baseUrl: string
  accessToken: string
  /** Milliseconds one attempt may take. */
  timeout?: number
  /** Attempts in all. */
  attempts?: number
  sleep?: (milliseconds: number) => Promise<void>
  /** From 0 to 1. */
  random?: () => number
  /** Milliseconds that only go on, for how long a call has taken. */
  elapsed?: () => number
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT'
  /** With its query. */
  path: string
  body?: unknown
  idempotencyKey?: string
}

export type Answered = { ok: true; value: unknown } | ProviderRefusal

/** The longest a person is kept waiting for a busy provider; beyond it, the job comes back. */
const longestWait = 3_000
/** After this no further attempt begins: who hangs once mostly hangs again, and somebody waits for the page. */
const patience = 5_000

/**
 * One call of the provider's API, tried again after network failures, time-outs, 5xx and 429 (as `Retry-After` asks,
 * else by exponential back-off with full jitter). Safe for every call: those that create carry a stored key.
 */
export function createClient({
  baseUrl,
  accessToken,
  timeout = 8_000,
  attempts = 3,
  sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  random = Math.random,
  elapsed = () => performance.now(),
}: ClientOptions): (call: Call) => Promise<Answered> {
  return async function send(call) {
    const began = elapsed()
    for (let attempt = 1; ; attempt++) {
      const answer = await once(call)
      const isLast = attempt >= attempts || elapsed() - began > patience
      if (answer.ok || isLast || !isWorthAnother(answer)) return answer
      const wait = answer.retryAfter ? answer.retryAfter * 1000 : random() * 200 * 2 ** attempt
      if (wait > longestWait) return answer
      await sleep(wait)
    }
  }

  async function once({ method, path, body, idempotencyKey }: Call): Promise<Answered> {
    try {
      const response = await fetch(baseUrl + path, {
        method,
        headers: {
          Authorization: `Bearer ${accessToken}`,
          Accept: 'application/json',
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(idempotencyKey && { 'X-Idempotency-Key': idempotencyKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      })
      const text = await response.text()
      if (response.ok) return { ok: true, value: JSON.parse(text) }
      return refusalOf(response, text)
    } catch (error) {
      return unavailable(error instanceof Error ? error.name : 'unknown')
    }
  }
}

function isWorthAnother({ code }: ProviderRefusal): boolean {
  return code === 'unavailable' || code === 'rate_limited'
}

/** Causes that say more than their status does. */
const causes: { readonly [code: string]: ProviderRefusalCode } = {
  2067: 'invalid_payer',
  4050: 'invalid_payer',
  13253: 'no_pix_key',
}

function refusalOf(response: Response, text: string): ProviderRefusal {
  const { status } = response
  if (status === 429) {
    const seconds = Number(response.headers.get('retry-after'))
    return { ok: false, code: 'rate_limited', ...(seconds > 0 && { retryAfter: seconds }) }
  }
  if (status >= 500 || status === 408) return unavailable(String(status))
  const code = causeOf(text)
  const known = code === undefined ? undefined : causes[code]
  const detail = code === undefined ? String(status) : `${status} cause ${code}`
  return { ok: false, code: known ?? (status === 404 ? 'not_found' : 'refused'), detail }
}

/** The first cause's number: `{"cause":[{"code":2067}]}`. What else the answer says may name a person. */
function causeOf(text: string): string | undefined {
  return /"cause"\s*:\s*\[\s*\{[^}]*?"code"\s*:\s*"?(\d+)/.exec(text)?.[1]
}

export function unavailable(detail: string): ProviderRefusal {
  return { ok: false, code: 'unavailable', detail }
}
