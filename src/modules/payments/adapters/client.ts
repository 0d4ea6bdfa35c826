import type { z } from 'zod'
import { parseJson } from '../../../core/json.ts'
import type { HttpResponse, NoResponse } from '../../../platform/http-client.ts'
import type { ProviderOutcome, ProviderRefusal } from '../ports.ts'

/** What a provider answered: its JSON, which nobody has checked yet, or why there is none. */
export type Answered = { ok: true; value: unknown } | ProviderRefusal

export interface RetryLimits {
  /** Milliseconds one attempt may take. */
  timeout?: number
  /** Attempts in all. */
  attempts?: number
  sleep?: (milliseconds: number) => Promise<void>
  /** From 0 to 1. */
  random?: () => number
  /** Milliseconds on a clock that is never set back, for how long a call has taken. */
  elapsed?: () => number
}

export const defaultTimeout = 8_000
/** The longest a person is kept waiting for a busy provider; beyond it, the job comes back. */
const maxWait = 3_000
/** After this no further attempt begins: who hangs once mostly hangs again, and somebody waits for the page. */
const maxElapsed = 5_000

/**
 * A call tried again after network failures, time-outs, 5xx and 429 (as `Retry-After` asks, else by exponential
 * back-off with full jitter). Safe for every call: those that create carry an id of ours, stored before.
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
    const began = elapsed()
    for (let attempt = 1; ; attempt++) {
      const answer = await once(call)
      const isLast = attempt >= attempts || elapsed() - began > maxElapsed
      if (answer.ok || isLast || !isTransient(answer)) return answer
      const wait = answer.retryAfter ? answer.retryAfter * 1000 : random() * 200 * 2 ** attempt
      if (wait > maxWait) return answer
      await sleep(wait)
    }
  }
}

/**
 * What an HTTP answer says by itself. Success without readable JSON counts as `unavailable`: it may have happened.
 *
 * @param explain adds what the body of a refusal says, in the words of its provider
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

/** Sends calls and parses each answer with its schema. One that does not parse counts as `unavailable` too. */
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
