import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../scripts/lib/root.ts'
import { greetingTo } from '../src/core/text.ts'
import { consultationOf } from '../src/modules/catalogue/public.ts'
import { consultationPaidMessage } from '../src/modules/consultations/messages.ts'
import { orderOnHoldMessage, paymentConfirmedMessage } from '../src/modules/orders/messages.ts'
import {
  amountMismatchMessage,
  creditMessage,
  manualUndoneMessage,
  refundedMessage,
} from '../src/modules/payments/messages.ts'
import { proposalReceived } from '../src/modules/proposals/messages.ts'
import { receiptMessage } from '../src/modules/receipts/messages.ts'

const nome = 'Maria Aparecida da Silva'
const url = 'https://exemplo.com.br/x'
const order = { nome, number: 'RC-7K4P2', serviceTitle: 'Limpeza de Nome', trackingUrl: url }

test.each([
  [
    'the first payment',
    paymentConfirmedMessage({ ...order, deliveryDate: '2026-12-22', isContacted: false }),
  ],
  ['an order on hold', orderOnHoldMessage(order)],
  [
    'another amount',
    amountMismatchMessage({
      nome,
      description: 'Limpeza de Nome',
      asked: 40_000,
      received: 4_000,
      paymentsUrl: url,
    }),
  ],
  ['a credit', creditMessage({ nome, amount: 9_990, reason: 'duplicate', paymentsUrl: url })],
  ['a refund', refundedMessage({ nome, amount: 9_990, description: 'Limpeza de Nome', paymentsUrl: url })],
  ['a receipt', receiptMessage({ nome, amount: 9_990, number: '2026-1', url })],
])('the e-mail about %s greets a customer by first name alone', (_, { text }) => {
  expect(text.match(/^Olá.*?[.!]/gm)).toEqual(['Olá, Maria.'])
  expect(text).not.toContain('Aparecida')
})

test.each([
  [
    'a paid look-up',
    consultationPaidMessage({ consultation: consultationOf('cpf'), promisedAt: new Date(0), link: url }),
  ],
  ['a request about a vehicle', proposalReceived()],
])('the e-mail about %s to an unproven address repeats no typed name', (_, { text }) => {
  expect(text.match(/^Olá.*?[.!]/gm)).toEqual(['Olá!'])
})

test('a person without a name is greeted too', () => {
  expect([greetingTo(''), greetingTo('  Ana\nLima ')]).toEqual(['Olá!', 'Olá, Ana.'])
})

test.each([
  ['duplicate', 'Recebemos R$ 99,90 de novo: esse valor já tinha sido pago.'],
  ['excess', 'Recebemos R$ 99,90 a mais do que o cobrado.'],
  ['partial', 'Recebemos R$ 99,90, menos do que o cobrado.'],
  ['late', 'Recebemos R$ 99,90 por uma parcela que já não estava em aberto.'],
  ['unmatched', 'Recebemos R$ 99,90 e ainda não identificamos a cobrança.'],
] as const)('the e-mail about a credit gives its reason: %s', (reason, sentence) => {
  expect(
    creditMessage({ nome, amount: 9_990, reason, paymentsUrl: url }).text.replaceAll('\u00a0', ' '),
  ).toContain(sentence)
})

test('messages about money that may be of several instalments name none in the singular', () => {
  const written = [
    creditMessage({ nome, amount: 59_980, reason: 'duplicate', paymentsUrl: url }),
    manualUndoneMessage({ nome, amount: 59_980, on: '20/11/2026', isOwedAgain: true, paymentsUrl: url }),
  ]
  for (const { text } of written) expect(text).not.toMatch(/\b(a|essa|desta) parcela/i)
})

/** Sentences of the specification (sections 5 and 8), which stay unchanged. */
const fixed = [
  'Email inválido',
  'Email ou senha inválidos.',
  'Verifique seu email',
  'Erro ao enviar email',
  'Email enviado!',
  'Chave PIX copiada!',
  'Código PIX copiado!',
  // Name of a plan in section 9, stored with every order.
  'PIX à vista',
]

/** One spelling in the texts that people read. The terms and the policy keep the wording of their published version. */
const sources = globSync(['src/web/copy/*.ts', 'src/modules/*/messages.ts'], { cwd: inRoot() })

test.each([
  ['Pix', /'[^']*\bPIX\b[^']*'|`[^`]*\bPIX\b[^`]*`/],
  ['E-mail', /(?:'(?:[^'/]*[ “])?|`(?:[^`/]*[ “])?)(?:[Ee]mail)(?:[ .,:;!?][^'`]*)?(?:'|`)/],
])('%s is spelled in one way', (_, other) => {
  expect(sources.length).toBeGreaterThan(40)
  const found = sources.flatMap((file) =>
    readFileSync(inRoot(file), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\/\/|\/?\*|import|name:|export type|kind:)/.test(line) && other.test(line))
      .filter((line) => !fixed.some((sentence) => line.includes(sentence)))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
