/** Escapes text for use between tags or inside a quoted attribute. */
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Trusted HTML, inserted unescaped: only `html` and `raw` create it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export const raw = (text: string): Html => new Html(text)

type Part = Html | string | number | null | false | readonly (Html | string)[]

/** Renders a template and escapes every value except `Html`. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(strings.reduce((text, string, at) => text + string + partText(values[at]), ''))
}

function partText(part: Part | undefined): string {
  if (part === undefined || part === null || part === false) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(partText).join('')
  return escapeHtml(String(part))
}

const moneyFormat = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const timeFormat = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
})

export const money = (centavos: number): string => moneyFormat.format(centavos / 100)

export const moment = (iso: string | null): string =>
  iso === null ? '–' : timeFormat.format(new Date(iso)).replace(',', '')
