import fc from 'fast-check'

const surrogates = { first: 0xd800, count: 0x800 }

/**
 * Any character of Unicode. fast-check draws the same ones with `unit: 'binary'`, for which it lists all million of them first: 0.8 s and
 * 150 MB in each process.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ffff - surrogates.count })
  .map(characterAt, placeOf)

function characterAt(place: number): string {
  return String.fromCodePoint(place < surrogates.first ? place : place + surrogates.count)
}

/** The inverse, with which fast-check recognises the texts that it adds by itself, such as `__proto__`. */
function placeOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined
  if (code === undefined || String.fromCodePoint(code) !== character) throw new Error('not one character')
  return code < surrogates.first ? code : code - surrogates.count
}
