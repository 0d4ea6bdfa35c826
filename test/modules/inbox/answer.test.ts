import { expect, test } from 'vitest'
import { answerSubject, forgedMark } from '../../../src/modules/inbox/domain/answer.ts'

test.each([
  ['Meu contrato', 'Re: Meu contrato'],
  ['RES: Re: Meu contrato', 'Re: Meu contrato'],
  ['', 'Resposta à sua mensagem'],
  [`${forgedMark} Re: Minha chave Pix`, 'Re: Minha chave Pix'],
  [`${forgedMark} `, 'Resposta à sua mensagem'],
])(
  '%j is answered under %j: what the team reads of a forged address is not sent to it',
  (subject, answered) => {
    expect(answerSubject(subject)).toBe(answered)
  },
)
