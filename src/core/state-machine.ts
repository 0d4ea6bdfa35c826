import { type Outcome, ok, refuse } from './outcome.ts'

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

/**
 * Transitions as data: `defineMachine<'open' | 'paid'>()({ initial: 'open', transitions: { open: ['paid'], paid: [] } })`.
 * Curried so that the state type is given explicitly and the compiler requires a row for each state.
 */
export function defineMachine<State extends string>() {
  return (definition: {
    initial: State
    transitions: { readonly [From in State]: readonly State[] }
  }): Machine<State> => {
    const { initial, transitions } = definition
    const canMove = (from: State, to: State) => transitions[from].includes(to)
    return {
      initial,
      states: Object.keys(transitions) as State[],
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
}
