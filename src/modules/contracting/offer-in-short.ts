import type { IsoDate } from '../../core/calendar.ts'
import { planHeadline } from '../catalogue/public.ts'
import type { OfferSnapshot } from './domain/offer.ts'

/** An offer on one line: its service and its payments. */
export interface OfferInShort {
  service: string
  /** 'R$ 400 hoje + 20 × R$ 99,90' */
  payment: string
}

/** @param today DATE in America/Sao_Paulo; 'hoje' is used only for payments due on that day */
export function offerInShort(
  { serviceTitle, cadence, payments }: Pick<OfferSnapshot, 'serviceTitle' | 'cadence' | 'payments'>,
  today: IsoDate | undefined,
): OfferInShort {
  const instalments = payments.filter(({ kind }) => kind !== 'entrada')
  const entry = payments.find(({ kind }) => kind === 'entrada')
  const terms = {
    cadence,
    method: instalments[0]?.method ?? 'pix',
    instalments: instalments.map(({ amount }) => amount),
    ...(entry && { entry: entry.amount }),
  }
  return {
    service: serviceTitle,
    payment: planHeadline(terms, payments[0]?.dueDate === today ? 'hoje' : '')
      .replace(/ {2,}/g, ' ')
      .trim(),
  }
}
