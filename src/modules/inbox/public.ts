export { maxTemplateAnswer } from './domain/answer.ts'
