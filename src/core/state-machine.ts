import { type Outcome, ok, refuse } from './outcome.ts'
import { keysOf } from './records.ts'

/** A finite state machine. Transitions that are not listed are refused. */
export type Machine<State extends string> = {
  readonly initial: State
  readonly states: readonly State[]
  canMove(from: State, to: State): boolean
  /** The new state, or the refusal 'illegal_move' with 'from → to' as its detail. */
  move(from: State, to: State): Outcome<State, 'illegal_move'>
  /** Whether a state has no transitions. */
  isFinal(state: State): boolean
  /** Every state reachable from `from` (default: the initial one), including itself, which comes first. */
  reachable(from?: State): State[]
}

/** The states of a machine: `type DoorState = StateOf<typeof doorMachine>`. */
export type StateOf<M> = M extends Machine<infer State> ? State : never

/**
 * Transitions as data: `defineMachine({ initial: 'open', transitions: { open: ['paid'], paid: [] } })`. The rows are the states: the
 * compiler refuses a transition to a state without a row.
 */
export function defineMachine<State extends string>({
  initial,
  transitions,
}: {
  initial: NoInfer<State>
  transitions: { readonly [From in State]: readonly NoInfer<State>[] }
}): Machine<State> {
  const canMove = (from: State, to: State) => transitions[from].includes(to)
  return {
    initial,
    states: keysOf(transitions),
    canMove,
    move: (from, to) => (canMove(from, to) ? ok(to) : refuse('illegal_move', `${from} → ${to}`)),
    isFinal: (state) => transitions[state].length === 0,
    reachable(from = initial) {
      const seen = new Set([from])
      for (const state of seen) for (const next of transitions[state]) seen.add(next)
      return [...seen]
    },
  }
}
