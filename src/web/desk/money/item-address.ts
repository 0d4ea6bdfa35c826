import type { MoneyItemKind } from '../../../modules/payments/public.ts'

/** What the screen of one decision about money is about, in its address. */
const words = {
  credit: 'credito',
  payment: 'pagamento',
  charge: 'cobranca',
  refund: 'devolucao',
  manual: 'a-mao',
  'set-aside': 'separado',
  close: 'dia',
  approval: 'aprovacao',
} as const satisfies Record<MoneyItemKind | 'approval', string>

export type MoneyPlaceKind = keyof typeof words

export function writeMoneyKind(kind: MoneyPlaceKind): string {
  return words[kind]
}

/** Undefined for anything that `writeMoneyKind` did not write. */
export function readMoneyKind(word: string | undefined): MoneyPlaceKind | undefined {
  return (Object.keys(words) as MoneyPlaceKind[]).find((kind) => words[kind] === word)
}

/** A day's close is named by two words, 'mercado-pago 2026-03-01', which an address has with a tilde. */
export const writeMoneyId = (id: string) => id.replace(' ', '~')
export const readMoneyId = (text: string) => text.replace('~', ' ')
