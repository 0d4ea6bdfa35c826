import { expect, test } from 'vitest'
import { failureWords } from '../../../src/web/copy/desk-message-states.ts'

test.each([
  ['ESOCKET ECONNREFUSED', 'a loja não conseguiu falar com o servidor que envia'],
  ['ECONNREFUSED', 'a loja não conseguiu falar com o servidor que envia'],
  ['ETIMEDOUT', 'a loja não conseguiu falar com o servidor que envia'],
  ['TimeoutError', 'a loja não conseguiu falar com o servidor que envia'],
  ['ESOCKET DEPTH_ZERO_SELF_SIGNED_CERT', 'a conexão não é segura'],
  ['ETLS', 'a conexão não é segura'],
  ['EAUTH 535', 'o servidor de e-mail não aceita a senha da loja'],
  ['EENVELOPE 550', 'o servidor do destinatário recusou'],
  ['EENVELOPE 451', 'o servidor de e-mail pediu que se espere'],
  ['5.1.1', 'o endereço não existe'],
  ['131026', 'o número não está no WhatsApp'],
  ['132000', 'o texto não cabe no modelo aprovado'],
  ['190', 'o WhatsApp não aceita o acesso da loja'],
  ['status 503', 'o WhatsApp não conseguiu responder'],
  ['status 400', 'o WhatsApp recusou'],
  ['999999', 'o WhatsApp recusou'],
  ['error', 'o envio falhou; avise quem cuida da instalação'],
])('a message that failed with %s says why in words, with the code as a detail', (code, words) => {
  const said = failureWords(code)
  expect(said).toContain(words)
  expect(said.endsWith(` (${code})`)).toBe(true)
})

test.each(['unreachable', 'no template', 'no answer', 'lost', 'not a single e-mail address'])(
  'our own reason %s is shown only in words',
  (reason) => {
    expect(failureWords(reason)).not.toContain(reason)
    expect(failureWords(reason)).not.toContain('(')
  },
)

test('a message without a reason has no words', () => {
  expect(failureWords(null)).toBe('')
})
