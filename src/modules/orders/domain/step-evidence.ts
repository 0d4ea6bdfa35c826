import { namesCpf } from '../../../core/cpf.ts'

/** Seconds in which a completed step can be undone before the customer is notified. */
export const UNDO_SECONDS = 10

/** Maximum length of the text for the customer about a step, of a reason, and of a note. */
export const MAX_WORDS_LENGTH = 1_000

/** Maximum length of the protocol numbers of a step. */
export const MAX_PROTOCOL_LENGTH = 300

/** Minimum length of such a text. */
export const MIN_WORDS_LENGTH = 3

/**
 * Text for a customer or a colleague in its stored form: without control characters and bidirectional formatting characters,
 * with at most one empty line between paragraphs. Undefined when it is too short, too long, or contains a CPF, which no
 * message may include.
 */
export function readWords(text: string): string | undefined {
  const clean = text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/[^\P{C}\n]/gu, '')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  if (clean.length < MIN_WORDS_LENGTH || clean.length > MAX_WORDS_LENGTH || namesCpf(clean)) return undefined
  return clean
}

/** Protocol numbers on one line; undefined when they are too long, null when there are none. */
export function readProtocol(text: string): string | null | undefined {
  const clean = text.replace(/[\s\p{C}]+/gu, ' ').trim()
  if (clean === '') return null
  return clean.length <= MAX_PROTOCOL_LENGTH ? clean : undefined
}

/** Time until which a completion can be undone without the customer being notified. */
export function undoUntil(completedAt: Date): Date {
  return new Date(completedAt.getTime() + UNDO_SECONDS * 1000)
}
