/** Minimum length of the reason that every action of the team needs. */
export const MIN_REASON_LENGTH = 3

/** Maximum length of a note about a customer. */
export const MAX_NOTE_LENGTH = 2_000
