import type { MessageWords } from '../../../core/fill-words.ts'

/** The reminders of an instalment, in their order. */
export const reminderIds = ['coming', 'due', 'late-first', 'late-second', 'late-last'] as const
export type ReminderId = (typeof reminderIds)[number]

/** When and in which words is reminded of an instalment. */
export type Reminder = MessageWords & {
  id: ReminderId
  /** Days before the due date (`coming`), or after the day until which nothing is added; 0 on the day itself. */
  days: number
}

/** What the words of a reminder may name, and an example of each. */
export const reminderNames = {
  saudacao: 'Olá, Maria.',
  parcelas: 'a parcela 3 do seu pedido, de R$ 150,00',
  data: '18/12/2026',
  pagar: 'Pague com Pix aqui:\nhttps://recomeco.exemplo/…',
  acordo: 'https://recomeco.exemplo/…',
} as const

/** The days that each may have, so that they stay in their order. */
export const reminderDayLimits: Readonly<Record<ReminderId, { from: number; to: number }>> = {
  coming: { from: 1, to: 10 },
  due: { from: 0, to: 0 },
  'late-first': { from: 1, to: 4 },
  'late-second': { from: 5, to: 10 },
  'late-last': { from: 11, to: 30 },
}

/** What each must name: what is to be paid and where; and the late ones a way out for who cannot pay. */
export function neededNames(id: string): readonly (keyof typeof reminderNames)[] {
  return id.startsWith('late-') ? ['parcelas', 'pagar', 'acordo'] : ['parcelas', 'pagar']
}
