export { MAX_NOTE_LENGTH, MIN_REASON_LENGTH } from './domain/lengths.ts'
export { readPosition, type Span, spanOf, spans, writePosition } from './domain/queue.ts'
export { type ObligationKind, obligationRights } from './obligation-kinds.ts'
export type { Found } from './search-desk.ts'
