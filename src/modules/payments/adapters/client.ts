import type { z } from 'zod'
import type { ProviderOutcome, ProviderRefusal } from '../ports.ts'

export type Answered = { ok: true; value: unknown } | ProviderRefusal

/** How long a provider is put up with. */
export interface Patience {
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

export const defaultTimeout = 8_000
/** The longest a person is kept waiting for a busy provider; beyond it, the job comes back. */
const longestWait = 3_000
/** After this no further attempt begins: who hangs once mostly hangs again, and somebody waits for the page. */
const patience = 5_000

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
  }: Patience,
): (call: C) => Promise<Answered> {
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
}

/** Reads an answer by its schema. One nobody can read counts as `unavailable`: it may have happened. */
export function asking<C>(send: (call: C) => Promise<Answered>) {
  return async <S extends z.ZodType>(schema: S, call: C): Promise<ProviderOutcome<z.output<S>>> => {
    const answer = await send(call)
    if (!answer.ok) return answer
    const parsed = schema.safeParse(answer.value)
    if (parsed.success) return { ok: true, value: parsed.data }
    return unavailable(`unreadable: ${parsed.error.issues[0]?.path.join('.')}`)
  }
}

/** What a status says by itself. */
export function refusalOf(status: number, retryAfter: string | null | undefined): ProviderRefusal {
  if (status === 429) {
    const seconds = Number(retryAfter)
    return { ok: false, code: 'rate_limited', ...(seconds > 0 && { retryAfter: seconds }) }
  }
  if (status >= 500 || status === 408) return unavailable(String(status))
  return { ok: false, code: status === 404 ? 'not_found' : 'refused', detail: String(status) }
}

export function unavailable(detail: string): ProviderRefusal {
  return { ok: false, code: 'unavailable', detail }
}

function isWorthAnother({ code }: ProviderRefusal): boolean {
  return code === 'unavailable' || code === 'rate_limited'
}
