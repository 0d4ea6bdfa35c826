import { nextBusinessDay } from '../../../core/business-days.ts'
import { formatDate, type IsoDate } from '../../../core/calendar.ts'
import { fillWords, type MessageWords } from '../../../core/fill-words.ts'
import { type Centavos, formatBRL, sum } from '../../../core/money.ts'
import { greetingTo } from '../../../core/text.ts'
import type { WrittenMessage } from '../../notifications/index.server.ts'
import { contentOfText } from '../../notifications/public.ts'
import type { InstalmentKind } from '../domain/instalment.ts'
import { PIX_NIGHT } from '../domain/night-limit.ts'

/** An instalment in a reminder. */
export interface Reminded {
  number: number
  kind: InstalmentKind
  dueDate: IsoDate
  /** Centavos due today, or on its day when that is to come. When it stands for several late instalments: the sum of them. */
  total: Centavos
  /** Number of late instalments of the order, when this one, the oldest, stands for all of them. */
  late?: number
}

/** Reminds a customer of the instalments with the same reminder today; those with another reminder are listed below. */
export function reminderMessage({
  nome,
  words,
  today,
  instalments,
  others,
  limited,
  byCard,
  paymentsUrl,
  agreements,
}: {
  nome: string
  words: MessageWords
  /** DATE in São Paulo. */
  today: IsoDate
  /** At least one. */
  instalments: readonly Reminded[]
  /** Instalments of the same customer that have another reminder today. */
  others: readonly Reminded[]
  /** Whether banks may block the payer from sending this amount at night. */
  limited: boolean
  /** Whether all of them are paid by card, on the card's own page. */
  byCard: boolean
  paymentsUrl: string
  /** At least one page for agreeing on another form of payment: of each order that is late, with its instalment here. */
  agreements: readonly { of: Reminded; url: string }[]
}): WrittenMessage {
  const { fromHour, untilHour, limit } = PIX_NIGHT
  const dates = [...new Set(instalments.map(({ dueDate }) => formatDate(dueDate)))]
  const list = named(instalments)
  const { subject, text: filled } = fillWords(words, {
    saudacao: greetingTo(nome),
    parcelas: list,
    data: dates.join(' e '),
    pagar: `${byCard ? 'Pague com cartão' : 'Pague com Pix'} aqui:\n${paymentsUrl}`,
    acordo: agreementLinks(agreements),
  })
  // The full stop of the sentence that contains the list must not end a line of the list.
  const text = list.includes('\n') ? filled.replaceAll(`${list}.`, list) : filled
  const pay = byCard ? 'Pagar com cartão' : 'Pagar com Pix'
  const whole = [
    text,
    ...(limited
      ? [
          `Pague antes das ${fromHour}h: das ${fromHour}h às ${untilHour}h os bancos costumam limitar o Pix a ${formatBRL(limit)}.`,
        ]
      : []),
    ...withoutBanks(instalments, today),
    ...(others.length > 0
      ? [
          `Para lembrar também:\n${others.map((other) => `${lineOf(other)}, ${other.dueDate < today ? 'era para' : 'em'} ${formatDate(other.dueDate)}`).join('\n')}`,
        ]
      : []),
  ].join('\n\n')
  const content = contentOfText({ subject, text: whole, links: [paymentsUrl] })
  // The paragraph with the agreement link is always in the part that every channel shows, wherever the owner's text
  // places it.
  const isWayOut = (paragraph: string) => agreements.some(({ url }) => paragraph.includes(url))
  const after = content.note?.split('\n\n') ?? []
  const note = after.filter((paragraph) => !isWayOut(paragraph)).join('\n\n')
  return {
    subject,
    text: whole,
    content: {
      title: content.title,
      lines: [...content.lines, ...after.filter(isWayOut)],
      ...(note !== '' && { note }),
      preheader: 'Abra para ver os detalhes do seu pedido.',
      ...(content.action && { action: { label: pay, url: paymentsUrl } }),
    },
  }
}

/** Renders a reminder with example data, in texts that may not be in effect yet. */
export function exampleReminder({
  words,
  paymentsUrl,
  agreementUrl,
}: {
  words: MessageWords
  paymentsUrl: string
  agreementUrl: string
}): WrittenMessage {
  const today = '2026-12-18'
  const instalment: Reminded = { number: 3, kind: 'parcela', dueDate: today, total: 15_000 }
  return reminderMessage({
    nome: 'Maria Aparecida da Silva',
    words,
    today,
    limited: false,
    byCard: false,
    instalments: [instalment],
    others: [],
    paymentsUrl,
    agreements: [{ of: instalment, url: agreementUrl }],
  })
}

/** One address for one order; of several, one a line, each after the instalment of its order. */
function agreementLinks(agreements: readonly { of: Reminded; url: string }[]): string {
  if (agreements.length === 1) return agreements.map(({ url }) => url).join('')
  return agreements.map(({ of, url }) => `${labelOf(of)}, de ${formatBRL(of.total)}: ${url}`).join('\n')
}

/** An instalment due on a day without bank business may be paid on the next business day. */
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
  if (first && instalments.length === 1)
    return first.late
      ? `${article(first)} do seu pedido${lateCountText(first)}, no total de ${total}`
      : `${article(first)} do seu pedido, de ${total}`
  const count = sum(instalments.map(({ late = 1 }) => late))
  return `${count} parcelas, no total de ${total}.\n${instalments.map(lineOf).join('\n')}`
}

function lineOf(instalment: Reminded): string {
  return `${labelOf(instalment)}${lateCountText(instalment)}: ${formatBRL(instalment.total)}`
}

/** Text about the late instalments that this one, the oldest, stands for; empty when it stands for itself only. */
function lateCountText({ late }: Reminded): string {
  return late ? `, a mais antiga de ${late} que passaram da data` : ''
}

type Named = { number: number; kind: InstalmentKind }

function labelOf({ number, kind }: Named): string {
  if (kind === 'entrada') return 'Entrada'
  return kind === 'a-vista' ? 'Pagamento à vista' : `Parcela ${number}`
}

function article({ number, kind }: Named): string {
  if (kind === 'entrada') return 'a entrada'
  return kind === 'a-vista' ? 'o valor à vista' : `a parcela ${number}`
}
