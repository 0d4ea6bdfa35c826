import { namesIn } from '../../../core/fill-words.ts'
import {
  catalogue,
  countQuestions,
  findService,
  MAX_QUESTIONS,
  type PageContent,
  type PageTexts,
  questionAt,
  questionLists,
} from '../../../modules/catalogue/public.ts'
import { catalogueCopy as copy } from '../../copy/desk-catalogue.ts'
import { releasePages } from '../../copy/pages.ts'
import { privacyPolicy } from '../../copy/privacy.ts'
import { termsOfUse } from '../../copy/terms.ts'
import type { FieldGroup, FieldSpec, Values } from './fields.ts'

/*
 * The texts of a page as the fields of a form. A field is named by its slot; its label is derived from the release's text, because
 * that is what the editor sees on the page.
 */

/** Length above which a text gets a multi-line control. */
const ONE_LINE = 60

/** Returns the name of a page at the desk. */
export function nameOfPage(id: string): string {
  return copy.pages[id as keyof typeof copy.pages] ?? findService(id)?.title ?? id
}

/** Returns instructions for writing the texts of a page. */
export function instructionsOfPage(id: string): string {
  const original = textsOf(id)
  const names = [...new Set(Object.values(original).flatMap(namesIn))]
  return [
    ...(names.length > 0 ? [copy.pageFields.names(names)] : []),
    ...(Object.keys(original).some(questionAt) ? [copy.pageFields.questions] : []),
    ...(Object.values(original).includes('') ? [copy.pageFields.legal] : []),
  ].join(' ')
}

/** Returns a group for each part of the page, in the order of the page; questions get one additional row. */
export function pageGroups(id: string, values: Values): FieldGroup[] {
  const original = textsOf(id)
  const slots = Object.keys(original).filter((slot) => !questionAt(slot))
  const lists = questionLists(original)
  const groups = [...Map.groupBy(slots, (slot) => slot.split('.')[0] ?? '')]
  const alone = groups.flatMap(([, of]) => of.filter((slot) => !slot.includes('.')))
  return [
    ...(alone.length > 0 ? [{ id: 'page', fields: alone.map((slot) => fieldOf(id, slot, original)) }] : []),
    ...groups.flatMap(([part, all]): FieldGroup[] => {
      const of = all.filter((slot) => slot.includes('.'))
      if (of.length === 0) return []
      return [
        { id: part, title: titleOf(part, original), fields: of.map((slot) => fieldOf(id, slot, original)) },
      ]
    }),
    ...lists.flatMap((list) => questionGroups(list, values)),
  ]
}

function questionGroups(list: string, values: Values): FieldGroup[] {
  const rows = Array.from({ length: MAX_QUESTIONS }, (_, index) => index)
  const used = rows.filter((index) =>
    ['question', 'answer'].some((part) => values[`${list}.${index}.${part}`]?.trim()),
  )
  const shown = (used.at(-1) ?? -1) + 2
  return rows.slice(0, shown).map((index) => ({
    id: `${list}.${index}`,
    title: copy.pageFields.questionNumber(index + 1),
    fields: [
      { name: `${list}.${index}.question`, label: copy.pageFields.keys.question, as: 'line' },
      { name: `${list}.${index}.answer`, label: copy.pageFields.keys.answer, as: 'text' },
    ],
  }))
}

function fieldOf(id: string, slot: string, original: PageTexts): FieldSpec {
  const text = original[slot] ?? ''
  const [part = '', key = '', ...deeper] = slot.split('.')
  if (text === '') return { name: slot, label: copy.pageFields.own(sectionTitle(id, key)), as: 'text' }
  const known =
    deeper.length === 0 ? copy.pageFields.keys[(key || part) as keyof typeof copy.pageFields.keys] : undefined
  return { name: slot, label: known ?? `“${shortened(text)}”`, as: text.length > ONE_LINE ? 'text' : 'line' }
}

function shortened(text: string): string {
  return text.length > ONE_LINE ? `${text.slice(0, ONE_LINE - 1).trimEnd()}…` : text
}

/** Returns the heading of a part of the page, with the release's words. */
function titleOf(part: string, original: PageTexts): string {
  if (part === 'meta') return copy.pageFields.meta
  if (part === 'own') return copy.pageFields.ownTitle
  return original[`${part}.title`] ?? copy.pageFields.part
}

/** Returns the heading of a section of the terms or of the policy. */
function sectionTitle(id: string, section: string): string {
  const { company } = catalogue()
  const { sections } = id === 'terms' ? termsOfUse(company) : privacyPolicy(company)
  return sections.find((other) => other.id === section)?.title ?? section
}

/** Returns the content that was typed for a page. Empty questions are left out, and the others are renumbered. */
export function pageContentFrom(id: string, values: Values): PageContent {
  const original = textsOf(id)
  const of = (name: string) => values[name]?.replace(/\r\n?/g, '\n').trim() ?? ''
  const slots = Object.keys(original).filter((slot) => !questionAt(slot))
  const lists = questionLists(original)
  const questions = lists.flatMap((list) =>
    Array.from({ length: MAX_QUESTIONS }, (_, index) => [
      of(`${list}.${index}.question`),
      of(`${list}.${index}.answer`),
    ])
      .filter((row) => row.some(Boolean))
      .flatMap(([question = '', answer = ''], index) => [
        [`${list}.${index}.question`, question],
        [`${list}.${index}.answer`, answer],
      ]),
  )
  return { texts: Object.fromEntries([...slots.map((slot) => [slot, of(slot)]), ...questions]) }
}

/**
 * Returns the form values of a content: the texts in the order of the release, followed by the questions that the content adds.
 */
export function pageValues(id: string, { texts }: PageContent): Values {
  const original = textsOf(id)
  const lists = questionLists(original)
  const kept = Object.entries(original).filter(([slot]) => {
    const at = questionAt(slot)
    return !at || countQuestions(texts, at.list) === 0
  })
  const questions = Object.entries(texts).filter(([slot]) => lists.includes(questionAt(slot)?.list ?? ''))
  return {
    ...Object.fromEntries(kept.map(([slot, text]) => [slot, texts[slot] ?? text])),
    ...Object.fromEntries(questions),
  }
}

function textsOf(id: string): PageTexts {
  return releasePages.find((page) => page.id === id)?.texts ?? {}
}
