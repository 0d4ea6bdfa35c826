import { defineMachine, type StateOf } from '../../../core/state-machine.ts'

/** The requests that a person may make (LGPD, art. 18). Stored: a rename needs a migration. */
export const requestKinds = ['erasure', 'correction', 'question'] as const
export type RequestKind = (typeof requestKinds)[number]

/** `cancelled`: by the person who made the request. */
export type RequestStatus = StateOf<typeof requestMachine>

export const requestMachine = defineMachine({
  initial: 'open',
  transitions: { open: ['done', 'declined', 'cancelled'], done: [], declined: [], cancelled: [] },
})

/** The lists of requests on the desk. */
export type RequestList = 'open' | 'decided'

/** Purposes that depend on a person's consent. Stored. */
export const consentPurposes = ['testimonial', 'contact-after'] as const
export type ConsentPurpose = (typeof consentPurposes)[number]

export function isRequestKind(text: string): text is RequestKind {
  return (requestKinds as readonly string[]).includes(text)
}

export function isConsentPurpose(text: string): text is ConsentPurpose {
  return (consentPurposes as readonly string[]).includes(text)
}

/** The maximum length of a request, and of its answer. */
export const MAX_WORDS = 2_000

/** Validates the words of a request: a correction and a question need some. */
export function wordsProblem(
  kind: RequestKind,
  words: string,
): 'words_missing' | 'words_too_long' | undefined {
  if (words.length > MAX_WORDS) return 'words_too_long'
  return kind !== 'erasure' && words.length < 3 ? 'words_missing' : undefined
}

/** Minutes for which a link to personal data is valid. */
export const LINK_MINUTES = 60
