import { kinds, type Level } from './mutate.ts'
import type { AppliedMutation, Mutation } from './mutation.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'

/** What is altered: a share of the answers, of the notices or of both, optionally some of them only. */
export interface MutationSet {
  /** From 0 to 1: the probability that an answer or notice is altered. */
  share: number
  seed: number
  /** How many are altered at most; null: no limit. */
  times: number | null
  on: 'answers' | 'notices' | 'both'
  /** Absent: every kind that applies. */
  kinds?: readonly string[]
  /** A field of the body: `results.*.id`. */
  field?: string
  /** The answers to requests of this method, and whose path begins like this. */
  method?: string
  path?: string
}

export interface MutationState {
  set: MutationSet | undefined
  /** Answers and notices in reach of the set, since it was given. */
  seen: number
  /** What was altered since then, oldest first. */
  applied: readonly AppliedMutation[]
}

/** One answer or notice in reach of a set: it was altered, or was not. */
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

/** The set, if it reaches the answer to this request. */
export function setForAnswer(
  { set, applied }: MutationState,
  request: { method: string; path: string },
): MutationSet | undefined {
  if (set === undefined || set.on === 'notices' || isUsedUp(set, applied.length)) return undefined
  const { method = request.method, path = '' } = set
  return method === request.method && request.path.startsWith(path) ? set : undefined
}

/** The set, if it reaches notices. */
export function setForNotice({ set, applied }: MutationState): MutationSet | undefined {
  return set === undefined || set.on === 'answers' || isUsedUp(set, applied.length) ? undefined : set
}

const isUsedUp = ({ times }: MutationSet, used: number) => times !== null && used >= times

/** How many kinds are tried on one answer before it is left as it is. */
const tries = 12

/** Of each level, how often a kind of it is tried first when the set names none. */
const weights: Readonly<Record<'answer' | 'notice', Partial<Record<Level, number>>>> = {
  answer: { value: 12, body: 3, head: 3, pace: 1, page: 1 },
  notice: { value: 3, body: 2, notice: 4 },
}

/**
 * The mutations to try on the n-th answer or notice, in order; the first that applies is made. Empty when this one is
 * spared. A function of the set and the number alone, so that a run can be repeated.
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
