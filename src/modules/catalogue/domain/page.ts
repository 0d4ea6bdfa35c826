import type { IsoDate } from '../../../core/calendar.ts'

/** The texts of a page by their slots: 'closing.title', 'questions.answers.0.question'. */
export type PageTexts = Readonly<Record<string, string>>

/** The texts of a page of the shop that the shop may write in its own words. */
export type Page = {
  /** 'landing', 'footer', or the id of a service. */
  id: string
  texts: PageTexts
  /** The day on which the shop's own words began to hold; absent while the release's do. */
  changed?: IsoDate
}

/** A question with its answer. A page may have more or fewer of them than the release ships. */
const question = /^(.+)\.(\d+)\.(question|answer)$/

/** The list that a slot is a part of, and which row; undefined for a slot that stands alone. */
export function questionAt(slot: string): { list: string; index: number; part: string } | undefined {
  const [, list, index, part] = question.exec(slot) ?? []
  return list === undefined || part === undefined ? undefined : { list, index: Number(index), part }
}

/** The lists of questions of a page, each once. */
export function questionLists(texts: PageTexts): string[] {
  return [...new Set(Object.keys(texts).flatMap((slot) => questionAt(slot)?.list ?? []))]
}

/** How many questions a list has: as many as follow each other from the first. */
export function countQuestions(texts: PageTexts, list: string): number {
  let count = 0
  while (Object.hasOwn(texts, `${list}.${count}.question`)) count += 1
  return count
}

/** The most questions of a page. */
export const MAX_QUESTIONS = 12

/** How long a text may be: what is laid out for a short title is not made for a paragraph. */
export function maxLength(slot: string, original: string | undefined): number {
  if (questionAt(slot)) return slot.endsWith('.question') ? 120 : 800
  // The shop's own paragraphs, of which the release has none.
  if (original === '') return 2_000
  return Math.min(600, Math.max(30, 2 * (original?.length ?? 0)))
}
