/**
 * Returns what a person sees in rendered HTML, a line for each block and link: texts, addresses of links (`text → /path`), colours
 * that mean something (`(bad) text`), and what a form posts besides: hidden fields (`[name=value]`) and chosen options (`(x) value`).
 */
export function seenIn(html: string): string[] {
  return html
    .replaceAll('<!-- -->', '')
    .replace(/<(svg|script|style|noscript)\b.*?<\/\1>/gs, '')
    .replace(hidden, (tag) => `[${attribute(tag, 'name')}=${attribute(tag, 'value')}] `)
    .replace(/<input\b[^>]*\bchecked=""[^>]*>/g, (tag) => `(x) ${attribute(tag, 'value')} `)
    .replace(/<option\b[^>]*\bselected=""[^>]*>/g, '(x) ')
    .replace(coloured, '$&($1) ')
    .replace(
      /<a\b([^>]*)>(.*?)<\/a>/gs,
      (_, tag: string, text: string) => `${text} → ${attribute(tag, 'href')}<hr>`,
    )
    .replace(/<\/?(?:span|b|i|strong|small|time|button|code|br)\b[^>]*>/g, ' ')
    .split(/<[^>]*>/)
    .map(readable)
    .filter((line) => line !== '')
}

const hidden = /<input\b[^>]*type="hidden"[^>]*>/g
const coloured = /<\w+ class="[^"]*\b(?:is|callout)-(bad|warn|now|ok|success|destructive)\b[^"]*"[^>]*>/g

function attribute(tag: string, name: string): string {
  return readable(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

function readable(text: string): string {
  return text
    .replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .replace(/ ([.,])/g, '$1')
    .trim()
}
