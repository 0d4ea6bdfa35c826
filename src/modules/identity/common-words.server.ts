import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/** Rank of a word among guesses, from 0; undefined for an unknown one. Lower case, without accents. */
export type RankOf = (word: string) => number | undefined

const file = new URL('data/common-words.txt.gz', import.meta.url)
let loaded: Promise<RankOf> | undefined

/**
 * The passwords and words that are guessed first (data/README.md). Read once, when the first password is chosen: about
 * twenty milliseconds. Stored as 64-bit digests, 3 MB, instead of strings.
 */
export function commonWords(): Promise<RankOf> {
  loaded ??= readFile(file)
    .then(promisify(gunzip))
    .then((text) => ranksIn(text.toString()))
  return loaded
}

/** Hash table of the lines of a text, with open addressing. */
function ranksIn(text: string): RankOf {
  const slots = 2 ** 18
  const table = new Uint32Array(slots * 3)
  let rank = 0
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start)
    const [first, second] = digests(text, start, end)
    let slot = first % slots
    while (table[slot * 3 + 2] !== 0) slot = (slot + 1) % slots
    table.set([first, second, ++rank], slot * 3)
    start = end + 1
  }
  return (word) => {
    const [first, second] = digests(word, 0, word.length)
    for (let slot = first % slots; table[slot * 3 + 2] !== 0; slot = (slot + 1) % slots) {
      if (table[slot * 3] === first && table[slot * 3 + 1] === second) return (table[slot * 3 + 2] ?? 1) - 1
    }
    return undefined
  }
}

/** FNV-1a with two offsets. */
function digests(text: string, start: number, end: number): [number, number] {
  let [first, second] = [0x811c9dc5, 0x1b873593]
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    first = Math.imul(first ^ code, 0x01000193)
    second = Math.imul(second ^ code, 0x01000193) ^ (second >>> 15)
  }
  return [first >>> 0, second >>> 0]
}
