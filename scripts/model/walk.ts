import { actionsIn, step } from './step.ts'
import { type Action, type Bounds, initialWorld } from './world.ts'

/**
 * Returns a random history within the bounds. It chooses the kind of action first and then the action, so that frequent kinds do
 * not displace rare ones. The same numbers give the same history.
 *
 * @param random returns a number from 0 to 1
 */
export function randomHistory(bounds: Bounds, random: () => number): Action[] {
  const history: Action[] = []
  const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  for (let world = initialWorld; ; ) {
    const actions = actionsIn(world, bounds)
    const kind = oneOf([...new Set(actions.map((action) => action.do))])
    const action = oneOf(actions.filter((one) => one.do === kind))
    if (!action) return history
    history.push(action)
    world = step(world, action, bounds)
  }
}

/** Returns a generator of random numbers from a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
