import type { IsoDate } from '../../../core/calendar.ts'

/** The texts of a page by their slots: 'closing.title', 'questions.answers.0.question'. */
export type PageTexts = Readonly<Record<string, string>>

/** A page of the shop with the texts that the shop may edit. */
export type Page = {
  /** 'landing', 'footer', or the id of a service. */
  id: string
  texts: PageTexts
  /** The day on which the shop's own words took effect; absent while the release's apply. */
  changed?: IsoDate
}

/** Slot of a question or its answer. A page may have more or fewer of them than the release ships. */
const question = /^(.+)\.(\d+)\.(question|answer)$/

/** The list that a slot belongs to, and its row; undefined for a slot outside a list. */
export function questionAt(slot: string): { list: string; index: number; part: string } | undefined {
  const [, list, index, part] = question.exec(slot) ?? []
  return list === undefined || part === undefined ? undefined : { list, index: Number(index), part }
}

/** The lists of questions of a page, without duplicates. */
export function questionLists(texts: PageTexts): string[] {
  return [...new Set(Object.keys(texts).flatMap((slot) => questionAt(slot)?.list ?? []))]
}

/** Number of questions in a list: consecutive ones from the first. */
export function countQuestions(texts: PageTexts, list: string): number {
  let count = 0
  while (Object.hasOwn(texts, `${list}.${count}.question`)) count += 1
  return count
}

/** Maximum number of questions on a page. */
export const MAX_QUESTIONS = 12

/** Maximum length of a text: the layout of a short title has no room for a paragraph. */
export function maxLength(slot: string, original: string | undefined): number {
  if (questionAt(slot)) return slot.endsWith('.question') ? 120 : 800
  // The shop's own paragraphs, which are empty in the release.
  if (original === '') return 2_000
  return Math.min(600, Math.max(30, 2 * (original?.length ?? 0)))
}
