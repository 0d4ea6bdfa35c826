import type { Clock } from '../clock.ts'
import type { HttpRequest, HttpResponse } from '../http.ts'
import { mutate, mutateNotice, mutateQuery } from './mutate.ts'
import type { Mutation, Reply } from './mutation.ts'
import { type MutationState, type MutationStep, planOf, setForAnswer, setForNotice } from './mutation-set.ts'
import type { WireNotice } from './notice-mutations.ts'

/** Request as it is to be handled, and the alteration of its response. */
interface AlteredExchange {
  request: HttpRequest
  /** Undefined: the response is sent unaltered. */
  replyTo(response: HttpResponse): Reply | undefined
}

/** Layer between a simulated provider and the network: the provider itself works normally and has the true state. */
export interface Mutator {
  open(request: HttpRequest): AlteredExchange
  /** Returns the notice as it is to be sent. */
  notice(notice: WireNotice, about: string): WireNotice
}

/** Alters requests, responses and notices as the current set says, and records each step. */
export function createMutator({
  stateOf,
  record,
  clock,
}: {
  stateOf(): MutationState
  record(step: MutationStep): void
  clock: Clock
}): Mutator {
  return { open, notice }

  function open(request: HttpRequest): AlteredExchange {
    const state = stateOf()
    const set = setForAnswer(state, request)
    if (set === undefined) return { request, replyTo: () => undefined }
    const seen = state.seen + 1
    const of = `${request.method} ${request.path}`
    const plan = planOf(set, seen, 'answer')
    record({ seen })
    for (const mutation of plan) {
      const query = mutateQuery(request.query, mutation)
      if (query === undefined) continue
      note(mutation, { seen, of })
      return { request: { ...request, query }, replyTo: () => undefined }
    }
    return {
      request,
      replyTo(response) {
        for (const mutation of plan) {
          const mutated = mutate(response, mutation)
          if (mutated === undefined) continue
          note({ ...mutation, field: mutated.field }, { seen, of })
          return mutated.reply
        }
        return undefined
      },
    }
  }

  function notice(original: WireNotice, about: string): WireNotice {
    const state = stateOf()
    const set = setForNotice(state)
    if (set === undefined) return original
    const seen = state.seen + 1
    record({ seen })
    for (const mutation of planOf(set, seen, 'notice')) {
      const mutated = mutateNotice(original, mutation)
      if (mutated === undefined) continue
      note({ ...mutation, field: mutated.field }, { seen, of: `notice ${about}` })
      return mutated.notice
    }
    return original
  }

  function note({ field, ...mutation }: Mutation, { seen, of }: { seen: number; of: string }): void {
    const at = clock.now().toISOString()
    record({
      seen: stateOf().seen,
      applied: { ...mutation, ...(field === undefined ? {} : { field }), seen, at, of },
    })
  }
}
