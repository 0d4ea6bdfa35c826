import type { DeskAnswer } from '../answers.ts'

/** An open instalment in words. */
export interface ShownInstalment {
  id: string
  userId: string
  name: string
  /** 'Limpeza de Nome, parcela 4' */
  what: string
  /** 'R$ 199,90' */
  amount: string
  /** 'R$ 205,00' with late charges of today; the same where there are none. */
  today: string
  dueDate: string
  why: string
}

/** The instalments that a search answered; undefined where nothing was searched. */
export function foundInstalments(answer: DeskAnswer | undefined): readonly ShownInstalment[] | undefined {
  if (!answer?.ok || !Array.isArray(answer.found)) return undefined
  return answer.found as readonly ShownInstalment[]
}
