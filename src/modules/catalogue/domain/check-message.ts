import {
  countExamples,
  exampleFilling,
  fillWording,
  MAX_PARAGRAPHS,
  type MessageTexts,
  nameProblems,
  paragraphsOf,
  releaseTexts,
  type Wording,
  type WordingSlot,
  wordingSlots,
} from '../../../core/message-wording.ts'
import { isNeutral } from '../../../core/neutral-words.ts'
import { requestsForSecrets, typedAddresses } from './check-words.ts'

/** Length limits of each slot, once it is filled. A note may be left out. */
const limits = {
  subject: { from: 3, to: 60 },
  preheader: { from: 3, to: 60 },
  title: { from: 3, to: 60 },
  lines: { from: 3, to: 600 },
  quote: { from: 2, to: 60 },
  action: { from: 2, to: 32 },
  note: { from: 0, to: 300 },
} as const satisfies Record<WordingSlot, { from: number; to: number }>

/** Limits of a case of a piece, and of each paragraph. */
const paragraph = { from: 1, to: 300 }

type MessageProblem = {
  field: string
  code:
    | 'length'
    | 'count'
    | 'unknown_text'
    | 'unknown_name'
    | 'missing_name'
    | 'not_neutral'
    | 'typed_address'
    | 'asks_secret'
    | 'control_character'
  words?: string
}

/** Returns everything that is wrong with the texts of a message, for every case in which it is sent. */
export function messageProblems(texts: MessageTexts, wording: Wording): MessageProblem[] {
  const slots = Object.keys(releaseTexts(wording))
  const unknown = Object.keys(texts).filter((field) => !slots.includes(field))
  const found: MessageProblem[] = [
    ...unknown.map((field) => ({ field, code: 'unknown_text' as const })),
    ...slots.flatMap((field): MessageProblem[] => {
      const text = texts[field]
      return text === undefined ? [{ field, code: 'length' }] : textProblems(field, text)
    }),
    ...nameProblems(wording, texts).map(({ slot, ...problem }) => ({ field: slot, ...problem })),
    ...filledProblems(texts, wording),
  ]
  const each = new Map(found.map((problem) => [Object.values(problem).join(' '), problem]))
  return [...each.values()]
}

function textProblems(field: string, text: string): MessageProblem[] {
  const isParagraphs = field === 'lines'
  const slot = wordingSlots.find((known) => known === field)
  const { length } = text.trim()
  const isShort = length < (slot ? limits[slot] : paragraph).from
  return [
    ...(isShort || (!slot && length > paragraph.to) ? [{ field, code: 'length' } as const] : []),
    ...(isParagraphs && paragraphsOf(text).length > MAX_PARAGRAPHS
      ? [{ field, code: 'count' } as const]
      : []),
    ...(!isParagraphs && text.trim().includes('\n') ? [{ field, code: 'count' } as const] : []),
    // A name with an unclosed brace would be sent as typed.
    ...looseBraces(text).map((words) => ({ field, code: 'unknown_name' as const, words })),
    // Includes the characters that change the text direction, so that the displayed text differs from the stored one.
    ...(/[^\P{Cc}\n]|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u.test(text)
      ? [{ field, code: 'control_character' } as const]
      : []),
    ...typedAddresses(text).map((words) => ({ field, code: 'typed_address' as const, words })),
    ...requestsForSecrets(text).map((words) => ({ field, code: 'asks_secret' as const, words })),
  ]
}

/** Braces around no name. */
function looseBraces(text: string): string[] {
  return text.replace(/\{[^{}]*\}/g, '').match(/[{}]\S*/g) ?? []
}

/** Checks the filled texts: each case of the pieces, with the examples of the names. */
function filledProblems(texts: MessageTexts, wording: Wording): MessageProblem[] {
  return Array.from({ length: countExamples(wording) }, (_, at) => at).flatMap((at) => {
    const filling = { ...exampleFilling(wording, at), url: '/' }
    const { lines, quote, action, note = '', ...shown } = fillWording(wording, texts, filling)
    const filled = {
      subject: shown.subject,
      preheader: shown.preheader,
      title: shown.title,
      lines: lines.join(' '),
      quote: quote?.label ?? '',
      action: action?.label ?? '',
      note,
    }
    const isLong = (field: WordingSlot) => filled[field].length > limits[field].to
    // A locked screen shows the subject and the preheader, and WhatsApp shows all lines.
    const outside = ['subject', 'preheader', 'lines'] as const
    return [
      ...wordingSlots.filter(isLong).map((field) => ({ field, code: 'length' as const })),
      ...(lines.some((line) => line.length > paragraph.to)
        ? [{ field: 'lines', code: 'length' as const }]
        : []),
      ...outside
        .filter((field) => !isNeutral(filled[field]))
        .map((field) => ({ field, code: 'not_neutral' as const })),
    ]
  })
}
