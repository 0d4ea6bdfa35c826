/** Words of a message, with names in braces that are replaced when it is sent. */
export interface MessageWords {
  /** Neutral, because it is shown on a locked screen. */
  subject: string
  text: string
}

/**
 * Fills the names in the words with their values. A name without a value stays as written; a paragraph that becomes empty
 * is removed.
 */
export function fillWords(
  { subject, text }: MessageWords,
  values: Readonly<Record<string, string>>,
): MessageWords {
  const fill = (words: string) =>
    words.replace(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
    )
  return { subject: fill(subject), text: fill(text).replace(/\n{3,}/g, '\n\n') }
}

/** The names in braces in a text, without duplicates. */
export function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name))]
}
