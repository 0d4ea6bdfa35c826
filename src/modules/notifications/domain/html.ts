/** The text as HTML: escaped, with its paragraphs, and with only the given links clickable. */
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
    .map((paragraph) => `<p>${linkify(paragraph, links).replaceAll('\n', '<br>\n')}</p>`)
  return [
    '<!doctype html>',
    '<html lang="pt-BR"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;font:16px/1.5 Arial,sans-serif;color:#1c1b1a;max-width:600px">',
    ...paragraphs,
    '</body></html>',
  ].join('\n')
}

/** Longest first, so that a link that is a prefix of another does not cut it in two. */
function linkify(text: string, links: readonly string[]): string {
  const longestFirst = [...links].sort((a, b) => b.length - a.length)
  const next = longestFirst
    .map((link) => ({ link, at: text.indexOf(link) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.link.length - a.link.length)[0]
  if (!next) return escapeHtml(text)
  const url = escapeHtml(next.link)
  const before = escapeHtml(text.slice(0, next.at))
  return `${before}<a href="${url}">${url}</a>${linkify(text.slice(next.at + next.link.length), links)}`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
