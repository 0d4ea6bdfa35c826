import { expect, test } from 'vitest'
import { releaseTexts } from '../../../src/core/message-wording.ts'
import { messageWordings } from '../../../src/message-words.ts'
import { requestsForSecrets, typedAddresses } from '../../../src/modules/catalogue/domain/check-words.ts'
import { problemsOf } from '../../../src/modules/catalogue/public.ts'

type Kind = keyof typeof messageWordings

function problems(kind: Kind, change: Readonly<Record<string, string>>): string[] {
  const wording = messageWordings[kind]
  const released = { texts: releaseTexts(wording) }
  const content = { texts: { ...released.texts, ...change } }
  return problemsOf(`message:${kind.replace(/[._]/g, '-')}`, content, released, wording).map(
    ({ field, code, words }) => [field, code, ...(words ? [words] : [])].join(' '),
  )
}

test('accepts other words for a message', () => {
  expect(
    problems('receipt.made', { subject: 'O seu recibo chegou', title: 'Recibo {recibo}', note: '' }),
  ).toEqual([])
  expect(
    problems('order.step-completed', {
      lines: 'Boa notícia!\n\nFizemos mais uma parte do pedido {pedido}. {quantas_faltam}',
      'piece.quantas_faltam.one': 'Falta uma só, e está quase.',
      'piece.quantas_faltam.many': 'Ainda são {faltam}.',
    }),
  ).toEqual([])
})

test('requires amounts, days, the order number and what the law demands', () => {
  expect(problems('refund.done', { title: 'Devolvemos o seu valor' })).toEqual(['title missing_name {valor}'])
  expect(problems('order.started', { subject: 'Começamos', lines: 'Começamos o seu pedido.' })).toEqual([
    'lines missing_name {pedido}',
  ])
  expect(
    problems('contract.accepted', { lines: 'Recebemos a sua contratação em {data}, {dos_pagamentos}.' }),
  ).toEqual(['lines missing_name {desistencia}'])
  expect(problems('account.reset', { note: 'Boa sorte!' })).toEqual(['note missing_name {nao_foi_voce}'])
  expect(problems('privacy.answered', { note: '' })).toEqual(['note missing_name {direito}'])
  expect(problems('credit.kept', { 'piece.o_que_houve.excess': 'Recebemos a mais.' })).toEqual([
    'piece.o_que_houve.excess missing_name {valor}',
  ])
})

test('refuses an unclosed brace', () => {
  expect(problems('receipt.made', { title: 'Recibo de {valor' })).toEqual(['title unknown_name {valor'])
  expect(problems('receipt.made', { title: 'Recibo {valor} }' })).toEqual(['title unknown_name }'])
})

test('a locked screen shows neither the team’s words, nor an amount, nor a debt', () => {
  expect(problems('receipt.made', { subject: 'Recibo de {valor}' })).toEqual(['subject unknown_name {valor}'])
  expect(problems('receipt.made', { lines: 'O recibo de {valor} está pronto.' })).toEqual([
    'lines unknown_name {valor}',
  ])
  expect(problems('order.step-completed', { lines: '{etapa}: {pedido}. {quantas_faltam}' })).toEqual([
    'lines unknown_name {etapa}',
  ])
  expect(problems('receipt.made', { subject: 'Sua dívida diminuiu' })).toEqual(['subject not_neutral'])
  expect(problems('receipt.made', { preheader: 'Uma parcela venceu' })).toEqual(['preheader not_neutral'])
  expect(problems('receipt.made', { lines: 'O recibo da sua renegociação está pronto.' })).toEqual([
    'lines not_neutral',
  ])
  expect(problems('receipt.made', { title: 'Recibo da renegociação' })).toEqual([])
})

test('refuses words that send people elsewhere or ask for a secret', () => {
  const one = (text: string) => problems('receipt.made', { note: text })
  expect(one('Pague em https://golpe.example/pix hoje')).toEqual([
    'note typed_address https://golpe.example/pix',
  ])
  expect(one('Fale com recibos@outra.example agora')).toEqual(['note typed_address recibos@outra.example'])
  expect(one('Veja em wa.me/x')).toEqual(['note typed_address wa.me'])
  expect(one('Ligue para (48) 99999-1234')).toEqual(['note typed_address 48) 99999-1234'])
  expect(one('Chave Pix 529.982.247-25')).toEqual(['note typed_address 529.982.247-25'])
  expect(one('Responda com a sua senha')).toEqual(['note asks_secret Responda com a sua senha'])
  expect(one('Envie o código que você recebeu')).toEqual(['note asks_secret Envie o código que'])
  expect(one('Nunca envie a sua senha')).toEqual([])
  expect(one('Não responda com a senha')).toEqual([])
  expect(one('Aberto de segunda a sexta. Até logo.')).toEqual([])
})

test('detects which words are an address, and which are not', () => {
  expect(typedAddresses('CDC, art. 49. Lei 14.181/2021, em 23/11/2026, RC-7K4P2, R$ 1.234,56')).toEqual([])
  expect(typedAddresses('www.golpe.example e loja.com.br')).toEqual(['www.golpe.example', 'loja.com.br'])
  expect(typedAddresses('+55 48 99999 1234')).toEqual(['+55 48 99999 1234'])
  expect(typedAddresses('um email.Com outro')).toEqual(['email.Com'])
  expect(requestsForSecrets('Informe o número do cartão e o CVV')).toHaveLength(1)
  expect(requestsForSecrets('Digite nele a palavra. Depois, a senha.')).toEqual([])
})

test('refuses words that press, promise, or take a right away', () => {
  const codes = (text: string) =>
    problems('custom-offer.sent', { note: text }).map((found) => found.split(' ')[1])
  expect(codes('Só hoje!')).toContain('pressure')
  expect(codes('Crédito sem consulta ao SPC')).toContain('blind_credit')
  expect(codes('Não devolvemos valores.')).toContain('abusive_clause')
  expect(codes('Resultado garantido em 5 dias')).toEqual(['needs_evidence', 'needs_evidence'])
  expect(codes('Não quer? Tudo bem.')).toEqual([])
})

test('limits the length of words, as they are sent', () => {
  const at = (length: number) => 'a'.repeat(length)
  expect(
    problems('receipt.made', { subject: at(60), preheader: at(60), note: at(300), action: at(32) }),
  ).toEqual([])
  expect(problems('receipt.made', { subject: at(61) })).toContain('subject length')
  expect(problems('receipt.made', { preheader: 'ab' })).toEqual(['preheader length'])
  expect(problems('receipt.made', { note: at(301) })).toEqual(['note length'])
  expect(problems('receipt.made', { action: at(33) })).toEqual(['action length'])
  expect(problems('receipt.made', { lines: at(301) })).toEqual(['lines length'])
  expect(problems('receipt.made', { lines: [at(250), at(250), at(250)].join('\n\n') })).toEqual([
    'lines length',
  ])
  expect(problems('receipt.made', { lines: 'a\n\nb\n\nc\n\nd' })).toEqual(['lines count'])
  expect(problems('receipt.made', { title: 'Um\ntítulo {valor}' })).toEqual(['title count'])
  // The value that replaces a name counts towards the length.
  expect(problems('order.started', { subject: `${at(52)} {pedido}` })).toEqual(['subject length'])
  expect(
    problems('consultation.corrected', { 'piece.validade.link': `O link vale até {ate}. ${at(300)}` }),
  ).toContain('piece.validade.link length')
})

test('refuses invisible text, and text that the message does not show', () => {
  expect(problems('receipt.made', { title: 'Recibo\u202e {valor}' })).toEqual(['title control_character'])
  expect(problems('receipt.made', { lines: 'O recibo\u0007 está pronto.' })).toEqual([
    'lines control_character',
  ])
  expect(problems('receipt.made', { outro: 'nada' })).toEqual(['outro unknown_text'])
  const wording = messageWordings['receipt.made']
  const released = { texts: releaseTexts(wording) }
  const { note: _, ...missing } = released.texts
  expect(problemsOf('message:receipt-made', { texts: missing }, released, wording)).toEqual([
    { field: 'note', code: 'length' },
  ])
  // Without its wording, no text of a message is known.
  expect(problemsOf('message:receipt-made', released, released)).toEqual([
    { field: 'subject', code: 'unknown_text' },
  ])
})
