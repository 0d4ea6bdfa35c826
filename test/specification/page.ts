/**
 * Page as a visitor sees it: text, toasts, fields, links and field messages. These come from its `main`; the header and the
 * footer, which repeat much of it, are separate.
 */
export interface Page {
  /** Final path, after redirects. */
  path: string
  status: number
  /** The page's `main`. */
  html: string
  /** The visible text of `main`, on one line. */
  text: string
  /** The header of every page. */
  header: string
  /** The footer of every page. */
  footer: string
  /** The whole document, with its head, header, toasts and footer. */
  whole: string
  /** 'Title / text' of each toast. */
  toasts: string[]
  /** Validation messages by field name. */
  errors: Record<string, string>
}

export function pageOf({ path, status, html: whole }: { path: string; status: number; html: string }): Page {
  const html = partOf(whole, 'main')
  return {
    path,
    status,
    html,
    text: wordsOf(html),
    header: partOf(whole, 'header', 'top'),
    footer: partOf(whole, 'footer', 'foot'),
    whole,
    toasts: toastsOf(whole),
    errors: errorsOf(whole),
  }
}

/** Returns the only element with that name (and class); empty if there is none. */
function partOf(whole: string, name: string, className?: string): string {
  const opening = className ? `<${name} class="${className}"` : `<${name}\\b`
  return new RegExp(`${opening}[\\s\\S]*?</${name}>`).exec(whole)?.[0] ?? ''
}

/** Returns the visible text of HTML. */
export function wordsOf(html: string): string {
  return decoded(
    html
      .replace(/<(script|style|template|title)\b[\s\S]*?<\/\1>/g, ' ')
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/<[^>]+>/g, ' '),
  )
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .replace(/ ([,.;:?!])/g, '$1')
    .trim()
}

/** Returns the attributes of every element with that name. */
export function elements(html: string, name: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
        key.toLowerCase(),
        decoded(value),
      ]),
    ),
  )
}

/** Returns the HTML of each element with that name; does not support nesting. */
export function wholes(html: string, name: string): string[] {
  return html.match(new RegExp(`<${name}\\b[\\s\\S]*?</${name}>`, 'g')) ?? []
}

/** Returns the links with their text. */
export function links(html: string): { href: string; text: string; newTab: boolean }[] {
  return wholes(html, 'a').map((whole) => {
    const [found = {}] = elements(whole, 'a')
    return { href: found.href ?? '', text: wordsOf(whole), newTab: found.target === '_blank' }
  })
}

/** Returns the form that contains all the fields; empty if there is none. */
export function formWith(html: string, ...fields: string[]): string {
  return wholes(html, 'form').find((form) => fields.every((field) => fieldNames(form).includes(field))) ?? ''
}

/** Returns the names of the visible fields. */
export function fieldNames(html: string): string[] {
  const filled = ['input', 'select', 'textarea'].flatMap((name) => elements(html, name))
  return [...new Set(filled.filter(({ type }) => type !== 'hidden').map(({ name }) => name ?? ''))]
}

export function fieldOf(html: string, name: string): Record<string, string> {
  return [...elements(html, 'input'), ...elements(html, 'select')].find((one) => one.name === name) ?? {}
}

/** Returns the label of a radio button. */
export function choice(html: string, value: string): string {
  return wordsOf(wholes(html, 'label').find((label) => label.includes(`value="${value}"`)) ?? '')
}

function toastsOf(html: string): string[] {
  const region = /<section[^>]*data-toasts[\s\S]*?<\/section>/.exec(html)?.[0] ?? ''
  const shown = region.replace(/<template[\s\S]*?<\/template>/g, '')
  return [...shown.matchAll(/<b data-toast-title[^>]*>([\s\S]*?)<\/b>([\s\S]*?)<\/p>/g)].map(
    ([, title = '', text = '']) => [wordsOf(title), wordsOf(text)].filter(Boolean).join(' / '),
  )
}

function errorsOf(html: string): Record<string, string> {
  const named = new Map(
    ['input', 'select', 'textarea'].flatMap((name) => elements(html, name)).map(({ id, name }) => [id, name]),
  )
  return Object.fromEntries(
    [...html.matchAll(/data-error-of="([^"]*)"[^>]*>([\s\S]*?)<\/p>/g)]
      .map(([, id = '', message = '']) => [named.get(id) ?? id, wordsOf(message)] as const)
      .filter(([, message]) => message !== ''),
  )
}

function decoded(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&amp;', '&')
}

const NUMBER = String.raw`(?<![\p{L}\d./-])\d+(?:[.,]\d+)*`
const UNIT = 'dias úteis|dias|dia|horas|minutos|meses|anos|pontos|parcelas'
const WORDS = 'um só|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|doze'
const FIGURE = new RegExp(
  String.raw`R\$ ${NUMBER}|${NUMBER}[+%hx]?(?: a ${NUMBER})?(?: (?:${UNIT})\b)?|(?<!\p{L})(?:${WORDS})(?!\p{L})`,
  'giu',
)

/** Returns the distinct figures of a text, in order: amounts, counts, deadlines, percentages, and numbers in words. */
export function figuresOf(text: string): string[] {
  return [...new Set((text.match(FIGURE) ?? []).map((figure) => figure.toLowerCase().replaceAll('r$', 'R$')))]
}
