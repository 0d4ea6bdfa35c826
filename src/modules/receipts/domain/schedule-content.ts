import { nextBusinessDay } from '../../../core/business-days.ts'
import { formatDate, type IsoDate } from '../../../core/calendar.ts'
import { type Centavos, formatBRL } from '../../../core/money.ts'
import {
  type Customer,
  documentFact,
  type Issuer,
  issuerFacts,
  type PdfBlock,
  type PdfContent,
} from './pdf-content.ts'

/** An order and its payment schedule. Amounts in centavos. */
export interface ScheduleFacts {
  issuer: Issuer
  customer: Customer
  orderNumber: string
  serviceTitle: string
  /** The payment plan as text. */
  paymentType: string
  total: Centavos
  cashPrice: Centavos
  instalments: ScheduledInstalment[]
  /** The page to pay it on. */
  paymentsUrl: string
}

interface ScheduledInstalment {
  /** 'Parcela 3'. */
  label: string
  dueDate: IsoDate
  /** The due date of the contract, of an instalment that was postponed. */
  postponedFrom?: IsoDate | undefined
  amount: Centavos
  situation: Situation
}

export type Situation =
  | { kind: 'open' }
  | { kind: 'paid'; on: IsoDate }
  | { kind: 'cancelled' }
  | { kind: 'returned' }
  | { kind: 'renegotiated' }

/**
 * The content of an order's payment schedule as of now: total and cash price (CDC 52), each instalment with the last day
 * without late charges, and how to pay. Never a payment code, which could not be verified on paper.
 */
export function scheduleContent(facts: ScheduleFacts): PdfContent {
  const { issuer, customer, total, cashPrice, instalments } = facts
  return {
    title: 'Carnê de pagamento',
    issuer: `${issuer.legalName}, CNPJ ${issuer.cnpj}`,
    opening: [
      {
        kind: 'text',
        text: `Todas as parcelas de ${facts.serviceTitle} e a situação de cada uma na data de emissão. Uma via atualizada está sempre na sua conta.`,
      },
    ],
    sections: [
      {
        heading: 'O que foi contratado',
        blocks: [
          {
            kind: 'facts',
            rows: [
              { term: 'Serviço', value: facts.serviceTitle },
              { term: 'Pedido', value: facts.orderNumber },
              { term: 'Forma de pagamento', value: facts.paymentType },
              { term: 'Valor no contrato', value: formatBRL(total) },
              { term: 'Preço à vista', value: formatBRL(cashPrice) },
              {
                term: 'Diferença',
                value: total === cashPrice ? 'nenhuma' : formatBRL(total - cashPrice),
              },
              { term: 'Cliente', value: customer.name },
              documentFact(customer),
            ],
          },
        ],
      },
      {
        heading: 'Parcelas',
        blocks: [
          {
            kind: 'text',
            text: 'Quando o vencimento cai em dia sem banco, a parcela pode ser paga sem acréscimo até o próximo dia útil, indicado na tabela.',
          },
          {
            kind: 'table',
            columns: [
              { label: 'Parcela', share: 0.16, align: 'left' },
              { label: 'Vencimento', share: 0.17, align: 'left' },
              { label: 'Sem acréscimo até', share: 0.24, align: 'left' },
              { label: 'Valor', share: 0.17, align: 'right' },
              { label: 'Situação', share: 0.26, align: 'left' },
            ],
            rows: instalments.map(({ label, dueDate, amount, situation }) => [
              label,
              formatDate(dueDate),
              formatDate(nextBusinessDay(dueDate)),
              formatBRL(amount),
              situationText(situation),
            ]),
          },
          ...instalments.filter(({ postponedFrom }) => postponedFrom).map(postponedText),
        ],
      },
      { heading: 'Como pagar', blocks: howToPay(facts) },
      { heading: 'Quem cobra', blocks: [{ kind: 'facts', rows: issuerFacts(issuer) }] },
    ],
  }
}

function howToPay({ instalments, paymentsUrl }: ScheduleFacts): PdfBlock[] {
  if (instalments.every(({ situation }) => situation.kind !== 'open')) {
    return [{ kind: 'text', text: 'Nenhuma parcela está em aberto: não há nada a pagar por este carnê.' }]
  }
  return [
    { kind: 'text', text: 'Entre na sua conta, escolha as parcelas e pague nesta página:' },
    { kind: 'link', url: paymentsUrl, text: 'Pagamentos da sua conta' },
    {
      kind: 'text',
      text: 'Este carnê não traz código de barras, QR Code nem chave Pix: o código de cada pagamento é gerado na hora, só na página acima. Não pague por código impresso ou enviado por mensagem em nosso nome.',
    },
  ]
}

function postponedText({ label, dueDate, postponedFrom = dueDate }: ScheduledInstalment) {
  const text = `${label}: adiada a seu pedido, de ${formatDate(postponedFrom)} para ${formatDate(dueDate)}, sem acréscimo.`
  return { kind: 'text' as const, text }
}

function situationText(situation: Situation): string {
  switch (situation.kind) {
    case 'open':
      return 'Em aberto'
    case 'paid':
      return `Paga em ${formatDate(situation.on)}`
    case 'cancelled':
      return 'Cancelada'
    case 'returned':
      return 'Devolvida'
    case 'renegotiated':
      return 'Trocada na renegociação'
    default:
      return situation satisfies never
  }
}
