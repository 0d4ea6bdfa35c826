export { readPosition, type Span, spanOf, spans, writePosition } from './domain/queue.ts'
export { type ObligationKind, obligationRights } from './obligation-kinds.ts'
export type { Found } from './search-desk.ts'
