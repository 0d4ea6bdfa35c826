import { numberText } from '../../core/text.ts'

/** Texts of a long list that is shown page by page. */
export const paginationCopy = {
  previous: 'Anteriores',
  next: 'Próximos',
} as const

/** Formats the place in the list of orders: 'Pedidos 11 a 20 de 2.000'. */
export function ordersShown({ from, to, of }: { from: number; to: number; of: number }): string {
  const [first, last, all] = [from, to, of].map(numberText)
  return `Pedidos ${first} a ${last} de ${all}`
}
