import { type Outcome, ok, refuse } from './outcome.ts'

/** The moves of a noun with states. What is absent from `transitions` is refused. */
export type Machine<State extends string> = {
  readonly initial: State
  readonly states: readonly State[]
  canMove(from: State, to: State): boolean
  /** The new state, or 'illegal_move' with 'from → to' as its detail. */
  move(from: State, to: State): Outcome<State, 'illegal_move'>
  /** Whether nothing leads out of a state. */
  isFinal(state: State): boolean
  /** Every state that can be reached from one, the initial one unless told; that one first. */
  reachable(from?: State): State[]
}

/**
 * Transitions as data: `defineMachine<'open' | 'paid'>()({ initial: 'open', transitions: { open: ['paid'], paid: [] } })`.
 * Called twice so that the states are named once and the compiler asks for a row of each.
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
