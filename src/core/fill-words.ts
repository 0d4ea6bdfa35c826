/** Words of a message, with names in braces that are replaced when it is sent. */
export interface MessageWords {
  /** Neutral: it stands on a locked screen. */
  subject: string
  text: string
}

/** The words with what they name. A name that has no value stays as it was written; a paragraph that is left empty goes. */
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

/** The names in braces of a text, each once. */
export function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name))]
}
