import { namesCpf } from '../../../core/cpf.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import { cutTo } from '../../../core/text.ts'

/** The maximum length that fits into a template's parameter together with the words around it. */
export const maxTemplateAnswer = 800

/** The maximum length; longer answers are rejected. */
export const MAX_ANSWER_LENGTH = 4_000

export type AnswerRefusal = 'answer_empty' | 'answer_too_long' | 'answer_too_long_for_template' | 'names_cpf'

/** Reads and validates an answer; WhatsApp accepts a shorter one once the 24 hours are over. */
export function readAnswer(
  text: string,
  { channel, isWindowOpen }: { channel: 'email' | 'whatsapp'; isWindowOpen: boolean },
): Outcome<string, AnswerRefusal> {
  const answer = text.replace(/\r\n?/g, '\n').trim()
  if (answer.length < 2) return refuse('answer_empty')
  if (answer.length > MAX_ANSWER_LENGTH) return refuse('answer_too_long')
  if (namesCpf(answer)) return refuse('names_cpf')
  const byTemplate = channel === 'whatsapp' && !isWindowOpen
  return byTemplate && answer.length > maxTemplateAnswer ? refuse('answer_too_long_for_template') : ok(answer)
}

/**
 * Prefix of the subject of an e-mail that our mail server reports as forged: the team sees it where it reads the
 * message.
 */
export const forgedMark = '[remetente não confirmado]'

/** The subject of an answer, with a single prefix: 'Re: Meu contrato'. */
export function answerSubject(subject: string): string {
  const bare = subject
    .replace(forgedMark, '')
    .trimStart()
    .replace(/^(?:(?:re|res|enc|fwd?)\s*:\s*)+/i, '')
    .trim()
  return bare ? cutTo(150, `Re: ${bare}`) : 'Resposta à sua mensagem'
}
