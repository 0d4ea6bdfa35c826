import { expect, test } from 'vitest'
import { parseMail } from '../../../src/modules/notifications/adapters/parse-mail.ts'
import {
  type InboundMail,
  type ParsedMail,
  readMail,
  splitQuote,
} from '../../../src/modules/notifications/domain/inbound-mail.ts'

const id = '0199f0aa-0000-7000-8000-000000000001'
const orderId = '0199f0aa-0000-7000-8000-00000000000a'
const heard = async (raw: string): Promise<InboundMail> => {
  const parsed = await parseMail(Buffer.from(raw, 'utf8'))
  return parsed ? readMail(parsed) : { kind: 'none' }
}
const mail = (...lines: string[]) => heard(lines.join('\r\n'))

const plain = (...body: string[]) =>
  mail(
    'From: "Ana, Souza" <Ana@Exemplo.com.br>',
    'To: contato@loja.br',
    'Subject: =?utf-8?Q?Re:_Seu_?= =?utf-8?B?cGVkaWRv?=',
    'Date: Mon, 23 Nov 2026 09:00:00 -0300',
    'Message-ID: <abc@mail.exemplo>',
    `In-Reply-To: <${id}@loja.br>`,
    `References: <pedido.${orderId}@loja.br>`,
    ' <outro@exemplo>',
    '',
    ...body,
  )

test('reads an answer with the message it answers, and without the quote', async () => {
  expect(
    await plain(
      'Olá, já paguei.',
      '',
      'Obrigada!',
      '',
      'Em seg., 23 de nov. de 2026 às 08:00, Loja <contato@loja.br> escreveu:',
      '> Seu pedido',
    ),
  ).toEqual({
    kind: 'mail',
    ...{
      address: 'ana@exemplo.com.br',
      name: 'Ana, Souza',
      subject: 'Re: Seu pedido',
      id: 'abc@mail.exemplo',
    },
    text: 'Olá, já paguei.\n\nObrigada!',
    at: new Date('2026-11-23T12:00:00Z'),
    isForged: false,
    repliesTo: { messageId: id, orderId },
    left: [],
  })
})

test.each([
  ['a signature', ['Sim.', '-- ', 'Ana', 'Diretora'], 'Sim.'],
  ['an English quote', ['Yes.', 'On Mon, 23 Nov 2026, Loja wrote:', '> x'], 'Yes.'],
  ['quoted lines', ['Certo', '> antes'], 'Certo'],
  [
    'an introduction in two lines',
    ['Sim.', 'Em seg., 23 de nov. de 2026, Loja', '<a@b.co> escreveu:', '', '> x'],
    'Sim.',
  ],
  [
    'answers between quoted lines',
    [
      'Olá, respondo abaixo.',
      'Em seg., 23 de nov. de 2026 às 08:00, Loja <contato@loja.br> escreveu:',
      '> Qual o melhor horário?',
      'À tarde.',
      '> Pode mandar o RG?',
      '>',
      'Amanhã.',
      '',
      '> Loja',
    ],
    'Olá, respondo abaixo.\n\nÀ tarde.\n\nAmanhã.',
  ],
  ['an answer below the quote', ['On Mon, Loja wrote:', '> Tudo certo?', '', 'Tudo.'], 'Tudo.'],
  ['an answer below a signature and a quote', ['-- ', 'Ana', '> Tudo certo?', 'Tudo.'], 'Tudo.'],
  ['a line of two dashes', ['Oi', '--', 'o resto'], 'Oi\n--\no resto'],
  [
    'a signature mark with much below it',
    ['Oi', '-- ', ...Array.from({ length: 12 }, () => 'texto')],
    `Oi\n--${'\ntexto'.repeat(12)}`,
  ],
  [
    'an unmarked quoted message that may contain answers',
    ['Veja', '-----Mensagem original-----', 'Pode?', 'Posso sim.'],
    'Veja\n\n-----Mensagem original-----\nPode?\nPosso sim.',
  ],
  ['only a quote', ['> só isto'], '> só isto'],
])('%s', async (_name, body, text) => {
  expect(await plain(...body)).toMatchObject({ text })
})

test('decodes parts, encodings and charsets, turns HTML into text, and lists files without storing them', async () => {
  const read = await mail(
    'From: ana@exemplo.com.br',
    'Content-Type: multipart/mixed; boundary="b1"',
    '',
    'preamble',
    '--b1',
    'Content-Type: multipart/alternative; boundary=b2',
    '',
    '--b2',
    'Content-Type: text/html; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<style>p{}</style><p>N=E3o &lt;b&gt; recebi=',
    ' nada</p><script>alert(1)</script>Obrigada&nbsp;&#33;',
    '--b2--',
    '--b1',
    'Content-Type: application/pdf; name="rg.pdf"',
    'Content-Disposition: attachment; filename="../rg.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERi0=',
    '--b1--',
  )
  expect(read).toMatchObject({ text: 'Não <b> recebi nada\nObrigada !', left: ['..rg.pdf'], name: '' })
})

test('reads answers between the quoted parts of HTML, and not the quotes', async () => {
  const read = await mail(
    'From: ana@exemplo.com.br',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<div>Respondo abaixo.</div><div>Em seg., Loja &lt;a@b.co&gt; escreveu:<br></div>',
    '<blockquote type="cite"><p>Qual o horário?</p>',
    'Outra linha<blockquote>mais antiga</blockquote>ainda</blockquote>',
    '<div>À tarde.</div><BLOCKQUOTE>E o RG?<br>Segue?</BLOCKQUOTE><p>Amanhã.</p>',
  )
  expect(read).toMatchObject({ text: 'Respondo abaixo.\n\nÀ tarde.\n\nAmanhã.' })
})

test('splits off an unmarked quoted message, and stores none of its secret links', async () => {
  const secret = `https://loja.br/auth/nova-senha?token=${'a1B2'.repeat(10)}`
  const read = await plain(
    'Posso.',
    '',
    'De: Loja <contato@loja.br>',
    'Assunto: Sua senha',
    '',
    secret,
    'Sim.',
  )
  const text = read.kind === 'mail' ? read.text : ''
  expect(text).not.toContain('a1B2a1B2')
  expect(splitQuote(text)).toEqual({
    own: 'Posso.',
    quoted: expect.stringMatching(/^De: Loja <contato@loja.br>\nAssunto: Sua senha\n\nhttps.*\nSim\.$/),
  })
  for (const whole of ['Oi', 'De: a@b.co\nEncaminho', '']) {
    expect(splitQuote(whole)).toEqual({ own: whole, quoted: '' })
  }
})

test('reads base64 text in UTF-8', async () => {
  const body = Buffer.from('Olá, tudo certo? ✓').toString('base64')
  const read = await mail(
    'From: a@b.co',
    'Content-Transfer-Encoding: base64',
    'Content-Type: text/plain',
    '',
    body,
  )
  expect(read).toMatchObject({
    text: 'Olá, tudo certo? ✓',
    subject: '',
    repliesTo: undefined,
    at: undefined,
    id: '',
  })
})

test.each([
  ['Auto-Submitted: auto-replied'],
  ['Precedence: bulk'],
  ['X-Autoreply: yes'],
  ['List-Id: <x.y>'],
  ['Return-Path: <>'],
])('does not answer a machine: %s', async (header) => {
  expect(await mail('From: a@b.co', header, '', 'Estou de férias')).toEqual({ kind: 'none' })
})

test('accepts mail marked “Auto-Submitted: no”; ignores mail without exactly one sender address', async () => {
  expect(await mail('From: a@b.co', 'Auto-Submitted: no', '', 'Oi')).toMatchObject({ kind: 'mail' })
  for (const from of ['', 'Ana', 'a@b.co, c@d.co', '<a@b>', 'equipe: a@b.co, c@d.co;']) {
    expect(await mail(`From: ${from}`, '', 'Oi')).toEqual({ kind: 'none' })
  }
})

const bounce = (fields: string[], original = [`Message-ID: <${id}@loja.br>`]) =>
  mail(
    'From: MAILER-DAEMON@mx.exemplo',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="r"',
    '',
    '--r',
    'Content-Type: text/plain',
    '',
    'Não foi entregue.',
    '--r',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.exemplo',
    '',
    ...fields,
    '',
    '--r',
    'Content-Type: text/rfc822-headers',
    '',
    ...original,
    '--r--',
  )
const failed = ['Final-Recipient: rfc822; Ana@Exemplo.com.br', 'Action: failed', 'Status: 5.1.1']

test('reads from a bounce which message did not arrive, at which address, and why', async () => {
  const read = { kind: 'bounce', messageId: id, address: 'ana@exemplo.com.br', code: '5.1.1' }
  expect(await bounce(failed)).toEqual(read)
  expect(await bounce(['Original-Recipient: rfc822;<ana@exemplo.com.br>', ...failed])).toEqual(read)
  expect(await bounce(['Action: FAILED', 'Status: x'])).toMatchObject({ code: '5.0.0', address: '' })
})

test('reads a bounce with the full original', async () => {
  const read = await mail(
    'Content-Type: multipart/report; boundary=r',
    '',
    '--r',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; x',
    '',
    ...failed,
    '--r',
    'Content-Type: message/rfc822',
    '',
    'Subject: Oi',
    `Message-ID: <${id}@loja.br>`,
    '',
    'corpo',
    '--r--',
  )
  expect(read).toMatchObject({ kind: 'bounce', messageId: id })
})

test('a delay, or a report about a message that is not ours, changes nothing', async () => {
  expect(await bounce(['Action: delayed', 'Status: 4.4.1'])).toEqual({ kind: 'none' })
  expect(await bounce(failed, ['Message-ID: <x@y.co>'])).toEqual({ kind: 'none' })
  expect(await bounce(failed, ['Subject: x'])).toEqual({ kind: 'none' })
})

test('removes characters that a database cannot store or that change the text direction', async () => {
  const read = await mail(
    'From: "Ana \u202e\u2066\u0001fdp" <ana@exemplo.com.br>',
    'Subject: \u202eexe.\u0000a',
    'Message-ID: <a\u0000b@exemplo>, <c@exemplo>',
    'Date: -271821-04-20T00:00:00Z',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    ...['--b', 'Content-Type: text/plain; charset=utf-8', '', 'Oi \u202e\u0000\u0007\u2069👩‍👧 tudo\tbem?'],
    ...[
      '--b',
      'Content-Type: application/pdf',
      'Content-Disposition: attachment; filename="a\u202efdp.exe"',
      '',
      'x',
    ],
    '--b--',
  )
  expect(read).toEqual({
    ...{ kind: 'mail', address: 'ana@exemplo.com.br', name: 'Ana fdp', subject: 'exe. a', id: 'c@exemplo' },
    ...{
      text: 'Oi 👩‍👧 tudo\tbem?',
      at: undefined,
      isForged: false,
      repliesTo: undefined,
      left: ['afdp.exe'],
    },
  })
})

test('answers nobody when two headers name two senders', async () => {
  const two = ['From: Ana <ana@exemplo.com.br>', 'From: outra@exemplo.org']
  for (const from of [two, two.toReversed()]) expect(await mail(...from, '', 'Oi')).toEqual({ kind: 'none' })
})

test('reads the forged-address verdict only from the header that our mail server wrote', async () => {
  const result = (found: string) =>
    `Authentication-Results: mx.loja.br; spf=pass; dmarc=${found} header.from=exemplo.com.br`
  const read = (...results: string[]) => mail(...results, 'From: ana@exemplo.com.br', '', 'Oi')
  expect(await read(result('fail (p=none)'))).toMatchObject({ isForged: true })
  expect(await read(result('fail (p=none)'), result('pass'))).toMatchObject({ isForged: true })
  for (const header of ['pass', 'none', 'failure'].map(result))
    expect(await read(header)).toMatchObject({ isForged: false })
  expect(await read(result('pass'), result('fail'))).toMatchObject({ isForged: false })
})

test('reads any input without an error', async () => {
  const odd = ['', '\n', 'x', 'Content-Type: multipart/mixed; boundary=a\n\n--a\n--a--', '=?utf-8?B?!?=']
  for (const raw of odd) expect(await heard(raw)).toEqual({ kind: 'none' })
  const nested = 'Content-Type: multipart/mixed; boundary=a\n\n--a\n'
  expect(await heard(`From: a@b.co\n${nested.repeat(10)}`)).toMatchObject({ kind: 'mail' })
  expect(await parseMail(Buffer.from(`From: a@b.co\n${nested.repeat(400)}`))).toBeUndefined()
  expect(await parseMail(Buffer.from(`X: ${'a'.repeat(300_000)}\n\nOi`))).toBeUndefined()
})

test('reads names and files in the encodings of RFC 2231 and RFC 6532', async () => {
  const read = await mail(
    'From: João <joão@exemplo.com.br>',
    'Subject: Ação',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes',
    '',
    'Segue o com ',
    'provante.',
    '--b',
    'Content-Type: application/octet-stream',
    "Content-Disposition: attachment; filename*0*=utf-8''comprova; filename*1*=%C3%A7%C3%A3o.pdf",
    '',
    'x',
    '--b',
    'Content-Type: image/png',
    '',
    'x',
    '--b--',
  )
  expect(read).toMatchObject({
    name: 'João',
    address: 'joão@exemplo.com.br',
    subject: 'Ação',
    text: 'Segue o comprovante.',
    left: ['comprovação.pdf', 'arquivo'],
  })
})

test('reads an Exchange report with an international original as a bounce', async () => {
  const read = await mail(
    'From: <>',
    'Auto-Submitted: auto-replied',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="_000_"',
    '',
    '--_000_',
    'Content-Type: multipart/alternative; boundary="_001_"',
    '',
    '--_001_',
    'Content-Type: text/html; charset="us-ascii"',
    '',
    '<p>Delivery has failed</p>',
    '--_001_--',
    '--_000_',
    'Content-Type: message/global-delivery-status',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(
      'Reporting-MTA: dns;x\r\n\r\nFinal-recipient: RFC822;\r\n ana@exemplo.com.br\r\nAction: failed\r\nStatus: 5.4.310\r\n',
    ).toString('base64'),
    '--_000_',
    'Content-Type: message/global-headers',
    '',
    'Subject: Ação',
    'Message-ID:',
    ` <${id}@loja.br>`,
    '--_000_--',
  )
  expect(read).toEqual({ kind: 'bounce', messageId: id, address: 'ana@exemplo.com.br', code: '5.4.310' })
})

test('names at most ten files, and truncates names', async () => {
  const written = {
    headers: new Map(),
    from: [{ address: 'a@b.co', name: 'n'.repeat(90) }],
    report: undefined,
  }
  const files = Array.from({ length: 12 }, (_, index) => `${index}.pdf`)
  const read = readMail({ ...written, subject: 's'.repeat(300), text: 't'.repeat(20_000), html: '', files })
  expect(read).toMatchObject({ left: files.slice(0, 10), name: 'n'.repeat(80), subject: 's'.repeat(200) })
  expect(read).toMatchObject({ text: `${'t'.repeat(9_996)}\n[…]` })
  const long = { ...written, subject: '', text: '', html: '<p>Oi</p>', files: ['f'.repeat(120)] }
  expect(readMail(long)).toMatchObject({ left: ['f'.repeat(100)], text: 'Oi' })
})

// Patterns of quadratic cost would take minutes.
test.each([
  '<',
  '<style>',
  '</style',
  '<br',
  '&#',
  ' ',
  '\n',
  '\n--\n',
  '\n-- \n',
  '\nEm x',
  '<blockquote>',
  'Em ',
  '-- ',
  'De: ',
  '@',
  '> ',
])('reads a megabyte of %j in time', (sign) => {
  const text = `${sign.repeat(1_000_000 / sign.length)}x`
  const read = (words: Partial<ParsedMail>) =>
    readMail({
      ...{ headers: new Map(), from: [{ address: 'a@b.co', name: text }], subject: text },
      ...{ text: '', html: '', files: [text], report: undefined, ...words },
    })
  expect(read({ text })).toMatchObject({ kind: 'mail' })
  expect(read({ html: text })).toMatchObject({ kind: 'mail' })
})
