import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { release } from '../../../src/modules/catalogue/public.ts'
import type { OrderStatus } from '../../../src/modules/orders/public.ts'
import { OrderCard } from '../../../src/web/routes/orders/order-card.tsx'
import { CompanyContext } from '../../../src/web/ui/use-company.ts'
import { seenIn } from '../../support/seen.ts'

type Shown = Parameters<typeof OrderCard>[0]['order']

const step = (number: number, completedAt: Date | null, dueOn: string | null = null) => ({
  number,
  name: `Etapa ${number}`,
  description: `O que é ${number}.`,
  completed: completedAt !== null,
  completedAt,
  dueOn,
  words: null,
  protocol: null,
  file: null,
})

/** An order that was signed on 2 March, paid on the 4th, with its first step done on the 6th. */
function markup(status: OrderStatus, over: Partial<Shown> = {}): string {
  const order: Shown = {
    id: 'o1',
    number: 'RC-7K4P2',
    userId: 'u1',
    serviceId: 'clean-name',
    planId: 'a-vista',
    serviceTitle: 'Limpeza de Nome',
    servicePrice: 150_000,
    paymentType: 'PIX à vista',
    status,
    progress: 50,
    startDate: '2026-03-04',
    deliveryDate: '2026-04-03',
    dueOn: '2026-03-20',
    contactedAt: new Date('2026-03-04T15:00:00Z'),
    createdAt: new Date('2026-03-02T12:00:00Z'),
    updatedAt: new Date('2026-03-06T12:00:00Z'),
    steps: [step(1, new Date('2026-03-06T12:00:00Z'), '2026-03-10'), step(2, null, '2026-04-01')],
    mayWithdraw: false,
    withdrawal: undefined,
    renegotiatedOn: undefined,
    ...over,
  }
  return renderToStaticMarkup(
    <CompanyContext value={release.company}>
      <OrderCard order={order} firstDue="2026-03-05" today="2026-03-10" />
    </CompanyContext>,
  )
}

const card = (...given: Parameters<typeof markup>) => seenIn(markup(...given))

const of = ' de Limpeza de Nome, pedido RC-7K4P2'
const toPayments = [`Ver pagamentos${of} → /payments`]
const documents = [
  `Cópia do contrato${of} → /contract/copia/o1`,
  `Carnê em PDF${of} → /payments/carne/o1`,
  expect.stringMatching(/^Preciso de ajuda.* → https:\/\/wa\.me\//),
]
const head = (status: string) => [status, 'Limpeza de Nome', 'Pedido RC-7K4P2']
const done = [
  'Concluído: Assinatura do contrato Concluída em 02/03/2026',
  'Concluído: Confirmação do primeiro pagamento Concluída em 04/03/2026',
  'Concluído: Etapa 1 O que é 1. Concluída em 06/03/2026',
]
const begun = ['Contratado em', '02/03/2026', 'Início', '04/03/2026']
const promised = ['Entrega prevista', '03/04/2026 Faltam 24 dias']
const price = ['Valor', 'R$ 1.500,00', 'Pagamento', 'PIX à vista']
const now = 'Agora: Etapa 2 O que é 2. Pendente, prevista até 03/04/2026'

test.each<[string, string[], unknown[]]>([
  [
    'that waits for its first payment',
    card('pending', { startDate: null, progress: 0, steps: [step(1, null), step(2, null)] }),
    [
      ...head('Aguardando Pagamento'),
      '(now) O que acontece agora',
      'Falta o primeiro pagamento. Quando ele for confirmado, a equipe começa e avisa você.',
      '0%',
      'Concluído: Assinatura do contrato Concluída em 02/03/2026',
      'Agora: Primeiro pagamento A pagar até 05/03/2026',
      'Etapa 1 O que é 1. Aguardando início',
      'Etapa 2 O que é 2. Pendente',
      ...['Contratado em', '02/03/2026', ...promised, ...price],
      `Pagar agora${of} → /payments`,
      ...documents,
    ],
  ],
  [
    'that is paid, and not contacted for too long',
    card('paid', { contactedAt: null, mayWithdraw: true }),
    [
      ...head('Em Andamento'),
      'O que acontece agora',
      'Pagamento confirmado. Nossa equipe já devia ter falado com você. Desculpe: se preferir não esperar, chame a gente no WhatsApp.',
      ...['50%', ...done, now, ...begun, ...promised, ...price, ...toPayments],
      ...documents.slice(0, 2),
      `Desistir da contratação${of} → /contract/desistir/o1`,
      ...documents.slice(2),
    ],
  ],
  [
    'that is worked on, with a new schedule',
    card('in_progress', { renegotiatedOn: '2026-03-08', deliveryDate: '2026-03-09' }),
    [
      ...head('Em Andamento'),
      'O que acontece agora',
      'A equipe está na etapa “Etapa 2”. Avisamos você quando ela terminar.',
      ...['50%', ...done, 'Agora: Etapa 2 O que é 2. Pendente, prevista até 09/03/2026', ...begun],
      ...['Entrega prevista', '09/03/2026 1 dia de atraso'],
      ...['Valor no contrato', 'R$ 1.500,00', 'Pagamento', 'Parcelas renegociadas em 08/03/2026'],
      ...[...toPayments, ...documents],
    ],
  ],
  [
    'that is on hold, without a countdown',
    card('on_hold'),
    [
      ...head('Em Análise'),
      '(now) O que acontece agora',
      'O que foi pago neste pedido voltou para você ou foi desfeito. Por isso o serviço está pausado. Nossa equipe confere em até 1 dia útil e fala com você.',
      ...['50%', ...done, 'Etapa 2 O que é 2. Pendente', ...begun, 'Entrega prevista', '03/04/2026'],
      ...[...price, ...toPayments, ...documents],
    ],
  ],
  [
    'that was delivered',
    card('completed', {
      progress: 100,
      steps: [step(1, new Date('2026-03-06T12:00:00Z')), step(2, new Date('2026-03-09T12:00:00Z'))],
    }),
    [
      ...head('Concluído'),
      'O que acontece agora',
      'Todas as etapas foram concluídas. Obrigado pela confiança.',
      ...['100%', ...done, 'Concluído: Etapa 2 O que é 2. Concluída em 09/03/2026', ...begun],
      ...['Entregue em', '09/03/2026', ...price, ...toPayments, ...documents],
    ],
  ],
  [
    'that was cancelled',
    card('cancelled'),
    [
      ...head('Cancelado'),
      'O que acontece agora',
      'Este pedido foi cancelado. Você não paga mais nenhuma parcela. Se houver dinheiro a devolver, avisamos você por e-mail quando a devolução sair.',
      ...['50%', ...done, 'Etapa 2 O que é 2. Não foi feita', ...begun, ...price],
      ...[`Ver pagamentos${of} → /payments?aba=pagas`, ...documents],
    ],
  ],
])('all that the card of an order says %s', (_, seen, expected) => {
  expect(seen).toEqual(expected)
})

test('a cancelled order that was never paid asks for no first payment', () => {
  const never = { startDate: null, progress: 0, steps: [step(1, null)] }
  expect(card('cancelled', never).join()).not.toContain('Primeiro pagamento')
})

test('an order that waits for its first payment is not said to be late', () => {
  const seen = card('pending', { startDate: null, deliveryDate: '2026-03-01' })
  expect(seen).toContain('01/03/2026')
  expect(seen.join()).not.toContain('atraso')
})

test('an amount in the payment of an order does not break after its R$', () => {
  expect(markup('paid', { paymentType: 'Cartão de crédito: 6x R$ 1.000,00' })).toContain(
    '6x R$\u00a01.000,00',
  )
})
