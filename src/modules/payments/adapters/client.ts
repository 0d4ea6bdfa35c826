import type { z } from 'zod'
import { type JsonNode, parseLosslessJson, plainValueOf } from '../../../core/lossless-json.ts'
import type { HttpResponse, NoResponse } from '../../../platform/http-client.ts'
import {
  isReadable,
  isUnauthorised,
  type ListedPayment,
  type PaymentReport,
  type ProviderOutcome,
  type ProviderRefusal,
  unauthorisedText,
} from '../ports.ts'

/** A provider's response: unvalidated JSON, undefined for an empty body, or a refusal. */
export type Answered = { ok: true; json: JsonNode | undefined } | ProviderRefusal

/** Limits on the duration and number of calls to a provider. */
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
/**
 * Longest wait between attempts, in milliseconds, because a customer is waiting for the page. If more is needed, the
 * job retries later.
 */
const maxWait = 3_000
/** Longest error body that is parsed, in characters: providers send a few hundred, and longer ones explain nothing. */
const maxErrorBody = 16_384
/**
 * No attempt starts after this many milliseconds: a provider that hangs usually hangs again, and a customer is waiting.
 */
const maxElapsed = 5_000

/**
 * Retries a call after network errors, time-outs, redirects, 5xx, 429 and what refuses only for now, waiting as `Retry-After`
 * requests or else with exponential back-off and full jitter. Safe for every call: calls that create something carry an id that
 * we stored before.
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
 * @param explain refines a refusal by the provider's error body; not called with a body longer than 16 KB
 */
export function readAnswer(
  answer: HttpResponse | NoResponse,
  explain: (refusal: ProviderRefusal, body: string) => ProviderRefusal,
): Answered {
  if (!answer.answered) return unavailable(answer.reason)
  const { status, text } = answer
  if (status < 200 || status >= 300) {
    const refusal = refusalOf(status, answer.header('retry-after'))
    return text.length > maxErrorBody ? refusal : explain(refusal, text)
  }
  const json = parseLosslessJson(text)
  return json === undefined && text !== '' ? unreadable('no JSON') : { ok: true, json }
}

/** Sends calls and parses each response with a schema. A response that does not parse counts as `unavailable`. */
export function parseWith<C>(send: (call: C) => Promise<Answered>) {
  return async <S extends z.ZodType>(schema: S, call: C): Promise<ProviderOutcome<z.output<S>>> => {
    const answer = await send(call)
    if (!answer.ok) return answer
    const parsed = schema.safeParse(answer.json && plainValueOf(answer.json))
    if (parsed.success) return { ok: true, value: parsed.data }
    return unreadable(parsed.error.issues[0]?.path.join('.') ?? '')
  }
}

/**
 * Sends calls and reads each response with a reader of lossless JSON. A response that cannot be read counts as
 * `unavailable`.
 */
export function readWith<C>(send: (call: C) => Promise<Answered>) {
  return async <T>(
    reader: (json: JsonNode | undefined) => T | undefined,
    call: C,
  ): Promise<ProviderOutcome<T>> => {
    const answer = await send(call)
    if (!answer.ok) return answer
    const value = reader(answer.json)
    return value === undefined ? unreadable('not the answer expected') : { ok: true, value }
  }
}

/** The payment for a caller who requested `providerId`: a response about another payment is treated as unreadable. */
export function onlyRequestedPayment(
  listed: ProviderOutcome<ListedPayment>,
  providerId: string,
): ProviderOutcome<PaymentReport> {
  if (!listed.ok) return listed
  const payment = listed.value
  if (isReadable(payment)) {
    return payment.providerId === providerId ? { ok: true, value: payment } : unreadable('another payment')
  }
  // Returned whatever its id looks like: it is the provider's response about this payment.
  return {
    ok: false,
    code: 'unreadable',
    detail: payment.unreadable.join(' '),
    payment: { ...payment, providerId },
  }
}

/** A response that arrived but cannot be read: its content is unknown, as if there were none. */
export function unreadable(detail: string): ProviderRefusal {
  return unavailable(`unreadable: ${detail}`)
}

export function unavailable(detail: string): ProviderRefusal {
  return { ok: false, code: 'unavailable', detail }
}

/**
 * Statuses that refuse a request only for now: time-out, another connection, locked, too early (RFC 9110, 15.5.9 and 15.5.20;
 * RFC 4918, 11.3; RFC 8470, 5.2). They say nothing about the charge or refund, as a redirect does not.
 */
const tryLater: ReadonlySet<number> = new Set([408, 421, 423, 425])

/**
 * Statuses that refuse every request of ours, whatever it asks: the token was revoked or mistyped, or a right is missing. They last
 * until a person corrects that, and say nothing about the charge or refund.
 */
const refusesUs: ReadonlySet<number> = new Set([401, 403, 407])

/** A refusal to let us in at all: as if there were no answer. The team is notified at once (settlement/sweep-failures.ts). */
export function unauthorised(detail: string): ProviderRefusal {
  return unavailable(`${unauthorisedText}${detail}`)
}

function refusalOf(status: number, retryAfter: string | undefined): ProviderRefusal {
  if (status === 429) {
    const seconds = Number(retryAfter)
    return { ok: false, code: 'rate_limited', ...(seconds > 0 && { retryAfter: seconds }) }
  }
  if (refusesUs.has(status)) return unauthorised(String(status))
  if (status < 400 || status >= 500 || tryLater.has(status)) return unavailable(String(status))
  return { ok: false, code: status === 404 ? 'not_found' : 'refused', detail: String(status) }
}

/** Whether another attempt at once may be answered. */
function isTransient({ code, detail }: ProviderRefusal): boolean {
  return (code === 'unavailable' && !isUnauthorised(detail)) || code === 'rate_limited'
}
