import type { MessageWords } from '../../../core/fill-words.ts'
import type { Milestone } from '../../../core/milestones.ts'

/** When a reminder of an instalment is sent, and its words. */
export type Reminder = MessageWords & {
  id: Milestone
  /** Days before the due date (`coming`), or after the last day without late charges; 0 on the due date. */
  days: number
}

/** Names that may be used in a reminder, with an example of each. */
export const reminderNames = {
  saudacao: 'Olá, Maria.',
  parcelas: 'a parcela 3 do seu pedido, de R$ 150,00',
  data: '18/12/2026',
  pagar: 'Pague com Pix aqui:\nhttps://recomeco.exemplo/…',
  acordo: 'https://recomeco.exemplo/…',
} as const

/** Allowed days of each reminder, which keep them in order. */
export const reminderDayLimits: Readonly<Record<Milestone, { from: number; to: number }>> = {
  coming: { from: 1, to: 10 },
  due: { from: 0, to: 0 },
  'late-first': { from: 1, to: 4 },
  'late-second': { from: 5, to: 10 },
  'late-last': { from: 11, to: 30 },
}

/**
 * Names that a reminder must contain: the amount to pay and where to pay it, and in late ones an alternative for
 * customers who cannot pay.
 */
export function neededNames(id: string): readonly (keyof typeof reminderNames)[] {
  return id.startsWith('late-') ? ['parcelas', 'pagar', 'acordo'] : ['parcelas', 'pagar']
}
