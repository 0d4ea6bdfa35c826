/** The same text as HTML: everything escaped, paragraphs kept, and only the given links clickable. */
export function asHtml({
  subject,
  text,
  links,
}: {
  subject: string
  text: string
  links: readonly string[]
}): string {
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${linked(paragraph, links).replaceAll('\n', '<br>\n')}</p>`)
  return [
    '<!doctype html>',
    '<html lang="pt-BR"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;font:16px/1.5 Arial,sans-serif;color:#1c1b1a;max-width:600px">',
    ...paragraphs,
    '</body></html>',
  ].join('\n')
}

/** Longest first, so that a link that begins another does not cut it in two. */
function linked(text: string, links: readonly string[]): string {
  const longest = [...links].sort((a, b) => b.length - a.length)
  const next = longest
    .map((link) => ({ link, at: text.indexOf(link) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.link.length - a.link.length)[0]
  if (!next) return escaped(text)
  const url = escaped(next.link)
  const before = escaped(text.slice(0, next.at))
  return `${before}<a href="${url}">${url}</a>${linked(text.slice(next.at + next.link.length), links)}`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
