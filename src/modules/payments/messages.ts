import { nextBusinessDay } from '../../core/business-days.ts'
import { formatDate, type IsoDate } from '../../core/calendar.ts'
import { MONEY_REVIEW_DAYS } from '../../core/commitments.ts'
import { fillWords, type MessageWords } from '../../core/fill-words.ts'
import { type Centavos, formatBRL, sum } from '../../core/money.ts'
import { counted, greetingTo } from '../../core/text.ts'
import type { CreditReason } from './domain/credit.ts'
import type { InstalmentKind } from './domain/instalment.ts'
import { PIX_NIGHT } from './domain/night-limit.ts'

const reviewed = counted(MONEY_REVIEW_DAYS, 'dia útil', 'dias úteis')

/** Notifies a payer of an amount mismatch: nothing is marked as paid, nothing is lost, nothing more is due meanwhile. */
export function amountMismatchMessage(charge: {
  nome: string
  description: string
  asked: Centavos
  received: Centavos
  /** Undefined when the payer has no list of payments. */
  paymentsUrl: string | undefined
}): { subject: string; text: string } {
  const { nome, description, paymentsUrl } = charge
  const [received, asked] = [formatBRL(charge.received), formatBRL(charge.asked)]
  return {
    subject: 'Recebemos um valor diferente: não pague de novo',
    text: [
      greetingTo(nome),
      `Recebemos ${received} por ${description}, mas o valor cobrado era ${asked}.`,
      'Por isso ainda não marcamos nada como pago. Seu dinheiro está guardado com a gente.',
      `Nossa equipe confere em até ${reviewed} e fala com você. Até lá, não pague de novo.`,
      ...(paymentsUrl ? [`Acompanhe aqui:\n${paymentsUrl}`] : []),
    ].join('\n\n'),
  }
}

/** Notifies a payer of a credit, and that the team resolves it. */
export function creditMessage(credit: {
  nome: string
  amount: Centavos
  reason: CreditReason
  paymentsUrl: string
}): { subject: string; text: string } {
  const { nome, reason, paymentsUrl } = credit
  const amount = formatBRL(credit.amount)
  return {
    subject: `Você tem ${amount} de crédito conosco`,
    text: [
      greetingTo(nome),
      `Recebemos ${amount}${reasonText[reason]} O valor é seu.`,
      reason === 'late'
        ? 'Já pedimos a devolução. Ela volta para a conta ou o cartão de onde saiu.'
        : `Nossa equipe confere em até ${reviewed} e devolve, ou usa em outra parcela se você preferir. Você não precisa fazer nada.`,
      `Acompanhe aqui:\n${paymentsUrl}`,
    ].join('\n\n'),
  }
}

const reasonText: { readonly [reason in CreditReason]: string } = {
  duplicate: ' de novo: essa parcela já estava paga.',
  excess: ' a mais do que o cobrado.',
  partial: ', menos do que o cobrado.',
  late: ' por um pedido que já estava cancelado.',
  renegotiated: ' por uma parcela antiga, que a renegociação já tinha trocado.',
  unmatched: ' e ainda não identificamos a cobrança.',
}

/** An instalment in a reminder. */
export interface Reminded {
  number: number
  kind: InstalmentKind
  dueDate: IsoDate
  /** What it costs today. */
  total: Centavos
}

/** Reminds a customer of what has the same reminder today; what has another one is named below. */
export function reminderMessage({
  nome,
  words,
  today,
  instalments,
  others,
  limited,
  byCard,
  paymentsUrl,
  agreementUrl,
}: {
  nome: string
  words: MessageWords
  /** DATE in São Paulo. */
  today: IsoDate
  /** At least one. */
  instalments: readonly Reminded[]
  /** Of the same customer, with another reminder today. */
  others: readonly Reminded[]
  /** Whether banks may not let the payer send this much at night. */
  limited: boolean
  /** Whether all of them are paid by card, on the card's own page. */
  byCard: boolean
  paymentsUrl: string
  /** Where another form of payment is agreed on. */
  agreementUrl: string
}): { subject: string; text: string } {
  const { fromHour, untilHour, limit } = PIX_NIGHT
  const dates = [...new Set(instalments.map(({ dueDate }) => formatDate(dueDate)))]
  const { subject, text } = fillWords(words, {
    saudacao: greetingTo(nome),
    parcelas: named(instalments),
    data: dates.join(' e '),
    pagar: `${byCard ? 'Pague com cartão' : 'Pague com Pix'} aqui:\n${paymentsUrl}`,
    acordo: agreementUrl,
  })
  return {
    subject,
    text: [
      text,
      ...(limited
        ? [
            `Pague antes das ${fromHour}h: das ${fromHour}h às ${untilHour}h os bancos costumam limitar o Pix a ${formatBRL(limit)}.`,
          ]
        : []),
      ...withoutBanks(instalments, today),
      ...(others.length > 0
        ? [
            `Para lembrar também:\n${others.map((other) => `${lineOf(other)}, em ${formatDate(other.dueDate)}`).join('\n')}`,
          ]
        : []),
    ].join('\n\n'),
  }
}

/** What is due on a day without banks may be paid on the next one. */
function withoutBanks(instalments: readonly Reminded[], today: IsoDate): string[] {
  const due = instalments.find(({ dueDate }) => dueDate <= today && nextBusinessDay(dueDate) >= today)
  if (!due || nextBusinessDay(due.dueDate) === due.dueDate) return []
  const until = nextBusinessDay(due.dueDate)
  return today === until
    ? [`A data era ${formatDate(due.dueDate)}, sem expediente bancário: pagando hoje, não há acréscimo.`]
    : [`Hoje não há expediente bancário: você pode pagar até ${formatDate(until)}, sem acréscimo.`]
}

function named(instalments: readonly Reminded[]): string {
  const [first] = instalments
  const total = formatBRL(sum(instalments.map((instalment) => instalment.total)))
  return first && instalments.length === 1
    ? `${article(first)} do seu pedido: ${total}`
    : `${instalments.length} parcelas, no total de ${total}:\n${instalments.map(lineOf).join('\n')}`
}

function lineOf(instalment: Reminded): string {
  return `${labelOf(instalment)}: ${formatBRL(instalment.total)}`
}

/** Confirms to a customer that an instalment was postponed. */
export function postponedMessage({
  nome,
  number,
  amount,
  from,
  to,
  paymentsUrl,
}: {
  nome: string
  number: number
  amount: Centavos
  from: IsoDate
  to: IsoDate
  paymentsUrl: string
}): { subject: string; text: string } {
  return {
    subject: `Parcela ${number} adiada para ${formatDate(to)}`,
    text: [
      greetingTo(nome),
      `A parcela ${number}, de ${formatBRL(amount)}, agora vence em ${formatDate(to)}. Antes, vencia em ${formatDate(from)}. O valor é o mesmo.`,
      'As outras parcelas não mudam de data. O adiamento deste pedido já foi usado.',
      `O carnê com a nova data está na sua conta, em Pagamentos:\n${paymentsUrl}`,
      'Não foi você? Fale com a gente pelo atendimento abaixo.',
    ].join('\n\n'),
  }
}

type Named = { number: number; kind: InstalmentKind }

function labelOf({ number, kind }: Named): string {
  if (kind === 'entrada') return 'Entrada'
  return kind === 'a-vista' ? 'Pagamento à vista' : `Parcela ${number}`
}

function article({ number, kind }: Named): string {
  if (kind === 'entrada') return 'a entrada'
  return kind === 'a-vista' ? 'o pagamento à vista' : `a parcela ${number}`
}

/** Notifies a payer of a completed refund. */
export function refundedMessage(refund: {
  nome: string
  amount: Centavos
  description: string
  /** Whether a person transferred it, because it had come outside the providers. */
  isByHand?: boolean
  paymentsUrl: string
}): { subject: string; text: string } {
  const amount = formatBRL(refund.amount)
  return {
    subject: `Devolvemos ${amount}`,
    text: [
      greetingTo(refund.nome),
      ...(refund.isByHand
        ? [`Devolvemos ${amount} de ${refund.description}, como combinamos com você.`]
        : [
            `Devolvemos ${amount} de ${refund.description}, para a mesma conta ou cartão de onde saiu.`,
            'No Pix a devolução costuma aparecer em minutos; no cartão, em até duas faturas.',
          ]),
      `Seus pagamentos estão aqui:\n${refund.paymentsUrl}`,
    ].join('\n\n'),
  }
}

/** Tells a customer that the team had recorded a payment by mistake. */
export function manualUndoneMessage({
  nome,
  amount,
  on,
  paymentsUrl,
}: {
  nome: string
  amount: Centavos
  /** 'dd/mm/aaaa'. */
  on: string
  paymentsUrl: string
}): { subject: string; text: string } {
  return {
    subject: 'Corrigimos um registro nos seus pagamentos',
    text: [
      greetingTo(nome),
      `Registramos por engano um pagamento de ${formatBRL(amount)}, do dia ${on}. Desfizemos esse registro, e o recibo dele não vale mais.`,
      `O que ele tinha quitado voltou a ficar em aberto. Veja como está:\n${paymentsUrl}`,
      'Você pagou esse valor? Responda pelo atendimento abaixo com o comprovante: a gente confere e acerta. Desculpe pelo transtorno.',
    ].join('\n\n'),
  }
}
