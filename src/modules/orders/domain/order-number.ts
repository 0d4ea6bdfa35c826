/**
 * 'RC-' and at least five of these: no vowels, which could spell a word, and no characters that look like others (0, O, 1, I, L).
 */
const written = /^(?:RC)?([2-9BCDFGHJKMNPQRSTVWXYZ]{5,12})$/

/** Without what people write before and between its characters: '# rc—7k4p2' is 'RC7K4P2'. */
const compact = (text: string) => text.toUpperCase().replace(/[\s.#\p{Pd}]/gu, '')

/**
 * Reads an order number from a person's input: 'rc 7k4p2' and '7K4P2' are 'RC-7K4P2'; undefined for anything else. The
 * database assigns the numbers (docs/decisions/0031), and one never grants access: it is spoken on the phone and printed on
 * documents.
 */
export function readOrderNumber(text: string): string | undefined {
  const [, code] = written.exec(compact(text)) ?? []
  return code === undefined ? undefined : `RC-${code}`
}

/**
 * Reads the first characters of an order number from a person's input: 'rc-7k' is 'RC-7K'; undefined for anything else.
 */
export function readOrderNumberPrefix(text: string): string | undefined {
  const [, code] = /^(?:RC)?([2-9BCDFGHJKMNPQRSTVWXYZ]{2,12})$/.exec(compact(text)) ?? []
  return code === undefined ? undefined : `RC-${code}`
}
