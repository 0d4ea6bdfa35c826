import { isWrittenCpf, WRITTEN_CPF } from '../../core/cpf.ts'
import { isPhone } from '../../core/phone.ts'

/**
 * Redacts personal data and secrets in any text. In case of doubt it redacts: a masked order number is a nuisance, a readable CPF
 * is an incident.
 */
export function redact(text: string): string {
  let rest = text
  for (const [pattern, instead] of rules) {
    rest = typeof instead === 'string' ? rest.replace(pattern, instead) : rest.replace(pattern, instead)
  }
  return rest
}

/** Redacts a value of a log line, also by field name: a field called `senha` is always redacted. */
export function redactValue(value: unknown, name = ''): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value
  if (wholeNames.test(name)) return hidden
  if (typeof value === 'string') return /(?:^|_)id$|Id$/.test(name) ? redactId(value) : redact(value)
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => redactValue(item, name))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, redactValue(inner, key)]))
}

const hidden = '[oculto]'

/** Redacts an id. A provider's id may have as many digits as a CPF, so plain digits in a field named as an id remain readable. */
function redactId(id: string): string {
  return /^\d{1,20}$/.test(id) ? id : redact(id)
}

const secretNames =
  'senha|password|new_?password|current_?password|confirm\\w*|[\\w-]*token|[\\w-]*secret|authorization|cookie|set-cookie|qr_?code\\w*|codigo|api_?key|x-signature|signature'
const wholeNames = new RegExp(
  `^(?:${secretNames}|cpf|cnpj|documento|document|cpf_?cnpj|telefone|phone|e-?mail|nome|endereco)$`,
  'i',
)

/** A number may be written up to the word before it: 'CPF529.982.247-25'. */
const afterItsName = '(?<=(?i:cpf|cnpj|documento|doc|fone|tel|celular|cel|whatsapp|whats|zap))'
const notInside = `(?:(?<!\\w|\\d[.-])|${afterItsName})`
const notInsidePhone = `(?:(?<![\\w-])|${afterItsName})`
const notGoingOn = '(?!\\w|[.-]\\d)'

/**
 * Patterns to redact. The time of each must grow only linearly with the text: a pattern that may begin anywhere in a long word is
 * bounded, or uses a look-behind; otherwise one word of 64 KB in an error would block the process for a minute.
 */
const rules: [RegExp, string | ((match: string) => string)][] = [
  // "senha":"…" in a text that contains JSON, escaped once or twice.
  [new RegExp(`(\\\\{0,8}"(?:${secretNames})(\\\\{0,8})"\\s*:\\s*\\2")(?:(?!\\2").)*`, 'gi'), `$1${hidden}`],
  // A cookie header extends to the end of its line.
  [/\b((?:set-)?cookie\s*[:=]\s*)(?!\[oculto)[^"\r\n]+/gi, `$1${hidden}`],
  // token=…, Authorization: Bearer …, ?access_token=…
  [
    new RegExp(
      `((?<![\\w-])(?:${secretNames})\\s*[:=]\\s*)(?!\\[oculto)(?:(?:Bearer|Basic)\\s+)?(?:'[^']*'|"[^"]*"|[^"'\\s,&;}\\])]+)`,
      'gi',
    ),
    `$1${hidden}`,
  ],
  [/\b(Bearer|Basic)\s+(?!\[oculto)[\w.~+/-]{8,}=*/gi, `$1 ${hidden}`],
  [/(\b[a-z][a-z0-9+]{0,30}:\/\/[^\s:@/]*:)[^\s@/]+@/gi, `$1${hidden}@`],
  // A signed id, such as the key of a look-up's private page, which gives access.
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[\w-]{8,}/gi, hidden],
  [/000201[^"\\\r\n]{20,600}?6304[0-9A-F]{4}/g, '[pix]'],
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/(?<![\p{L}\p{M}\w.+-])[\p{L}\p{M}\w.+-]+(?:@|%40)[\p{L}\p{M}\w-]+(?:\.[\p{L}\p{M}\w-]+)+/gu, '[e-mail]'],
  [new RegExp(`${notInside}\\d{3}(?:[.\\s\\p{Pd}]\\d{3}){2}[/.\\s\\p{Pd}]?\\d{2}(?!\\d)`, 'gu'), '[cpf]'],
  [new RegExp(`${notInside}\\d{9}-\\d{2}(?!\\d|-)`, 'g'), '[cpf]'],
  // Wherever it is written, by its check digits; not in the middle of a hash or a UUID.
  [
    new RegExp(`(?<![\\da-f-]{6})${WRITTEN_CPF}(?![\\da-f]{6})`, 'gu'),
    (match) => (isWrittenCpf(match) ? '[cpf]' : match),
  ],
  [
    new RegExp(
      `${notInside}[0-9A-Z]{2}\\.[0-9A-Z]{3}\\.[0-9A-Z]{3}(?:/|%2F)[0-9A-Z]{4}-?\\d{2}(?!\\d)`,
      'gi',
    ),
    '[cnpj]',
  ],
  [new RegExp(`${notInside}\\d{2}(?:[\\s.]\\d{3}){2}[\\s./]\\d{4}[\\s-]\\d{2}(?!\\d)`, 'g'), '[cnpj]'],
  [new RegExp(`${notInside}\\d{8}/\\d{4}-?\\d{2}(?!\\d)`, 'g'), '[cnpj]'],
  [
    new RegExp(`${notInsidePhone}(?:\\+?55[ -]?)?\\(?\\d{2}\\)?[ -]?9?\\d{4}-\\d{4}(?!\\d|-)`, 'g'),
    '[telefone]',
  ],
  [new RegExp(`${notInsidePhone}(?:\\+|%2B)?55 ?\\d{2} ?9?\\d{4} ?\\d{4}(?![\\w-])`, 'g'), '[telefone]'],
  [/(?<![\w-])\(\d{2}\) ?9? ?\d{4} ?\d{4}(?!\d)/g, '[telefone]'],
  // Groups apart by a space or a dot may be any numbers: a telephone has an area code in use.
  [
    new RegExp(
      `(?:(?<![\\w.-])|${afterItsName})\\(?\\d{2}\\)?[\\s.-]?9?\\d{4}[\\s.-]?\\d{4}(?!\\w|[.-]\\d)`,
      'g',
    ),
    (match) => (/\D/.test(match) && isPhone(match) ? '[telefone]' : match),
  ],
  [new RegExp(`${notInside}\\d{11}${notGoingOn}`, 'g'), '[cpf]'],
  [
    new RegExp(`${notInside}[0-9A-Z]{12}\\d{2}${notGoingOn}`, 'g'),
    (match) => (/\d{4}/.test(match) ? '[cnpj]' : match),
  ],
  // Long mixed-case text such as a signed token; hashes and UUIDs have no capital letters.
  [
    /(?<![\w-])[\w-]{40,}(?![\w-])/g,
    (match) => (/[A-Z]/.test(match) && /[a-z]/.test(match) && /\d/.test(match) ? '[token]' : match),
  ],
]
