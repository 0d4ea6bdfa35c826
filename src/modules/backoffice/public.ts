export type { Found } from './customers.ts'
export { readPosition, type Span, spanOf, spans, writePosition } from './domain/queue.ts'
export { type ObligationKind, obligationRights } from './obligation-kinds.ts'
