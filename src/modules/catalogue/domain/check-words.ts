import { CONSUMER_LATE_FEE_PERCENT } from '../../../core/commitments.ts'
import { keysOf } from '../../../core/records.ts'

/*
 * Words that are not allowed, or only with conditions. An offer and an advertisement bind the advertiser (CDC, articles 30, 35, 37 and
 * 38), some words may not be used to offer credit at all (article 54-C), and some clauses are void even when accepted (articles 51 to
 * 53).
 *
 * The time of each pattern grows only linearly with the text: one that could begin anywhere in a long number or word is bounded, or
 * uses a look-behind. A number of 9,000 digits held up everybody else for half a second.
 */

export type WordCode =
  /** Credit without a check of the applicant (CDC 54-C, II). */
  | 'blind_credit'
  /** Pressure on the consumer (CDC 54-C, IV). */
  | 'pressure'
  /** A clause that removes a right given by law (CDC 49, 51, 53). */
  | 'abusive_clause'
  /** A late fee above what a consumer may be charged (CDC 52, § 1º). */
  | 'fee_above_cap'
  /** A promise, a superlative or a number: requires evidence, or a source that it matches. */
  | 'needs_evidence'

/** Wording of void clauses. The Roman numbers are the items of article 51. */
const abusive = new RegExp(
  [
    // I: the shop disclaims liability, or the customer waives a right.
    String.raw`não (?:se|nos) responsabiliz(?:a|amos)(?!\p{L})|isent[ao]s? de (?:qualquer |toda )?responsabilidade`,
    String.raw`(?<!\p{L})renuncia(?:m|ndo)? (?:ao?|à|aos|às|expressamente)(?!\p{L})`,
    // II and article 53: payments are forfeited.
    '(?:sem|não há|não haverá|não fazemos) (?:direito a |qualquer )?(?:reembolso|devolução|estorno)',
    'não (?:devolvemos|reembolsamos|serão devolvid[ao]s|será devolvid[ao]|serão reembolsad[ao]s|será reembolsad[ao])',
    'perda (?:total |integral )?(?:das parcelas|dos valores|do valor|da entrada)',
    // VI and VII: burden of proof, and compulsory arbitration.
    'ônus da prova|arbitragem (?:obrigatória|compulsória)|(?:exclusivamente|obrigatoriamente) por arbitragem',
    // X, XI and XIII: the shop alone changes the price, ends the contract, or changes it.
    String.raw`(?:podemos|poderemos|(?:loja|empresa|contratada|fornecedora) (?:pode|poderá)|direito de) (?:alterar|mudar|reajustar|aumentar|cancelar|encerrar|modificar) [^.;\n]{0,60}(?:a qualquer (?:momento|tempo)|sem aviso|sem motivo|unilateralmente)`,
    // Article 49: the right of withdrawal always exists.
    String.raw`irrevog[áa]ve(?:l|is)|irretrat[áa]ve(?:l|is)|sem direito (?:de|a|ao) (?:arrepend|desist)\p{L}*`,
  ].join('|'),
  'giu',
)

const lateFee = /multa[^.;%\n]{0,40}?(\d{1,9}(?:,\d{1,9})?)\s?%|(?<!\d)(\d+(?:,\d+)?)\s?% de multa/giu

const forbidden: Readonly<Record<Exclude<WordCode, 'needs_evidence' | 'fee_above_cap'>, RegExp>> = {
  blind_credit:
    /sem (?:consultas?|consultar|an[áa]lise de cr[ée]dito|avalia[çc][ãa]o de cr[ée]dito|comprova(?:r|ç[ãa]o de) renda)(?!\p{L})/giu,
  pressure:
    /[úu]ltim[ao]s? (?:chances?|vagas?|horas?|dias?)(?!\p{L})|s[óo] hoje|(?<!\p{L})corra(?!\p{L})|vagas limitadas|por tempo limitado/giu,
  abusive_clause: abusive,
}

const units =
  'dias?|horas?|minutos?|semanas?|meses|mês|anos?|vezes|parcelas?|pontos?|clientes|pessoas|processos'

const binding = new RegExp(
  [
    String.raw`R\$\s?\d[\d.,]*`,
    String.raw`(?<!\d)\d+(?:[.,]\d+)?\s?%`,
    String.raw`\d[\d.]{0,20}\s(?:mil\s|úteis\s)?(?:${units})(?!\p{L})`,
    String.raw`(?<!\d)\d+\s?(?:h|x)(?!\p{L})`,
    String.raw`garant(?:ia|ias|ido|ida|idos|idas|imos|e)(?!\p{L})`,
    String.raw`(?:o|a|os|as) melhor(?:es)?(?!\p{L})`,
    String.raw`n[úu]mero (?:1|um)(?!\p{L})|l[íi]der(?:es)?(?!\p{L})`,
    'sem risco|risco zero|sempre aprova',
  ].join('|'),
  'giu',
)

/** The words of a text that may not be used at all. */
export function forbiddenWords(text: string): { code: WordCode; words: string }[] {
  const found = keysOf(forbidden).flatMap((code) =>
    [...text.matchAll(forbidden[code])].map(([words]) => ({ code, words })),
  )
  return [...found, ...feesAboveCap(text)]
}

function feesAboveCap(text: string): { code: WordCode; words: string }[] {
  return [...text.matchAll(lateFee)].flatMap(([words, before, after]) => {
    const percent = Number((before ?? after ?? '').replace(',', '.'))
    return percent > CONSUMER_LATE_FEE_PERCENT ? [{ code: 'fee_above_cap', words } as const] : []
  })
}

/**
 * The words of a text that bind the shop and are not in `released`: words that the release uses may also appear in another
 * sentence.
 */
export function bindingWords(text: string, released: readonly string[]): { code: WordCode; words: string }[] {
  const known = new Set(
    released.flatMap((other) => [...other.matchAll(binding)].map(([words]) => normal(words))),
  )
  return [...text.matchAll(binding)]
    .filter(([words]) => !known.has(normal(words)))
    .map(([words]) => ({ code: 'needs_evidence', words }))
}

function normal(words: string): string {
  return words.toLowerCase().replace(/\s/g, ' ')
}

/**
 * Addresses in the words of a message. Only our buttons may contain links, so that no wording sends its readers to another site,
 * another number, or another account.
 */
export function typedAddresses(text: string): string[] {
  return [...text.matchAll(addresses)].map(([words]) => words)
}

const addresses = new RegExp(
  [
    String.raw`https?:\S*|www\.\S+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+`,
    String.raw`(?<![\w@]|--(?=-))[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,9}\.(?:com|net|org|br|app|me|link|ly|io|info|site|online|shop|top|xyz)(?!\p{L})`,
    // A telephone number, a document number, or a Pix key.
    String.raw`\+?\d(?:[\s().-]{0,2}\d){7,}`,
  ].join('|'),
  'giu',
)

/** Words that ask for something that our team never asks for. */
export function requestsForSecrets(text: string): string[] {
  return [...text.matchAll(secrets)].map(([words]) => words)
}

const secrets =
  /(?<!n[ãa]o |nunca |nem )(?:informe|envie|mande|digite|passe|responda|diga|conte|confirme|compartilhe|fale|escreva)(?!\p{L})[^.!?\n]{0,60}(?:senhas?|c[óo]digos? (?:de|que|do|recebid|enviad)|gov\.br|cvv|dados do (?:seu )?cart[ãa]o|n[úu]mero do (?:seu )?cart[ãa]o)(?!\p{L})/giu

/** Every text of a content that people read, with the name of its part. Each text of a page is a part of its own. */
export function textsIn(content: object): { field: string; text: string }[] {
  return Object.entries(content).flatMap(([field, value]) => {
    if (notRead.has(field)) return []
    if (field === 'texts') return textsIn(value as object)
    return leavesOf(value).map((text) => ({ field, text }))
  })
}

/** The team's notes on a claim. */
const notRead = new Set(['evidence', 'expires'])

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : []
}
