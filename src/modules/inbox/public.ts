export { MAX_ANSWER_LENGTH, maxTemplateAnswer } from './domain/answer.ts'

/**
 * The lists of conversations on the desk. `open`: those that need an answer. `strangers`: of unknown addresses.
 */
export type ConversationList = 'open' | 'strangers' | 'all'
