/** A seeded pseudo-random generator. */
export interface Random {
  /** Returns a number in [0, 1). */
  next(): number
  /** Returns an integer in [from, to]. */
  between(from: number, to: number): number
  chance(probability: number): boolean
  pick<const List extends readonly [unknown, ...unknown[]]>(list: List): List[number]
  /** Returns one of the names, with probability proportional to its weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name
  /** Creates an independent generator for this seed and name, so that one customer's draws never depend on another's. */
  fork(name: string): Random
}

/** Creates a generator (Mulberry32): 32 bits of state, uniform enough for a test workload. */
export function random(seed: string): Random {
  let state = hash(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    weighted(weights) {
      const names = Object.keys(weights) as (keyof typeof weights)[]
      let left = next() * names.reduce((total, name) => total + weights[name], 0)
      const found = names.find((name) => {
        left -= weights[name]
        return left < 0
      })
      return (found ?? names[0]) as keyof typeof weights
    },
    fork: (name) => random(`${seed}/${name}`),
  }
}

/** Hashes a text (FNV-1a). */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193)
  return value
}
