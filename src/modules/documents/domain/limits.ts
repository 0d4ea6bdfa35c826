import { HOUR } from '../../../core/durations.ts'

/** Maximum size of a file, in bytes. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024

/** Maximum number of documents per user. */
export const MAX_DOCUMENTS = 30

/** Maximum total size per user, in bytes. */
export const MAX_TOTAL_BYTES = 150 * 1024 * 1024

/** Milliseconds after which the sweep handles an unfinished upload or removal. */
export const UNFINISHED_AFTER = HOUR
