import type { MessageContent } from './content.ts'

/** The separator by which mail clients recognise a signature (RFC 3676, 4.3). */
const signatureMark = '\n-- \n'

/**
 * Builds the content of a message of which only the text is stored: one from before contents existed, or in the shop
 * owner's own words. Its last link that stands alone on a line becomes the action, labelled by the line above it.
 */
export function contentOfText({
  subject,
  text,
  links,
}: {
  subject: string
  text: string
  links: readonly string[]
}): MessageContent {
  const [body = ''] = text.split(signatureMark)
  const paragraphs = body
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
  const at = paragraphs.findLastIndex((paragraph) => links.includes(lastLineOf(paragraph)))
  if (at < 0) return { title: subject, preheader: '', lines: paragraphs }
  const [found = '', ...after] = paragraphs.slice(at)
  const url = lastLineOf(found)
  const label = found.slice(0, -url.length).trim()
  // A label of one short line becomes the button's name; a longer one becomes text before the button.
  const isName = label !== '' && label.length <= maxLabel && !label.includes('\n') && !/[.!?]/.test(label)
  return {
    title: subject,
    preheader: '',
    lines: [...paragraphs.slice(0, at), ...(isName || label === '' ? [] : [label])],
    action: { label: isName ? label.replace(/:$/, '') : 'Abrir', url },
    ...(after.length > 0 && { note: after.join('\n\n') }),
  }
}

const maxLabel = 40

function lastLineOf(paragraph: string): string {
  return paragraph.slice(paragraph.lastIndexOf('\n') + 1).trim()
}
