import { cutTo } from '../../../core/text.ts'
import type { InstalmentRow } from './store.server.ts'

/** 'Limpeza de Nome - PIX semanal': the description on the payer's statement (spec section 7). */
export function descriptionOf(rows: readonly Pick<InstalmentRow, 'serviceTitle' | 'paymentType'>[]): string {
  const names = [...new Set(rows.map(({ serviceTitle, paymentType }) => `${serviceTitle} - ${paymentType}`))]
  const text = rows.length > 1 ? `${names.join(', ')} (${rows.length} parcelas)` : names.join('')
  return cutTo(250, text)
}
