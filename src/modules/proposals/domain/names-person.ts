/** Words between the names of a person. */
const particles: ReadonlySet<string> = new Set(['da', 'das', 'de', 'del', 'do', 'dos', 'e'])

/**
 * Whether a text names a person: by their e-mail, their first name, or two of their other names. One surname alone may be a word
 * of the trade, or a bank's.
 */
export function namesPerson(text: string, { nome, email }: { nome: string; email: string }): boolean {
  if (text.toLowerCase().includes(email)) return true
  const [first, ...others] = wordsOf(nome).filter((word) => !particles.has(word))
  const written = new Set(wordsOf(text))
  if (first !== undefined && first.length > 2 && written.has(first)) return true
  return others.filter((word) => written.has(word)).length > 1
}

/** In small letters, without accents. */
function wordsOf(text: string): string[] {
  const folded = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return folded.match(/[\p{L}\d]+/gu) ?? []
}
