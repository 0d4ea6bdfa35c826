export { MAX_ANSWER_LENGTH, maxTemplateAnswer } from './domain/answer.ts'
