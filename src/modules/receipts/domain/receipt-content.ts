import { formatDate, formatInstant, type IsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { type Centavos, formatBRL, sum } from '../../../core/money.ts'
import type { ManualChannel, PaymentMethod } from '../../../core/payment-terms.ts'
import { inWords } from './in-words.ts'
import {
  type Customer,
  documentFact,
  type Issuer,
  issuerFacts,
  methodNames,
  type PdfContent,
} from './pdf-content.ts'

/** A received payment. Amounts in centavos. */
export interface ReceiptFacts {
  issuer: Issuer
  customer: Customer
  method: PaymentMethod
  /** The channel of money received outside the providers: then only the day is known. */
  channel?: ManualChannel | undefined
  receivedAt: Date
  /** The provider's payment id, which proves the payment. */
  authentication: { provider: string; id: string }
  /** The total received. */
  total: Centavos
  lines: ReceiptLine[]
}

interface ReceiptLine {
  /** 'Parcela 3'. */
  label: string
  serviceTitle: string
  orderNumber: string
  dueDate: IsoDate
  /** The instalment's own amount. */
  amount: Centavos
  lateFee?: Centavos
  interest?: Centavos
  /** Positive; subtracted. */
  discount?: Centavos
}

const channels: Record<ManualChannel, string> = {
  transfer: 'Transferência',
  deposit: 'Depósito',
  cash: 'Dinheiro',
}

function receivedText({ channel, receivedAt }: ReceiptFacts): string {
  if (channel) return formatDate(todayInSaoPaulo(receivedAt))
  return `${formatInstant(receivedAt)}, horário de Brasília`
}

/** The content of a receipt: who paid whom, how much, for what, when and how (Código Civil, art. 320; CDC 42-A). */
export function receiptContent(facts: ReceiptFacts): PdfContent {
  const { issuer, customer, total, lines } = facts
  const amount = formatBRL(total)
  const { term, value } = documentFact(customer)
  const rows = lines.flatMap(rowsOf)
  const surplus = total - sum(rows.map(([, , , centavos]) => centavos))
  if (surplus > 0) rows.push(['Recebido a mais, a seu crédito', '', '', surplus])
  // Staff accepted less as full payment.
  if (surplus < 0) rows.push(['Diferença já acertada', '', '', surplus])
  return {
    title: 'Recibo de pagamento',
    issuer: `${issuer.legalName}, CNPJ ${issuer.cnpj}`,
    opening: [
      { kind: 'amount', text: amount },
      {
        kind: 'text',
        text: `Recebemos de ${customer.name}, ${term} ${value}, a quantia de ${amount} (${inWords(total)}), e damos quitação do que está listado abaixo.`,
      },
    ],
    sections: [
      {
        heading: 'O que foi pago',
        blocks: [
          {
            kind: 'table',
            columns: [
              { label: 'Parcela', share: 0.33, align: 'left' },
              { label: 'Serviço', share: 0.27, align: 'left' },
              { label: 'Vencimento', share: 0.18, align: 'left' },
              { label: 'Valor', share: 0.22, align: 'right' },
            ],
            rows: rows.map(([label, service, due, centavos]) => [label, service, due, formatBRL(centavos)]),
            total: ['Total recebido', '', '', amount],
          },
        ],
      },
      {
        heading: 'Como foi pago',
        blocks: [
          {
            kind: 'facts',
            rows: [
              { term: 'Forma', value: facts.channel ? channels[facts.channel] : methodNames[facts.method] },
              { term: 'Recebido em', value: receivedText(facts) },
              { term: 'Pedido', value: [...new Set(lines.map(({ orderNumber }) => orderNumber))].join(', ') },
              { term: 'Autenticação', value: authenticationText(facts.authentication) },
            ],
          },
        ],
      },
      { heading: 'Quem recebeu', blocks: [{ kind: 'facts', rows: issuerFacts(issuer) }] },
    ],
  }
}

const providers: { readonly [name: string]: string } = {
  'mercado-pago': 'no Mercado Pago',
  'api-pix': 'no banco, por Pix',
  manual: 'registrado pela nossa equipe',
}

function authenticationText({ provider, id }: ReceiptFacts['authentication']): string {
  return `pagamento ${id} ${providers[provider] ?? `em ${provider}`}`
}

type Row = [label: string, service: string, due: string, centavos: Centavos]

function rowsOf({
  label,
  serviceTitle,
  dueDate,
  amount,
  lateFee = 0,
  interest = 0,
  discount = 0,
}: ReceiptLine): Row[] {
  const extra: Row[] = [
    [`Multa por atraso, ${label}`, '', '', lateFee],
    [`Juros por atraso, ${label}`, '', '', interest],
    [`Desconto, ${label}`, '', '', -discount],
  ]
  return [
    [label, serviceTitle, formatDate(dueDate), amount],
    ...extra.filter(([, , , centavos]) => centavos !== 0),
  ]
}
