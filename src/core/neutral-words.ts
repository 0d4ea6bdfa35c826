import { withoutAccents } from './folding.ts'

/**
 * Words that reveal on a locked screen, or to a bystander, that the recipient owes money or is on a list of debtors
 * (CDC 42: nobody is exposed to ridicule for a debt). Written without accents, lower case.
 */
const revealing = [
  /\bdivida/,
  /\bdevedor/,
  /\bdeve(mos|ndo)? r\$/,
  /\bdebitos?\b/,
  /\binadimplen/,
  /\bnegativa(d|c)/,
  /\batras(o|os|ad[ao]s?)\b/,
  /\bvenc(e|em|eu|eram|id[ao]s?|imento)\b/,
  /\bcobranca/,
  /\bem aberto\b/,
  /\bainda nao (chegou|vimos|recebemos|caiu|foi pag)/,
  /\bultimo (aviso|lembrete)\b/,
  /\brenegocia/,
  /\bprotesto/,
  /\bserasa\b/,
  /\bspc\b/,
  /\bbacen\b/,
  /\bscr\b/,
  /\bnome (sujo|limpo)\b/,
  /\blimp(a|ar|eza)( de| do)?( seu)? nome\b/,
  /\bscore\b/,
  /\brating\b/,
  /\brestri(cao|coes)\b/,
]

/** Number of characters of a text that a locked screen shows. */
export const SHOWN_ON_LOCKED_SCREEN = 160

/** An id in a link, even when truncated: its digits are not a CPF. */
const id = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]*/g

/** Whether a line may be shown on a locked screen: no debt, no list of debtors, no CPF or CNPJ. */
export function isNeutral(line: string): boolean {
  const plain = withoutAccents(line)
  if (/\d{3}\.?\d{3}\.?\d{3}-?\d{2}/.test(plain.replace(id, ''))) return false
  return !revealing.some((word) => word.test(plain))
}
