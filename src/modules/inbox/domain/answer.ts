import { type Outcome, ok, refuse } from '../../../core/outcome.ts'

/** What fits into a template's parameter with the words around it. */
export const maxTemplateAnswer = 800

/** The maximum length: longer answers are not read. */
const maxAnswer = 4_000

export type AnswerRefusal = 'answer_empty' | 'answer_too_long' | 'answer_too_long_for_template'

/** An answer as it is sent; WhatsApp takes less of it once the 24 hours are over. */
export function readAnswer(
  text: string,
  { channel, isWindowOpen }: { channel: 'email' | 'whatsapp'; isWindowOpen: boolean },
): Outcome<string, AnswerRefusal> {
  const answer = text.replace(/\r\n?/g, '\n').trim()
  if (answer.length < 2) return refuse('answer_empty')
  if (answer.length > maxAnswer) return refuse('answer_too_long')
  const byTemplate = channel === 'whatsapp' && !isWindowOpen
  return byTemplate && answer.length > maxTemplateAnswer ? refuse('answer_too_long_for_template') : ok(answer)
}

/** Before the subject of an e-mail that our mail server calls forged: the team sees it where it reads. */
export const forgedMark = '[remetente não confirmado]'

/** The subject of an answer: 'Re: Meu contrato', once. */
export function answerSubject(subject: string): string {
  const bare = subject
    .replace(forgedMark, '')
    .trimStart()
    .replace(/^(?:(?:re|res|enc|fwd?)\s*:\s*)+/i, '')
    .trim()
  return bare ? `Re: ${bare}`.slice(0, 150) : 'Resposta à sua mensagem'
}
