import type { DeskAnswer } from '../answers.ts'

/** An open instalment, formatted as text. */
export interface ShownInstalment {
  id: string
  userId: string
  name: string
  /** 'Limpeza de Nome, parcela 4' */
  what: string
  /** 'R$ 199,90' */
  amount: string
  /** 'R$ 205,00', including today's late charges; the same as `amount` when there are none. */
  today: string
  dueDate: string
  why: string
}

/** Returns the instalments that a search found; undefined when there was no search. */
export function foundInstalments(answer: DeskAnswer | undefined): readonly ShownInstalment[] | undefined {
  if (!answer?.ok || !Array.isArray(answer.found)) return undefined
  return answer.found as readonly ShownInstalment[]
}
