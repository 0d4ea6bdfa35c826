import type { Mistake } from './books.ts'
import { breachesOf } from './laws.ts'
import { actionsIn, step } from './step.ts'
import { type Action, type Bounds, initialWorld, type World } from './world.ts'

export interface Explored {
  states: number
  transitions: number
  /** Number of steps of the longest of the shortest histories. */
  depth: number
  /** The first violation, with a shortest history that leads to it. */
  breach?: { history: readonly Action[]; says: readonly string[] }
}

/**
 * Explores every history within the bounds, breadth first: each world once, however it is reached. Worlds are distinguished by 53
 * bits of a hash.
 *
 * @param look a further check of each transition; each sentence that it returns is a violation
 */
export function explore(
  bounds: Bounds,
  {
    mistake,
    look = () => [],
    progress = () => {},
  }: {
    mistake?: Mistake | undefined
    look?: (world: World, action: Action) => readonly string[]
    progress?: (explored: Explored) => void
  } = {},
): Explored {
  const seen = new Set([hashOf(initialWorld)])
  const paths = createPaths()
  let frontier = [{ world: initialWorld, path: paths.root }]
  let transitions = 0
  for (let depth = 0; frontier.length > 0; depth++) {
    const next: typeof frontier = []
    for (const { world, path } of frontier) {
      for (const action of actionsIn(world, bounds)) {
        transitions++
        const after = step(world, action, bounds, mistake)
        const hash = hashOf(after)
        const isKnown = seen.has(hash)
        const says = [...look(world, action), ...(isKnown ? [] : breachesOf(after, world, mistake))]
        if (says.length > 0) {
          const history = [...paths.historyOf(path), action]
          return { states: seen.size, transitions, depth: history.length, breach: { history, says } }
        }
        if (isKnown) continue
        seen.add(hash)
        next.push({ world: after, path: paths.add(path, action) })
      }
    }
    progress({ states: seen.size, transitions, depth })
    if (next.length === 0) return { states: seen.size, transitions, depth }
    frontier = next
  }
  return { states: seen.size, transitions, depth: 0 }
}

/** Stores how each world was first reached, in only two numbers each, because there are millions of worlds. */
function createPaths() {
  const parents: number[] = [-1]
  const steps: number[] = [-1]
  const actions: Action[] = []
  const numbers = new Map<string, number>()

  return {
    root: 0,
    add(parent: number, action: Action): number {
      const name = JSON.stringify(action)
      const number = numbers.get(name) ?? actions.push(action) - 1
      numbers.set(name, number)
      steps.push(number)
      return parents.push(parent) - 1
    },
    historyOf(path: number): Action[] {
      const history: Action[] = []
      for (let at = path; at > 0; at = parents[at] ?? 0) {
        const action = actions[steps[at] ?? -1]
        if (action) history.unshift(action)
      }
      return history
    },
  }
}

/** Hashes a world. The order in which responses were fetched is ignored, because what can happen next does not depend on it. */
function hashOf(world: World): number {
  const fetched = world.fetched.map((one) => JSON.stringify(one)).toSorted()
  return hash53(JSON.stringify({ ...world, fetched }))
}

/** Computes the hash cyrb53, which is in the public domain. */
function hash53(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0)
}
