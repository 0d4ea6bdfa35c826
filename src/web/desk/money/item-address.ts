import { keysOf } from '../../../core/records.ts'
import type { MoneyItemKind } from '../../../modules/payments/index.server.ts'

/** Names of the kinds of money decisions, in the address of their screen. */
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

/** Returns the kind that `writeMoneyKind` wrote; undefined for any other word. */
export function readMoneyKind(word: string | undefined): MoneyPlaceKind | undefined {
  return keysOf(words).find((kind) => words[kind] === word)
}

/** The id of a daily close consists of two words, 'mercado-pago 2026-03-01', separated by a tilde in an address. */
export const writeMoneyId = (id: string) => id.replace(' ', '~')
export const readMoneyId = (text: string) => text.replace('~', ' ')
