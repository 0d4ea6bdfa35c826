import { kinds, type Level } from './mutate.ts'
import type { AppliedMutation, Mutation } from './mutation.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'

/** Selection of what is altered: a share of the responses, of the notices or of both, optionally restricted to some of them. */
export interface MutationSet {
  /** Probability from 0 to 1 that a response or notice is altered. */
  share: number
  seed: number
  /** Maximum number of alterations; null: no limit. */
  times: number | null
  on: 'answers' | 'notices' | 'both'
  /** Absent: every kind that applies. */
  kinds?: readonly string[]
  /** A field of the body: `results.*.id`. */
  field?: string
  /** Restricts the set to the responses to requests with this method, and with a path that begins like this. */
  method?: string
  path?: string
}

export interface MutationState {
  set: MutationSet | undefined
  /** Number of responses and notices that the set applied to since it was set. */
  seen: number
  /** Alterations made since then, oldest first. */
  applied: readonly AppliedMutation[]
}

/** One response or notice that the set applied to, whether or not it was altered. */
export interface MutationStep {
  seen: number
  applied?: AppliedMutation
}

export const noMutations: MutationState = { set: undefined, seen: 0, applied: [] }

export const afterStep = (state: MutationState, { seen, applied }: MutationStep): MutationState => ({
  ...state,
  seen,
  applied: applied === undefined ? state.applied : [...state.applied, applied],
})

/** Returns the set if it applies to the response to this request. */
export function setForAnswer(
  { set, applied }: MutationState,
  request: { method: string; path: string },
): MutationSet | undefined {
  if (set === undefined || set.on === 'notices' || isUsedUp(set, applied.length)) return undefined
  const { method = request.method, path = '' } = set
  return method === request.method && request.path.startsWith(path) ? set : undefined
}

/** Returns the set if it applies to notices. */
export function setForNotice({ set, applied }: MutationState): MutationSet | undefined {
  return set === undefined || set.on === 'answers' || isUsedUp(set, applied.length) ? undefined : set
}

const isUsedUp = ({ times }: MutationSet, used: number) => times !== null && used >= times

/** Number of kinds tried on one response before it is left unaltered. */
const tries = 12

/** Relative frequency with which a kind of each level is tried first when the set names no kinds. */
const weights: Readonly<Record<'answer' | 'notice', Partial<Record<Level, number>>>> = {
  answer: { value: 12, body: 3, head: 3, pace: 1, page: 1 },
  notice: { value: 3, body: 2, notice: 4 },
}

/**
 * Returns the mutations to try on the n-th response or notice, in order; the first that applies is made. Empty if this one is not
 * to be altered. The result depends on the set and the number only, so that a run can be repeated.
 */
export function planOf(set: MutationSet, seen: number, on: 'answer' | 'notice'): Mutation[] {
  const random = seededRandom(`${set.seed} ${on} ${seen}`)
  if (random.next() >= set.share) return []
  return Array.from({ length: tries }, (_, attempt) => ({
    kind: set.kinds === undefined ? anyKind(random, on) : (random.pick(set.kinds) ?? ''),
    field: set.field,
    seed: `${set.seed} ${on} ${seen} ${attempt}`,
  }))
}

function anyKind(random: SeededRandom, on: 'answer' | 'notice'): string {
  const levels = Object.entries(weights[on]).flatMap(([level, weight]) => Array<string>(weight).fill(level))
  const level = random.pick(levels)
  return random.pick([...kinds].filter(([, of]) => of === level).map(([kind]) => kind)) ?? ''
}
