import { nextBusinessDay } from '../../core/business-days.ts'
import { daysBetween, formatDate, type IsoDate, todayInSaoPaulo } from '../../core/calendar.ts'
import {
  CONSUMER_LATE_FEE_PERCENT,
  FIRST_CONTACT_HOURS,
  MONEY_REVIEW_DAYS,
  PIX_MINUTES,
} from '../../core/commitments.ts'
import { type Centavos, formatBRL } from '../../core/money.ts'
import type { PaymentMethod } from '../../core/payment-terms.ts'
import { counted, daysText, hoursText, minutesText } from '../../core/text.ts'
import {
  type DueStatus,
  type Instalment,
  type ManualChannel,
  type MoneyReturn,
  type NightLimitReminder,
  PIX_NIGHT,
} from '../../modules/payments/public.ts'
import { openingHours } from './opening-hours.ts'
import { approvedCopy, closedCopy } from './payments-live.ts'

/** Seconds after which the page of a charge reloads when scripts are off. */
export const chargeReloadSeconds = 10

/** Deadline for the manual review of money that does not match its charge. */
const reviewDeadline = `em até ${counted(MONEY_REVIEW_DAYS, 'dia útil', 'dias úteis')}`

/** Texts of 'Pagamentos' and of the states of a charge: specification, sections 2, 4 and 8. */
export const paymentsCopy = {
  meta: { title: 'Pagamentos', description: 'Suas parcelas: o que falta pagar e o que já foi pago.' },
  title: 'Pagamentos',
  tabs: 'Parcelas',
  otherOrders: 'Outros pedidos',
  pending: 'Pendentes',
  paid: 'Pagas',
  refresh: 'Atualizar',
  refreshing: 'Atualizando...',
  choose: 'Parcelas em aberto',
  payBusy: 'Gerando...',
  sum: 'Somar selecionadas',
  total: 'Total selecionado',
  help: 'Dúvidas sobre pagamentos? Fale conosco no WhatsApp',
  newPayment: 'Solicitar um novo pagamento',
  card: 'No cartão, as parcelas que faltam são cobradas de uma vez, divididas pelo seu cartão.',
  late: `Multa e juros de parcela em atraso, como está no seu contrato: a multa é cobrada uma vez e os juros contam por dia desde o vencimento. Para o consumidor, a multa nunca passa de ${CONSUMER_LATE_FEE_PERCENT}% da parcela (Código de Defesa do Consumidor, artigo 52, § 1º).`,
  early:
    'O desconto são os juros do parcelamento que deixam de correr quando você paga antes do vencimento (Código de Defesa do Consumidor, artigo 52, § 2º).',
  parts: { amount: 'Valor', lateFee: 'Multa', interest: 'Juros', discount: 'Desconto' },
  paidBadge: 'Pago',
  returned: (amount: Centavos) => `Voltaram para você ${formatBRL(amount)}`,
  pendingBadge: 'Pendente',
  underReview: {
    title: 'Em conferência',
    text: `Há um pagamento em conferência: nossa equipe confere ${reviewDeadline} e fala com você. Não pague de novo.`,
  },
  methods: { pix: 'Pix', credit_card: 'Cartão' },
  emptyPending: {
    title: 'Nenhum pagamento pendente',
    text: 'Parabéns! Seus pagamentos estão em dia.',
    action: 'Acompanhar Serviços',
  },
  /** Shown instead of a congratulation to a customer who has never bought anything. */
  neverHired: {
    title: 'Nenhum pagamento pendente',
    text: 'Quando você contratar um serviço, as parcelas aparecem aqui.',
    action: 'Ver serviços',
  },
  /** Shown to a customer whose orders with payments were all cancelled, without a return. */
  onlyCancelled: {
    title: 'Nenhum pagamento pendente',
    text: 'Não há nada a pagar: o que você tinha contratado foi cancelado.',
    action: 'Acompanhar Serviços',
  },
  /** Shown to a customer with returns whose other payments, if there are any, were for cancelled orders. */
  onlyReturned: {
    title: 'Nenhum pagamento pendente',
    text: 'Não há nada a pagar. As devoluções estão na aba Pagas.',
    action: 'Ver devoluções',
  },
  emptyPaid: {
    title: 'Nenhum pagamento no histórico',
    text: 'Assim que um pagamento for confirmado, ele aparece aqui com a data.',
    action: 'Ver parcelas pendentes',
  },
  failed: 'Não foi possível carregar seus pagamentos',
} as const

/** Texts about customer credits: money received that pays for no instalment. */
export const creditsCopy = {
  title: 'Seu crédito conosco',
  text: `Este valor é seu. Nossa equipe confere ${reviewDeadline} e devolve: você não precisa fazer nada. Prefere usar em uma parcela? Fale conosco no WhatsApp.`,
  /** When the return of every credit has been requested. */
  goingBackText: 'Este valor é seu. Já pedimos a devolução, e avisamos você por e-mail assim que ela sair.',
  /** Of a look-up: a guest has no instalment. */
  lookupText: `Este valor é seu. Nossa equipe confere ${reviewDeadline} e devolve para a conta ou o cartão de quem pagou.`,
  /** A guest gets no e-mail when it is made. */
  lookupGoingBackText:
    'Este valor é seu. Já pedimos a devolução: ela vai para a conta ou o cartão de quem pagou.',
  open: 'Em conferência',
  goingBack: 'Devolução pedida',
  reasons: {
    duplicate: 'Pago em dobro',
    renegotiated: 'Pago por uma parcela já renegociada',
    excess: 'Pago a mais',
    partial: 'Pago a menos do que o cobrado',
    late: 'Pago depois de cancelado',
    unmatched: 'Pagamento que ainda não identificamos',
    regained: 'Pagamento que o banco desfez e depois nos devolveu',
  },
} as const

export function creditReceivedOn(at: Date): string {
  return `Recebido em ${formatDate(todayInSaoPaulo(at))}`
}

/** Says when money was returned, and where to: 'Voltou em 03/03/2026 para a conta ou o cartão de onde saiu'. */
export function returnedHow({
  returnedAt,
  returnedBy,
}: Pick<MoneyReturn, 'returnedAt' | 'returnedBy'>): string {
  const on = formatDate(todayInSaoPaulo(returnedAt))
  switch (returnedBy) {
    case 'provider':
      return `Voltou em ${on} para a conta ou o cartão de onde saiu`
    case 'hand':
      return `Nossa equipe devolveu em ${on}, como combinamos com você`
    case 'bank':
      return `O banco desfez este pagamento em ${on}`
    case 'mistake':
      return `Nossa equipe desfez este registro em ${on}: era um engano`
    default:
      return returnedBy satisfies never
  }
}

/** Texts of the links to receipts and the payment schedule, as PDFs. */
export const pdfCopy = {
  receipt: 'Recibo (PDF)',
  schedule: 'Carnê (PDF)',
  of: 'de',
  numbered: 'Recibo',
  returnedTitle: 'Pagamentos devolvidos ou desfeitos',
  returned: 'Devolvido ou desfeito',
  wentBack: 'Devolvido',
  undone: 'Desfeito',
} as const

export const paymentCopy = {
  meta: { title: 'Pagamento', description: 'Pague com Pix.' },
  title: 'Pagamento',
  ofOrders: (instalments: number, orders: number) => `${instalments} parcelas de ${orders} pedidos`,
  none: {
    title: 'Nenhum pagamento pendente encontrado para hoje',
    text: 'Quando houver uma parcela a pagar, ela aparece em Pagamentos.',
    action: 'Ver pagamentos',
  },
  summary: 'Resumo do pedido',
  service: 'Serviço',
  plan: 'Forma de pagamento',
  instalment: 'Parcela',
  due: 'Vencimento',
  amount: 'Valor',
  total: 'Total a pagar',
  covers: 'Este pagamento cobre',
  generateBusy: 'Gerando...',
  promise: `Gerar o código não cobra nada. Ele vale por ${minutesText(PIX_MINUTES)}.`,
  waiting: 'Aguardando seu Pix',
  waitingCard: 'Aguardando o pagamento com cartão',
  review: 'Pagamento em análise',
  reviewText:
    'O pagamento ainda está sendo conferido. Não pague de novo: avisamos aqui assim que houver resposta.',
  left: 'Tempo restante',
  copyCode: 'Copiar código Pix',
  copied: 'Código PIX copiado!',
  code: 'Código Pix copia e cola',
  showQr: 'Mostrar QR Code',
  qr: 'QR Code do Pix',
  amountInCode: 'Valor no código',
  verified: 'conferido',
  check: 'Verificar Pagamento',
  checkBusy: 'Verificando...',
  notYet: {
    title: 'Pagamento ainda não identificado',
    text: 'Se você acabou de pagar, aguarde alguns instantes: a confirmação aparece sozinha.',
  },
  openCard: 'Ir para o pagamento com cartão',
  steps: {
    title: 'Como pagar',
    pix: [
      'Copie o código Pix, ou abra o QR Code.',
      'Abra o aplicativo do seu banco e escolha Pix copia e cola, ou a leitura do QR Code.',
      'Confira o nome e o valor e confirme.',
      'Volte aqui: a confirmação aparece sozinha.',
    ],
    card: [
      'Abra a página de pagamento com cartão.',
      'Escolha em quantas vezes pagar e confirme.',
      'Volte aqui: a confirmação aparece sozinha.',
    ],
  },
  help: 'Preciso de ajuda no WhatsApp',
  refreshing: `Esta página se atualiza sozinha a cada ${chargeReloadSeconds} segundos.`,
  approved: approvedCopy,
  expired: { ...closedCopy.expired, action: 'Gerar novo código' },
  cancelled: { ...closedCopy.cancelled, action: 'Tentar novamente' },
  /** For an expired or cancelled code whose instalments are no longer payable. */
  paidOtherwise: {
    title: 'Esta cobrança já está paga',
    text: 'O pagamento chegou por outro código, e este não vale mais. Não pague de novo.',
  },
  outdated: {
    title: 'Este código não vale mais',
    text: 'O que ele cobrava foi pago, cancelado ou trocado por outra parcela. Veja em Pagamentos se ainda falta algo.',
  },
  issuing: {
    title: 'Estamos gerando seu pagamento',
    text: 'A resposta está demorando. Você não precisa começar de novo.',
    action: 'Tentar agora',
  },
  amount_mismatch: {
    title: 'Recebemos um valor diferente',
    text: `O valor que chegou não é o que foi cobrado. Por isso ainda não marcamos nada como pago. Nossa equipe confere ${reviewDeadline} e fala com você. Não pague de novo.`,
  },
  reversed: {
    title: 'Pagamento devolvido',
    text: 'Devolvemos a você o valor deste pagamento.',
  },
  back: 'Voltar para Pagamentos',
} as const

/** Texts of the trust strip: who receives the money, and how to verify it. */
export const trustCopy = {
  title: 'Quem recebe',
  cnpj: 'CNPJ',
  pix: {
    check:
      'O aplicativo do seu banco mostra este nome antes de você confirmar. Se aparecer outro, não pague e fale com a gente.',
    through: (provider: string) => `O Pix passa pelo ${provider}, que nos avisa assim que o dinheiro chega.`,
    direct: 'O Pix cai direto na conta da empresa, e o banco nos avisa na hora.',
  },
  card: {
    check: 'Confira este nome antes de confirmar a compra. Se aparecer outro, não pague e fale com a gente.',
    through: (provider: string) =>
      `Os dados do cartão você digita só na página do ${provider}: nós não os vemos nem guardamos.`,
    direct: 'Os dados do cartão você digita só na página de pagamento: nós não os vemos nem guardamos.',
  },
  never: 'Nunca pedimos senha nem código por mensagem ou telefone.',
  neverPix: 'Para pagar com Pix, nunca pedimos cartão, senha nem código por mensagem ou telefone.',
  doubt: 'Recebeu outro código ou link? Confira se é nosso',
  key: 'Ver a nossa chave Pix',
  keyText: 'Pague sempre pelo código desta página. Quem paga direto na chave espera a nossa equipe conferir.',
  keyLabel: 'Chave Pix',
  copyKey: 'Copiar chave',
  copiedKey: 'Chave PIX copiada!',
} as const

/** Provider names as customers know them. */
const providerNames: Readonly<Record<string, string>> = { 'mercado-pago': 'Mercado Pago' }

/** Returns the name of a provider: 'Mercado Pago'; undefined for the company's own bank. */
export function providerName(provider: string): string | undefined {
  return providerNames[provider]
}

/** Returns the reminder shown before and during the night, when banks limit Pix. */
export function nightLimitText({ when, isAbove, minutesLeft }: NightLimitReminder): string {
  const { fromHour, untilHour } = PIX_NIGHT
  const limit = formatBRL(PIX_NIGHT.limit)
  const rule = `Das ${fromHour}h às ${untilHour}h, os bancos costumam aceitar até ${limit} em Pix, somando todos.`
  if (!isAbove) return rule
  if (when === 'night')
    return `${rule} Se o seu recusar este, pague a partir das ${untilHour}h com um código novo.`
  const pay =
    when === 'soon'
      ? `${minutesLeft === 1 ? 'Falta' : 'Faltam'} ${minutesText(minutesLeft)} para as ${fromHour}h: pague antes.`
      : `Pague antes das ${fromHour}h.`
  return `${pay} ${rule}`
}

/** Titles and texts of errors: specification, section 8. */
export const paymentErrors = {
  nothingSelected: { title: 'Erro', text: 'Selecione pelo menos uma parcela para pagamento' },
  failed: 'Erro ao gerar pagamento',
  noClientData: {
    title: 'Dados do cliente não encontrados',
    text: 'Complete seu nome e CPF ou CNPJ em Minha Conta.',
  },
  noUser: { title: 'Usuário não autenticado', text: 'Entre na sua conta para continuar.' },
  amountsChanged: {
    title: 'Os valores foram atualizados',
    text: 'O valor de hoje não é mais o que estava na tela. Nada foi cobrado: confira e gere de novo.',
  },
  tooMany: {
    title: 'Cobranças demais em pouco tempo',
    text: 'Espere um minuto e gere de novo. Um código já gerado continua valendo até o fim do tempo dele.',
  },
  invalidAmount: { title: 'Valor do serviço inválido', text: 'Fale com nosso suporte.' },
  load: 'Erro ao carregar dados do pagamento',
  noId: { title: 'ID do pagamento não encontrado', text: 'Abra o pagamento de novo em Pagamentos.' },
  texts: {
    notFound: 'Estas parcelas não foram encontradas. Atualize a página e selecione de novo.',
    alreadyPaid:
      'Uma das parcelas selecionadas já foi paga, cancelada ou trocada por outra. Atualize a página e selecione de novo.',
    underReview: `Uma das parcelas está em conferência. Não pague de novo: nossa equipe fala com você ${reviewDeadline}.`,
    invalidPayer: 'O Mercado Pago não aceitou seu documento ou e-mail. Confira seus dados em Minha Conta.',
    noPixKey: 'O recebimento por Pix está indisponível no momento. Fale com nosso suporte.',
    refused: 'O Mercado Pago recusou esta cobrança. Tente novamente em alguns instantes.',
    unavailable: 'O Mercado Pago não respondeu. Nada foi cobrado: tente novamente em alguns instantes.',
    wrongCode: 'O código que recebemos não bateu com o valor, e por isso não o mostramos. Tente novamente.',
  },
} as const

/** Texts of the success page, which serves as a receipt. */
export const receiptCopy = {
  title: 'Recibo',
  paid: 'O que foi pago',
  credit: 'A mais, a seu crédito',
  when: 'Quando',
  by: 'Como',
  order: 'Pedido',
  code: 'Transação',
  pdf: 'Baixar o recibo (PDF)',
  next: 'Próxima parcela',
  due: (label: string, date: string, isOverdue: boolean) =>
    `${label}, ${isOverdue ? 'venceu' : 'vence'} em ${date}.`,
  nothingLeft: 'Está tudo pago',
  nothingLeftText: 'Não há mais nenhuma parcela deste pedido.',
  tracking: 'Acompanhar Serviços',
  payments: 'Ver pagamentos',
} as const

/** Names the method and the provider of a payment: 'Pix, pelo Mercado Pago'. */
export function paidBy({ method, provider }: { method: PaymentMethod; provider: string }): string {
  const name = providerName(provider)
  const by = method === 'pix' ? 'Pix' : 'Cartão de crédito'
  return name ? `${by}, pelo ${name}` : by
}

export const successCopy = {
  meta: {
    paid: { title: 'Pagamento confirmado', description: 'Seu pagamento foi confirmado: veja o recibo.' },
    other: { title: 'Recibo do pagamento', description: 'O recibo do seu último pagamento.' },
  },
  paid: {
    title: 'Pagamento confirmado!',
    lead: (amount: string) => `Recebemos os seus ${amount}. Daqui em diante é com a gente.`,
  },
  waiting: {
    title: 'Ainda não recebemos este pagamento',
    lead: 'Se você acabou de pagar, aguarde alguns instantes: a confirmação aparece sozinha na página do pagamento.',
    action: 'Voltar ao pagamento',
  },
  none: {
    title: 'Aqui aparece o seu recibo',
    lead: 'Não há um pagamento seu para mostrar. Depois de pagar, você encontra aqui o recibo e o que acontece em seguida.',
    signedIn: 'Ver pagamentos',
    anonymous: 'Entrar na minha conta',
  },
  failed: 'Não foi possível carregar o seu recibo',
  nextTitle: 'Próximos passos',
  afterTitle: 'O que acontece depois de pagar',
  next: [
    {
      title: `Nossa equipe fala com você em até ${hoursText(FIRST_CONTACT_HOURS)}`,
      text: 'Por WhatsApp ou telefone, para começar o seu atendimento.',
    },
    {
      title: 'E-mail com os detalhes do contrato',
      text: 'Enviamos uma cópia do contrato para o seu e-mail. Guarde com você.',
    },
    {
      title: 'Acompanhamento pelo aplicativo',
      text: 'Cada etapa aparece em Acompanhar Serviços, com a data.',
    },
  ],
  /** After the first payment of an order: the work has begun, and the contract was sent. */
  nextLater: [
    {
      title: 'Recibo no seu e-mail',
      text: 'Enviamos o link do recibo em PDF. Ele também fica em Pagamentos.',
    },
    {
      title: 'O serviço continua',
      text: 'Cada etapa aparece em Acompanhar Serviços, com a data.',
    },
  ],
  infoTitle: 'Bom saber',
  info: [
    {
      term: 'Documentos',
      value: 'Se faltar algum, pedimos pelo contato que você cadastrou. Envie sempre por Minha Conta.',
    },
    { term: 'Prazo', value: 'O do serviço contratado, contado do pagamento, como está no seu contrato.' },
    {
      term: 'Garantia',
      value: 'Se não entregarmos o resultado contratado, devolvemos o seu dinheiro, como está no contrato.',
    },
  ],
  supportTitle: 'Precisa falar com a gente?',
  hours: `Atendimento de ${openingHours}.`,
  whatsapp: 'Falar no WhatsApp',
  home: 'Voltar ao início',
  services: 'Ver outros serviços',
} as const

/** Returns the label of an instalment: 'Entrada', 'Parcela 3', 'À vista'. */
export function instalmentLabel({ kind, number }: Pick<Instalment, 'kind' | 'number'>): string {
  if (kind === 'entrada') return 'Entrada'
  return kind === 'a-vista' ? 'À vista' : `Parcela ${number}`
}

/** Formats the due date relative to today: 'Vencida há 2 dias', 'Vence hoje', 'Vence em 5 dias'. */
export function dueStatusLabel(dueStatus: DueStatus): string {
  if (dueStatus.kind === 'today') return 'Vence hoje'
  const days = daysText(dueStatus.days)
  return dueStatus.kind === 'overdue' ? `Vencida há ${days}` : `Vence em ${days}`
}

/**
 * Returns the label of an instalment with its payment method: 'Parcela 3 · Pix'; for one paid outside the providers, 'Parcela 3 ·
 * Dinheiro'.
 */
export function instalmentMethodLabel(
  instalment: Pick<Instalment, 'kind' | 'number' | 'method' | 'byHand'>,
): string {
  const { method, byHand } = instalment
  const how = byHand ? manualChannelWords[byHand.channel] : paymentsCopy.methods[method]
  return `${instalmentLabel(instalment)} · ${how}`
}

const manualChannelWords: Record<ManualChannel, string> = {
  transfer: 'Transferência',
  deposit: 'Depósito',
  cash: 'Dinheiro',
}

/** Formats the day of a payment, in São Paulo time. */
export function paidOn(instant: Date): string {
  return `Pago em ${formatDate(todayInSaoPaulo(instant))}`
}

export function issuedOn(instant: Date): string {
  return `Emitido em ${formatDate(todayInSaoPaulo(instant))}`
}

export function dueOn(date: IsoDate): string {
  return `Vencimento ${formatDate(date)}`
}

/**
 * Maximum number of days before the due date at which the note is shown, so that a list of twenty Saturdays does not repeat it.
 */
const noteShownDays = 7

/**
 * Returns the note for a due date that is not a business day, with the date until which the instalment has no late charges: 'Pode
 * ser paga até 28/12/2026 sem acréscimo'.
 */
export function nextBusinessDayNote(dueDate: IsoDate, today: IsoDate): string | undefined {
  const until = nextBusinessDay(dueDate)
  if (until === dueDate || today > until || daysBetween(today, dueDate) > noteShownDays) return undefined
  return `Pode ser paga ${until === today ? 'hoje' : `até ${formatDate(until)}`} sem acréscimo`
}

/**
 * Returns the plan's amount, late charges and discount of an instalment, line by line; empty when only the plan's amount is
 * due.
 */
export function amountBreakdown(instalment: Instalment): { term: string; amount: Centavos }[] {
  const { amount, lateFee, interest, discount } = instalment
  const changes = { lateFee, interest, discount: -discount }
  if (lateFee + interest + discount === 0) return []
  const { parts } = paymentsCopy
  return Object.entries({ amount, ...changes })
    .filter(([, part]) => part !== 0)
    .map(([name, part]) => ({ term: parts[name as keyof typeof parts], amount: part }))
}
