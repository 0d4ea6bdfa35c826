import { expect, test } from 'vitest'
import { readMail } from '../../../src/modules/notifications/domain/heard-mail.ts'

const id = '0199f0aa-0000-7000-8000-000000000001'
const orderId = '0199f0aa-0000-7000-8000-00000000000a'
const mail = (...lines: string[]) => readMail(Buffer.from(lines.join('\r\n'), 'utf8'))

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

test('an answer is read with what it answers and without what it quotes', () => {
  expect(
    plain(
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
    repliesTo: { messageId: id, orderId },
    left: [],
  })
})

test.each([
  ['a signature', ['Sim.', '-- ', 'Ana', 'Diretora'], 'Sim.'],
  ['an English quote', ['Yes.', 'On Mon, 23 Nov 2026, Loja wrote:', '> x'], 'Yes.'],
  ['quoted lines', ['Certo', '> antes'], 'Certo'],
  ['a forwarded message', ['Veja', '-----Mensagem original-----', 'x'], 'Veja'],
  ['nothing but a quote', ['> só isto'], '> só isto'],
])('%s', (_name, body, text) => {
  expect(plain(...body)).toMatchObject({ text })
})

test('parts, encodings and charsets are decoded; HTML becomes its words; files are named and left out', () => {
  const read = mail(
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

test('base64 text in UTF-8 is read', () => {
  const body = Buffer.from('Olá, tudo certo? ✓').toString('base64')
  const read = mail('From: a@b.co', 'Content-Transfer-Encoding: base64', 'Content-Type: text/plain', '', body)
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
])('a machine is not answered: %s', (header) => {
  expect(mail('From: a@b.co', header, '', 'Estou de férias')).toEqual({ kind: 'none' })
})

test('who submits by hand is no machine, and without one address there is nobody to answer', () => {
  expect(mail('From: a@b.co', 'Auto-Submitted: no', '', 'Oi')).toMatchObject({ kind: 'mail' })
  for (const from of ['', 'Ana', 'a@b.co, c@d.co', '<a@b>', 'a b@c.co']) {
    expect(mail(`From: ${from}`, '', 'Oi')).toEqual({ kind: 'none' })
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

test('a report says which message did not arrive, at whom, and why', () => {
  const read = { kind: 'bounce', messageId: id, address: 'ana@exemplo.com.br', code: '5.1.1' }
  expect(bounce(failed)).toEqual(read)
  expect(bounce(['Original-Recipient: rfc822;<ana@exemplo.com.br>', ...failed])).toEqual(read)
  expect(bounce(['Action: FAILED', 'Status: x'])).toMatchObject({ code: '5.0.0', address: '' })
})

test('the original may be whole', () => {
  const read = mail(
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

test('a delay, and a report about what is not ours, change nothing', () => {
  expect(bounce(['Action: delayed', 'Status: 4.4.1'])).toEqual({ kind: 'none' })
  expect(bounce(failed, ['Message-ID: <x@y.co>'])).toEqual({ kind: 'none' })
  expect(bounce(failed, ['Subject: x'])).toEqual({ kind: 'none' })
})

test('whatever comes is read without an error', () => {
  const odd = ['', '\n', 'x', 'Content-Type: multipart/mixed; boundary=a\n\n--a\n--a--', '=?utf-8?B?!?=']
  for (const raw of odd) expect(readMail(Buffer.from(raw))).toEqual({ kind: 'none' })
  const nested = 'Content-Type: multipart/mixed; boundary=a\n\n--a\n'.repeat(40)
  expect(readMail(Buffer.from(`From: a@b.co\n${nested}`))).toMatchObject({ kind: 'mail' })
})
