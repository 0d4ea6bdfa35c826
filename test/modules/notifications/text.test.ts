import { expect, test } from 'vitest'
import { mapContent, plainText, shortText, write } from '../../../src/modules/notifications/domain/content.ts'
import { linksIn } from '../../../src/modules/notifications/domain/links.ts'
import { mailHeaders } from '../../../src/modules/notifications/domain/mail-headers.ts'
import { channelNames, messageStatuses } from '../../../src/modules/notifications/domain/message.ts'
import { contentOfText } from '../../../src/modules/notifications/domain/read-text.ts'
import { redactSecrets, redactSecretsOf } from '../../../src/modules/notifications/domain/redact-secrets.ts'
import { withSignature } from '../../../src/modules/notifications/domain/signature.ts'

const site = 'https://recomeco.example'

test('finds the links of this site, each once, without the punctuation that follows', () => {
  const text = `Veja ${site}/a. Ou (${site}/b?x=1), ${site}/a! e https://recomeco.example.outro/c http://recomeco.example/d "${site}/e"`
  expect(linksIn(text, `${site}/`)).toEqual([`${site}/a`, `${site}/b?x=1`, `${site}/e`])
  expect(linksIn(`${site}/x.]})...`, site)).toEqual([`${site}/x`])
  expect(linksIn('nada aqui', site)).toEqual([])
  expect(linksIn('https://[ruim', site)).toEqual([])
})

const sender = {
  legalName: 'Empresa Exemplo Ltda',
  cnpj: '12.ABC.345/01DE-35',
  address: 'Rua das Flores, 10',
  phone: '+5548999991234',
  email: 'oi@exemplo.com.br',
}

test('a message names its sender: in one line by WhatsApp, in full by e-mail', () => {
  expect(withSignature(' Olá. \n', 'whatsapp', { sender, publicUrl: site })).toBe(
    'Olá.\n\nEmpresa Exemplo Ltda, CNPJ 12.ABC.345/01DE-35',
  )
  expect(withSignature(' Olá. \n', 'email', { sender, publicUrl: site }).split('\n')).toEqual([
    'Olá.',
    '',
    '-- ',
    'Empresa Exemplo Ltda',
    'CNPJ 12.ABC.345/01DE-35',
    'Rua das Flores, 10',
    'Atendimento: (48) 99999-1234 (telefone e WhatsApp)',
    'E-mail: oi@exemplo.com.br',
    'Nunca pedimos senha, código nem a sua conta gov.br. Na dúvida, não use os links: digite recomeco.example no navegador.',
  ])
})

test('removes the secrets of links from a text, and keeps ids and everything else', () => {
  const secret = 'a'.repeat(24)
  const id = '019365B0-6f9e-7c43-8d4e-0a1b2c3d4e5f'
  expect(redactSecrets(`Abra ${site}/s/${secret} e http://x/p?t=${secret}.Z~%-9&u=1 ou ${secret}`)).toBe(
    `Abra ${site}/s/… e http://x/p?t=…&u=1 ou ${secret}`,
  )
  expect(redactSecrets(`${site}/s/${'a'.repeat(23)} ${site}/pedidos/${id}/${secret}`)).toBe(
    `${site}/s/${'a'.repeat(23)} ${site}/pedidos/${id}/…`,
  )
  expect(redactSecrets(`${site}/x${id} ${site}/${id}x`)).toBe(`${site}/… ${site}/…`)
})

test('the secret of a pasted link of ours is redacted as it was written, and as it was escaped once or twice', () => {
  const link = (secret: string) => `https://loja.example:8443/auth?recuperar=${secret}`
  const escapedTwice = (text: string) => encodeURIComponent(encodeURIComponent(text))
  const secret = 'x1_'.repeat(14)
  for (const written of [(text: string) => text, encodeURIComponent, escapedTwice]) {
    const text = (shown: string) =>
      `Veja https://a.example/?u=${written(link('SEGREDO'))}`.replace('SEGREDO', shown)
    expect(redactSecretsOf('loja.example:8443', text(secret))).toBe(text('…'))
    expect(redactSecretsOf('outra.example', text(secret))).toBe(text(secret))
  }
})

test('the channels, and the states of a message', () => {
  expect(channelNames).toEqual(['email', 'whatsapp'])
  expect(messageStatuses).toEqual(['queued', 'sent', 'failed', 'kept', 'dropped'])
})

const whole = {
  subject: 'Uma novidade',
  nome: 'Ana Souza',
  title: 'Recebemos R$ 400,00',
  preheader: 'Pedido RC-1',
  lines: ['O trabalho começa.', 'Falamos com você.'],
  code: '123 456',
  quote: { label: 'O que fizemos', value: 'Uma carta.\nDuas.' },
  facts: [
    { label: 'Pedido', value: 'RC-1' },
    { label: 'Total', value: 'R$ 900,00' },
  ],
  action: { label: 'Acompanhar', url: `${site}/t` },
  note: 'O recibo está na conta.',
}

test('a message is written once, and its plain text says the same in the same order', () => {
  const { subject, text, content } = write(whole)
  expect(subject).toBe('Uma novidade')
  expect(content).toEqual({
    title: whole.title,
    preheader: whole.preheader,
    lines: ['Olá, Ana. O trabalho começa.', 'Falamos com você.'],
    ...{ code: whole.code, quote: whole.quote, facts: whole.facts, action: whole.action, note: whole.note },
  })
  expect(text).toBe(plainText(content))
  expect(text.split('\n\n')).toEqual([
    'Recebemos R$ 400,00',
    '123 456',
    'Olá, Ana. O trabalho começa.',
    'Falamos com você.',
    'O que fizemos:\nUma carta.\nDuas.',
    'Pedido: RC-1\nTotal: R$ 900,00',
    `Acompanhar:\n${site}/t`,
    'O recibo está na conta.',
  ])
})

test('does not greet the team, and leaves out empty lines', () => {
  const { content, text } = write({ subject: 's', title: 'T', preheader: 'p', lines: ['Um.', '', 'Dois.'] })
  expect(content).toEqual({ title: 'T', preheader: 'p', lines: ['Um.', 'Dois.'] })
  expect(text).toBe('T\n\nUm.\n\nDois.')
  expect(write({ subject: 's', nome: '', title: 'T', preheader: 'p', lines: [] }).content.lines).toEqual([
    'Olá!',
  ])
})

test('a locked screen may show the lines, and where the rest is', () => {
  expect(shortText(write(whole).content).split('\n\n')).toEqual([
    '123 456',
    'Olá, Ana. O trabalho começa.',
    'Falamos com você.',
    `Veja aqui:\n${site}/t`,
  ])
  expect(shortText({ title: 'T', preheader: 'p', lines: ['Um.'] })).toBe('Um.')
})

test('changes every text of a content by the same rule, and adds nothing', () => {
  const { content } = write(whole)
  expect(mapContent(content, (text) => text)).toEqual(content)
  const texts: string[] = []
  mapContent(content, (text) => {
    texts.push(text)
    return text
  })
  expect(texts).toHaveLength(14)
  expect(mapContent(content, () => 'x').action).toEqual({ label: 'x', url: 'x' })
  const short = { title: 'T', preheader: 'p', lines: ['Um.'] }
  expect(mapContent(short, (text) => text)).toEqual(short)
})

test('reads a stored text without content again: its last link alone on a line is the action', () => {
  const links = [`${site}/a`, `${site}/b`]
  const text = `Olá, Ana.\n\nPague aqui:\n${site}/a\n\nOu veja tudo:\n${site}/b\n\nObrigado.\n\n-- \nEmpresa\nCNPJ 1`
  expect(contentOfText({ subject: 'Oi', text, links })).toEqual({
    title: 'Oi',
    preheader: '',
    lines: ['Olá, Ana.', `Pague aqui:\n${site}/a`],
    action: { label: 'Ou veja tudo', url: `${site}/b` },
    note: 'Obrigado.',
  })
})

test.each([
  ['Sem link nenhum.', [], { lines: ['Sem link nenhum.'] }],
  ['\n\nUm.\n\n \n\nDois.', [], { lines: ['Um.', 'Dois.'] }],
  [
    `Veja às 15:30:\n  ${site}/a\n\nUm.\n\nDois.`,
    [`${site}/a`],
    { lines: [], action: { label: 'Veja às 15:30', url: `${site}/a` }, note: 'Um.\n\nDois.' },
  ],
  [
    `${'a'.repeat(40)}\n${site}/a`,
    [`${site}/a`],
    { lines: [], action: { label: 'a'.repeat(40), url: `${site}/a` } },
  ],
  [
    `${'a'.repeat(41)}\n${site}/a`,
    [`${site}/a`],
    { lines: ['a'.repeat(41)], action: { label: 'Abrir', url: `${site}/a` } },
  ],
  [`${site}/a`, [`${site}/a`], { lines: [], action: { label: 'Abrir', url: `${site}/a` } }],
  [
    `O link é só seu. Guarde:\n${site}/a`,
    [`${site}/a`],
    { lines: ['O link é só seu. Guarde:'], action: { label: 'Abrir', url: `${site}/a` } },
  ],
  [
    `${'Um nome comprido demais para um botão'} inteiro:\n${site}/a`,
    [`${site}/a`],
    {
      lines: ['Um nome comprido demais para um botão inteiro:'],
      action: { label: 'Abrir', url: `${site}/a` },
    },
  ],
  [
    `Duas\nlinhas:\n${site}/a`,
    [`${site}/a`],
    { lines: ['Duas\nlinhas:'], action: { label: 'Abrir', url: `${site}/a` } },
  ],
  // A link to another site is not an action.
  ['Veja:\nhttps://outro.example', [], { lines: ['Veja:\nhttps://outro.example'] }],
])('reads %j', (text, links, expected) => {
  expect(contentOfText({ subject: 's', text, links })).toEqual({ title: 's', preheader: '', ...expected })
})

test('builds the headers of an e-mail from ids alone', () => {
  const [id, domain] = ['m-1', 'recomeco.example']
  expect(mailHeaders({ id, domain })).toEqual({
    messageId: '<m-1@recomeco.example>',
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
  const [first, second] = ['m-1', 'm-2'].map((each) => mailHeaders({ id: each, orderId: 'o-1', domain }))
  expect(first).toMatchObject({
    inReplyTo: '<pedido.o-1@recomeco.example>',
    references: '<pedido.o-1@recomeco.example>',
  })
  expect(second?.references).toBe(first?.references)
  expect(second?.messageId).not.toBe(first?.messageId)
})

test('the headers of an optional message say how to unsubscribe, by one click where possible', () => {
  const headers = (preferences: { page: string; oneClick?: string }) =>
    mailHeaders({ id: 'm', domain: 'd', preferences }).headers
  expect(headers({ page: `${site}/p` })).toEqual({
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': `<${site}/p>`,
  })
  expect(headers({ page: `${site}/p`, oneClick: `${site}/q` })).toEqual({
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': `<${site}/q>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
})
