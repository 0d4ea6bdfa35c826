import { expect, test } from 'vitest'
import { answerSubject, forgedMark, readAnswer } from '../../../src/modules/inbox/domain/answer.ts'

test.each([
  ['Meu contrato', 'Re: Meu contrato'],
  ['RES: Re: Meu contrato', 'Re: Meu contrato'],
  ['ENC: Fwd: FW: Meu contrato', 'Re: Meu contrato'],
  ['Recibo: onde está?', 'Re: Recibo: onde está?'],
  ['', 'Resposta à sua mensagem'],
  [`${forgedMark} Re: Minha chave Pix`, 'Re: Minha chave Pix'],
  [`${forgedMark} `, 'Resposta à sua mensagem'],
])(
  '%j is answered under %j: words in a forged message’s subject are not sent to its address',
  (subject, answered) => {
    expect(answerSubject(subject)).toBe(answered)
  },
)

test('a long subject is cut between two signs', () => {
  expect(answerSubject(`Olá${'😀'.repeat(80)}`)).toBe(`Re: Olá${'😀'.repeat(71)}`)
})

test.each([
  ['a', 'answer_empty'],
  ['O CPF 529.982.247-25 está regular.', 'names_cpf'],
  ['O número 529.982.247-26 não é um CPF.', undefined],
])('an answer with %j is accepted or refused: %s', (text, code) => {
  const read = readAnswer(text, { channel: 'email', isWindowOpen: true })
  expect(read.ok ? undefined : read.code).toBe(code)
})
