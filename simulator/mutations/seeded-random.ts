import { createHash } from 'node:crypto'

/** Sequence of random numbers that depends on its seed only. */
export interface SeededRandom {
  /** From 0 to 1, exclusive. */
  next(): number
  /** An integer from 0 to `end`, exclusive. */
  below(end: number): number
  pick<T>(list: readonly T[]): T | undefined
}

export function seededRandom(seed: string): SeededRandom {
  let drawn = 0
  const next = () => createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32BE(0) / 2 ** 32
  const below = (end: number) => Math.floor(next() * end)
  return { next, below, pick: (list) => list[below(list.length)] }
}
