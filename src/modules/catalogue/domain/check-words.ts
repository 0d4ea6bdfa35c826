/*
 * What may not be said, or not without more. An offer and an advertisement bind who makes them (CDC, articles 30, 35, 37 and 38),
 * and some words may not be used to offer credit at all (article 54-C).
 */

export type WordCode =
  /** Credit without anybody looking at who asks (CDC 54-C, II). */
  | 'blind_credit'
  /** Somebody is pressed (CDC 54-C, IV). */
  | 'pressure'
  /** A promise, a superlative or a number: it needs evidence, or a source that it follows. */
  | 'needs_evidence'

const forbidden: Readonly<Record<Exclude<WordCode, 'needs_evidence'>, RegExp>> = {
  blind_credit:
    /sem (?:consultas?|consultar|an[áa]lise de cr[ée]dito|avalia[çc][ãa]o de cr[ée]dito|comprova(?:r|ç[ãa]o de) renda)(?!\p{L})/giu,
  pressure:
    /[úu]ltim[ao]s? (?:chances?|vagas?|horas?|dias?)(?!\p{L})|s[óo] hoje|(?<!\p{L})corra(?!\p{L})|vagas limitadas|por tempo limitado/giu,
}

const units =
  'dias?|horas?|minutos?|semanas?|meses|mês|anos?|vezes|parcelas?|pontos?|clientes|pessoas|processos'

const binding = new RegExp(
  [
    String.raw`R\$\s?\d[\d.,]*`,
    String.raw`\d+(?:[.,]\d+)?\s?%`,
    String.raw`\d[\d.]*\s(?:mil\s|úteis\s)?(?:${units})(?!\p{L})`,
    String.raw`\d+\s?(?:h|x)(?!\p{L})`,
    String.raw`garant(?:ia|ias|ido|ida|idos|idas|imos|e)(?!\p{L})`,
    String.raw`(?:o|a|os|as) melhor(?:es)?(?!\p{L})`,
    String.raw`n[úu]mero (?:1|um)(?!\p{L})|l[íi]der(?:es)?(?!\p{L})`,
    'sem risco|risco zero|sempre aprova',
  ].join('|'),
  'giu',
)

/** The words of a text that may not be used at all. */
export function forbiddenWords(text: string): { code: WordCode; words: string }[] {
  return Object.entries(forbidden).flatMap(([code, pattern]) =>
    [...text.matchAll(pattern)].map(([words]) => ({ code: code as WordCode, words })),
  )
}

/**
 * The words of a text that bind the shop, and that `said` does not say: what the release says anyway may stay in another
 * sentence.
 */
export function bindingWords(text: string, said: readonly string[]): { code: WordCode; words: string }[] {
  const known = new Set(said.flatMap((other) => [...other.matchAll(binding)].map(([words]) => normal(words))))
  return [...text.matchAll(binding)]
    .filter(([words]) => !known.has(normal(words)))
    .map(([words]) => ({ code: 'needs_evidence', words }))
}

function normal(words: string): string {
  return words.toLowerCase().replace(/\s/g, ' ')
}

/** Every text of a content that people read, with the part of it that says it. The texts of a page are each their own. */
export function textsIn(content: object): { field: string; text: string }[] {
  return Object.entries(content).flatMap(([field, value]) => {
    if (notRead.has(field)) return []
    if (field === 'texts') return textsIn(value as object)
    return leavesOf(value).map((text) => ({ field, text }))
  })
}

/** What the team notes of a claim. */
const notRead = new Set(['evidence', 'expires'])

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : []
}
