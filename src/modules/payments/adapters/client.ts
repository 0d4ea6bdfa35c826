import type { z } from 'zod'
import { parseJson } from '../../../core/json.ts'
import type { HttpResponse, NoResponse } from '../../../platform/http-client.ts'
import type { ProviderOutcome, ProviderRefusal } from '../ports.ts'

/** A provider's response: unvalidated JSON, or a refusal. */
export type Answered = { ok: true; value: unknown } | ProviderRefusal

/** How long and how often a provider is called. */
export interface RetryLimits {
  /** Time-out of one attempt, in milliseconds. */
  timeout?: number
  /** Total number of attempts. */
  attempts?: number
  sleep?: (milliseconds: number) => Promise<void>
  /** Random number from 0 to 1, for the jitter. */
  random?: () => number
  /** Monotonic clock in milliseconds, to measure the duration of a call. */
  elapsed?: () => number
}

export const defaultTimeout = 8_000
/** Longest wait between attempts, in milliseconds: a customer waits for the page. Beyond it the job retries later. */
const maxWait = 3_000
/** No attempt starts after this many milliseconds: a provider that hangs usually hangs again, and a customer waits. */
const maxElapsed = 5_000

/**
 * Retries a call after network errors, time-outs, 5xx and 429, waiting as `Retry-After` asks or else with exponential
 * back-off and full jitter. Safe for every call: calls that create something carry an id that we stored before.
 */
export function withRetries<C>(
  once: (call: C) => Promise<Answered>,
  {
    attempts = 3,
    sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    random = Math.random,
    elapsed = () => performance.now(),
  }: RetryLimits,
): (call: C) => Promise<Answered> {
  return async function send(call) {
    const startedAt = elapsed()
    for (let attempt = 1; ; attempt++) {
      const answer = await once(call)
      const isLast = attempt >= attempts || elapsed() - startedAt > maxElapsed
      if (answer.ok || isLast || !isTransient(answer)) return answer
      const wait = answer.retryAfter ? answer.retryAfter * 1000 : random() * 200 * 2 ** attempt
      if (wait > maxWait) return answer
      await sleep(wait)
    }
  }
}

/**
 * Reads an HTTP response. A success without valid JSON counts as `unavailable`: the request may have taken effect.
 *
 * @param explain refines a refusal by the provider's error body
 */
export function readAnswer(
  answer: HttpResponse | NoResponse,
  explain: (refusal: ProviderRefusal, body: string) => ProviderRefusal,
): Answered {
  if (!answer.answered) return unavailable(answer.reason)
  const { status, text } = answer
  if (status < 200 || status >= 300) return explain(refusalOf(status, answer.header('retry-after')), text)
  const value = parseJson(text)
  return value === undefined && text !== '' ? unavailable('no JSON') : { ok: true, value }
}

/** Sends calls and parses each response with a schema. A response that does not parse counts as `unavailable`. */
export function parseWith<C>(send: (call: C) => Promise<Answered>) {
  return async <S extends z.ZodType>(schema: S, call: C): Promise<ProviderOutcome<z.output<S>>> => {
    const answer = await send(call)
    if (!answer.ok) return answer
    const parsed = schema.safeParse(answer.value)
    if (parsed.success) return { ok: true, value: parsed.data }
    return unavailable(`unreadable: ${parsed.error.issues[0]?.path.join('.')}`)
  }
}

export function unavailable(detail: string): ProviderRefusal {
  return { ok: false, code: 'unavailable', detail }
}

function refusalOf(status: number, retryAfter: string | undefined): ProviderRefusal {
  if (status === 429) {
    const seconds = Number(retryAfter)
    return { ok: false, code: 'rate_limited', ...(seconds > 0 && { retryAfter: seconds }) }
  }
  if (status >= 500 || status === 408) return unavailable(String(status))
  return { ok: false, code: status === 404 ? 'not_found' : 'refused', detail: String(status) }
}

function isTransient({ code }: ProviderRefusal): boolean {
  return code === 'unavailable' || code === 'rate_limited'
}
