import { namesCpf } from '../../../core/cpf.ts'

/** Seconds in which a completed step can be undone before the customer is written to. */
const undoSeconds = 10

/** Maximum length of what the customer reads about a step, of a reason, and of a note. */
export const MAX_WORDS_LENGTH = 1_000

/** Maximum length of the protocol numbers of a step. */
export const MAX_PROTOCOL_LENGTH = 300

const minWordsLength = 3

/**
 * Words for a customer or a colleague as they are stored: without control characters and marks that turn the direction of
 * text, with at most one empty line between paragraphs. Undefined when they are too short, too long, or name a CPF, which no
 * message carries.
 */
export function readWords(text: string): string | undefined {
  const clean = text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/[^\P{C}\n]/gu, '')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  if (clean.length < minWordsLength || clean.length > MAX_WORDS_LENGTH || namesCpf(clean)) return undefined
  return clean
}

/** Protocol numbers on one line; undefined when they are too long, null when there are none. */
export function readProtocol(text: string): string | null | undefined {
  const clean = text.replace(/[\s\p{C}]+/gu, ' ').trim()
  if (clean === '') return null
  return clean.length <= MAX_PROTOCOL_LENGTH ? clean : undefined
}

/** Until when a completion can be undone without a trace for the customer. */
export function undoUntil(completedAt: Date): Date {
  return new Date(completedAt.getTime() + undoSeconds * 1000)
}
