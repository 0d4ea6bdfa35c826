import { formatDate, formatDateLong } from '../../core/calendar.ts'
import { type Centavos, formatBRL, formatBRLShort } from '../../core/money.ts'
import type { Cadence, PaymentMethod } from '../../core/payment-terms.ts'
import { formatPercent } from '../../core/percent.ts'
import { capitalized, counted, countInWords } from '../../core/text.ts'
import type { OfferSnapshot, PaymentsSummary } from '../../modules/contracting/public.ts'
import { customOfferCopy } from './custom-offer.ts'

/** Names of the lines with the essentials of the contract. */
const essentialLines = { what: 'O quê', cost: 'Quanto', when: 'Quando', withdrawal: 'Desistir', who: 'Quem' }

/** Texts of the contract page and of the page of its copy. The clauses come from the contracting module. */
export const contractCopy = {
  meta: { title: 'Contrato', description: 'Leia e aceite o contrato do serviço escolhido.' },
  eyebrow: 'Contratação',
  lead: (date: string) =>
    `De ${date}. O essencial em ${countInWords(Object.keys(essentialLines).length)} linhas; o texto inteiro logo abaixo.`,
  essentials: 'O essencial',
  lines: essentialLines,
  deadline: (promise: string) => `Prazo: ${promise}.`,
  withdrawUntil: (date: string) => `Até ${date}`,
  withdrawalText: 'Sem dar motivo, e você recebe de volta tudo o que pagou.',
  you: (name: string) => `${name},`,
  yourCpf: (cpf: string) => `CPF ${cpf}`,
  withCompany: (name: string, cnpj: string) => `Com ${name}, CNPJ ${cnpj}.`,
  whole: 'O contrato inteiro',
  wholeText: 'Toque em uma parte para abrir. Cada cláusula tem um resumo em palavras simples.',
  openAll: 'Abrir tudo',
  closeAll: 'Fechar tudo',
  version: (version: string) => `Versão do texto: ${version}.`,
  parties: 'Contratante e contratada',
  customer: 'Contratante',
  company: 'Contratada',
  specification: 'O que está contratado',
  cost: 'Quanto custa',
  schedule: 'Quando se paga',
  payments: (count: number) => counted(count, 'pagamento', 'pagamentos'),
  scheduleColumns: { label: 'Parcela', dueDate: 'Vencimento', amount: 'Valor', method: 'Como' },
  clauses: (count: number) => `As ${countInWords(count)} cláusulas`,
  clause: 'Cláusula',
  noRecording: 'Esta gravação não existe.\n',
  plain: 'Em palavras simples:',
  limiting: 'Cláusula que limita direitos: leia com atenção.',
  limitingClauses: 'Limitam direitos, leia com atenção:',
  accept: 'Li o contrato e aceito os termos.',
  acceptHint: 'Sua aceitação é registrada com data, hora e o texto exato, e vale como assinatura.',
  acceptTitle: 'Aceitar o contrato',
  dueToday: 'Você paga hoje',
  nothingDue: 'Nada vence hoje',
  nothingNow: 'Aceitar não cobra nada. Você paga na próxima tela.',
  back: 'Voltar',
  submit: 'Aceitar e Prosseguir para Pagamento',
  submitBusy: 'Registrando a aceitação...',

  missing: {
    title: 'Dados não encontrados',
    text: 'Não há uma contratação em andamento neste aparelho. Escolha um serviço para começar.',
  },
  corrupted: {
    title: 'Dados corrompidos',
    text: 'Os dados da contratação não puderam ser lidos. Nada foi contratado nem cobrado. Escolha o serviço de novo.',
  },
  /** A plan that was removed, or a service that was hidden, after the customer chose it. */
  not_sold: {
    title: 'Este plano não é mais vendido',
    text: 'Nada foi contratado nem cobrado. Veja o que vale agora e escolha de novo.',
  },
  /** A custom offer that expired or was withdrawn while the customer was reading its contract. */
  offer_expired: customOfferCopy.closed.expired,
  offer_withdrawn: customOfferCopy.closed.withdrawn,
  toServices: 'Ver serviços',
  toPlans: 'Ver os planos de agora',

  accepted: { title: 'Contrato aceito com sucesso!', text: 'Enviamos a confirmação para o seu e-mail.' },
  notTicked: { title: 'Aceite os termos', text: 'Marque a caixa no fim do contrato para continuar.' },
  incomplete: { title: 'Dados incompletos', text: 'Faltam dados para o contrato. Preencha-os de novo.' },
  changed: {
    title: 'O contrato mudou',
    text: 'O serviço, as datas ou os valores mudaram desde que você leu. Confira o texto abaixo e aceite de novo.',
  },
  /** Shown when the customer has an open order of the same service. */
  alreadyOpen: {
    before: (service: string) => `Você já tem ${service} em aberto, no`,
    /** Followed by the order's number. */
    order: 'pedido',
    after: ': aceite este contrato só se quiser contratar de novo.',
  },
  /** Shown when the price changed after the plan was chosen. */
  newPrice: {
    title: 'O preço mudou desde que você escolheu',
    text: (before: Centavos, now: Centavos) =>
      `Era ${formatBRL(before)} no total, agora é ${formatBRL(now)}. Nada foi cobrado: só contrate se concordar.`,
  },
  failed: 'Erro ao processar contrato',
  again: 'Tente novamente em alguns instantes.',
  inner: {
    order_failed: 'Erro ao criar pedido: tente novamente em alguns instantes.',
    steps_failed: 'Erro ao criar etapas do pedido',
    instalments_failed: 'Erro ao criar pagamentos parcelados',
    payment_failed: 'Erro ao criar registro de pagamento',
    acceptance_failed: 'Tente novamente em alguns instantes.',
  },
} as const

/** Texts of the button that reads a clause's plain sentence aloud. */
export const listenCopy = {
  listen: 'Ouvir',
  stop: 'Parar',
  /** Appended to either label, for users who cannot see which clause the button belongs to. */
  of: (clause: number) => ` o resumo da cláusula ${clause}`,
  recording: (clause: number) => `Gravação do resumo da cláusula ${clause}`,
} as const

/** Formats the payments in one line: 'R$ 400 hoje + 20 × R$ 99,90'. */
export function paymentsInShort({ today, later }: PaymentsSummary): string {
  const groups = later?.groups.map(({ count, amount }) => `${count} × ${formatBRLShort(amount)}`) ?? []
  return [...(today ? [`${formatBRLShort(today.amount)} hoje`] : []), ...groups].join(' + ')
}

/**
 * Formats the total cost: 'Total de R$ 2.398,00: R$ 898,00 a mais que o preço à vista, de R$ 1.500,00. Juros de 6,51% por
 * semana.'
 */
export function totalLine({ total, cashPrice, cadence, rate }: OfferCost): string {
  if (cadence === 'once') return 'De uma vez, sem parcelas.'
  if (total <= cashPrice) return `Total de ${formatBRL(total)}, mesmo preço do à vista.`
  const line = `Total de ${formatBRL(total)}: ${formatBRL(total - cashPrice)} a mais que o preço à vista, de ${formatBRL(cashPrice)}.`
  if (!rate) return line
  return `${line} Juros de ${formatPercent(rate.percent)} ${rate.period === 'week' ? 'por semana' : 'ao mês'}.`
}

type OfferCost = Pick<OfferSnapshot, 'total' | 'cashPrice' | 'cadence' | 'rate'>

const methods: Record<PaymentMethod, string> = { pix: 'por Pix', credit_card: 'no cartão' }
const rhythms: Record<Cadence, string> = { once: '', weekly: 'toda semana, ', monthly: 'todo mês, ' }

/**
 * Returns when the payments are due: 'R$ 400,00 hoje, por Pix.' and 'Depois, toda semana, de 29/11/2026 a 11/04/2027, por Pix.'
 */
export function whenLines({ today, later }: PaymentsSummary, cadence: Cadence): string[] {
  const lines = today ? [`${formatBRL(today.amount)} hoje, ${methods[today.method]}.`] : []
  return later ? [...lines, laterLine(later, cadence, today !== undefined)] : lines
}

function laterLine(
  { first, last, method }: NonNullable<PaymentsSummary['later']>,
  cadence: Cadence,
  followsToday: boolean,
): string {
  const when = first === last ? `em ${formatDate(first)}` : `de ${formatDate(first)} a ${formatDate(last)}`
  const line = `${rhythms[cadence]}${when}, ${methods[method]}.`
  return followsToday ? `Depois, ${line}` : capitalized(line)
}

/** Formats the payments after the one due today: 'Depois, 20 × R$ 99,90. O próximo em 29 de novembro de 2026.' */
export function nextPaymentLine({ today, later }: PaymentsSummary): string {
  if (!later) return 'É o único pagamento.'
  const groups = later.groups.map(({ count, amount }) => `${count} × ${formatBRL(amount)}`).join(' + ')
  const next = `${today ? 'O próximo' : 'O primeiro'} em ${formatDateLong(later.first)}.`
  return today ? `Depois, ${groups}. ${next}` : `${groups}. ${next}`
}

export const contractCopyCopy = {
  meta: { title: 'Cópia do contrato', description: 'A cópia do contrato que você aceitou.' },
  eyebrow: 'Cópia do contrato',
  lead: (at: string) => `Aceito em ${at}. Este é o texto exato que você leu e aceitou.`,
  download: 'Baixar em PDF',
  downloadText: 'Baixar como texto (.txt)',
  verify: 'Qualquer pessoa pode conferir este contrato, sem conta:',
  tracking: 'Acompanhar o serviço',
  fingerprint: 'Impressão digital do texto (SHA-256)',
  fingerprintText: 'Qualquer mudança no texto muda este código. Ele também está no e-mail de confirmação.',
  order: 'Pedido',
  version: 'Versão',
  text: 'Texto do contrato',
  /** Appended to the signed text in the downloaded file. */
  footer: ({ order, at, sha256 }: { order: string; at: string; sha256: string }) =>
    [
      '',
      '=== Fim do texto assinado. O que segue é o registro da aceitação. ===',
      `Pedido: ${order}`,
      `Aceito em: ${at}`,
      `SHA-256 do texto assinado: ${sha256}`,
      '',
    ].join('\n'),
} as const
