/** The digits of a text, in order. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/**
 * Lays characters out over a pattern, where `0` stands for one of them: ('52998', '000.000') → '529.98'.
 * A separator appears only once something follows it, so that erasing never gets stuck on it.
 */
export function layOut(characters: string, pattern: string): string {
  let text = ''
  let used = 0
  for (const mark of pattern) {
    if (used === characters.length) break
    text += mark === '0' ? characters.charAt(used++) : mark
  }
  return text
}

/** 'São João' → 'Sao Joao': accents folded away, whatever is not printable ASCII dropped. */
export function foldToAscii(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
