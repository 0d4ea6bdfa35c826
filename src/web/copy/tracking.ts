import { daysBetween, formatDate, formatInstant, type IsoDate, todayInSaoPaulo } from '../../core/calendar.ts'
import { FIRST_CONTACT_HOURS, MONEY_REVIEW_DAYS } from '../../core/commitments.ts'
import { counted, daysText, hoursText } from '../../core/text.ts'
import type { Countdown, OrderStatus } from '../../modules/orders/public.ts'
import type { BadgeTone } from '../ui/badge.tsx'

const reviewed = counted(MONEY_REVIEW_DAYS, 'dia útil', 'dias úteis')

/** Texts of the page 'Acompanhar Serviços'. */
export const trackingCopy = {
  meta: { title: 'Acompanhar Serviços', description: 'O andamento dos serviços que você contratou.' },
  title: 'Acompanhar Serviços',
  lead: 'Cada etapa do seu serviço, o que já foi feito e o que vem em seguida.',
  search: 'Buscar pedido',
  searchHint: 'Pelo nome do serviço ou pelo número do pedido.',
  searchButton: 'Buscar',
  clear: 'Limpar busca',
  order: 'Pedido',
  others: 'Outros pedidos',
  whole: 'Ver o pedido inteiro',
  contractedOn: 'Contratado em',
  startedOn: 'Início',
  delivery: 'Entrega prevista',
  deliveredOn: 'Entregue em',
  price: 'Valor',
  /** For a renegotiated order, whose instalments may add up to another amount. */
  contractPrice: 'Valor no contrato',
  payment: 'Pagamento',
  renegotiated: (date: string) => `Parcelas renegociadas em ${date}`,
  progress: 'Andamento do pedido',
  steps: 'Etapas',
  next: 'O que acontece agora',
  payments: 'Ver pagamentos',
  pay: 'Pagar agora',
  contract: 'Cópia do contrato',
  withdraw: 'Desistir da contratação',
  help: 'Preciso de ajuda',
  /** Appended to the text of a link, for screen readers. */
  of: (serviceTitle: string, number: string) => ` de ${serviceTitle}, pedido ${number}`,
  signed: 'Assinatura do contrato',
  firstPaid: 'Confirmação do primeiro pagamento',
  firstPayment: 'Primeiro pagamento',
  due: 'A pagar',
  dueUntil: (date: string) => `A pagar até ${date}`,
  expected: (date: string) => `, prevista até ${date}`,
  completedStep: 'Concluída em',
  protocol: 'Protocolo',
  evidence: (name: string) => `Baixar comprovante: ${name}`,
  firstStep: 'Aguardando início',
  laterStep: 'Pendente',
  /** For a step that an order did not reach before it was cancelled. */
  neverDone: 'Não foi feita',
  failed: 'Não conseguimos carregar os seus pedidos',
  empty: {
    title: 'Nenhum pedido encontrado',
    text: 'Quando você contratar um serviço, ele aparece aqui com cada etapa.',
    action: 'Ver serviços',
  },
  emptySearch: {
    title: 'Nenhum pedido encontrado',
    text: (search: string) =>
      `Não achamos nada com “${search}”. Tente uma parte do nome do serviço ou do número do pedido.`,
    action: 'Ver todos os pedidos',
  },
} as const

/** Label of each status and tone of its badge: specification, section 4. */
export const statusLabels: Record<OrderStatus, { label: string; tone: BadgeTone }> = {
  pending: { label: 'Aguardando Pagamento', tone: 'now' },
  paid: { label: 'Em Andamento', tone: 'primary' },
  in_progress: { label: 'Em Andamento', tone: 'primary' },
  on_hold: { label: 'Em Análise', tone: 'now' },
  completed: { label: 'Concluído', tone: 'success' },
  cancelled: { label: 'Cancelado', tone: 'destructive' },
}

/** Badge of an unknown status. */
export const unknownStatus = { label: 'Aguardando', tone: 'neutral' } as const

const notHeardYet =
  'Nossa equipe já devia ter falado com você. Desculpe: se preferir não esperar, chame a gente no WhatsApp.'

/**
 * Describes the next event for the customer.
 *
 * @param step name of the current step
 * @param today in São Paulo. A promise for an earlier day is not repeated
 */
export function whatHappensNext(
  {
    status,
    contactedAt,
    startDate,
    dueOn,
  }: { status: OrderStatus; contactedAt: Date | null; startDate: IsoDate | null; dueOn: IsoDate | null },
  { step, today }: { step: string | undefined; today: IsoDate },
): string {
  switch (status) {
    case 'pending':
      return 'Falta o primeiro pagamento. Quando ele for confirmado, a equipe começa e avisa você.'
    case 'paid':
      if (contactedAt)
        return 'Pagamento confirmado. A equipe começa a primeira etapa e avisa você quando ela terminar.'
      return startDate && daysBetween(startDate, today) > FIRST_CONTACT_HOURS / 24
        ? `Pagamento confirmado. ${notHeardYet}`
        : `Pagamento confirmado. Nossa equipe fala com você em até ${hoursText(FIRST_CONTACT_HOURS)} e começa a primeira etapa.`
    case 'in_progress':
      return step
        ? `A equipe está na etapa “${step}”. Avisamos você quando ela terminar.`
        : 'A equipe está trabalhando no seu serviço.'
    case 'on_hold':
      return `O que foi pago neste pedido voltou para você ou foi desfeito. Por isso o serviço está pausado. ${
        dueOn && dueOn < today ? notHeardYet : `Nossa equipe confere em até ${reviewed} e fala com você.`
      }`
    case 'completed':
      return 'Todas as etapas foram concluídas. Obrigado pela confiança.'
    case 'cancelled':
      return 'Este pedido foi cancelado. Você não paga mais nenhuma parcela. Se houver dinheiro a devolver, avisamos você por e-mail quando a devolução sair.'
  }
}

/** Formats the time until the deadline: 'Faltam 12 dias', 'Entrega hoje', '3 dias de atraso'. */
export function countdownText({ state, days }: Countdown): string {
  if (state === 'today') return 'Entrega hoje'
  const count = daysText(days)
  if (state === 'late') return `${count} de atraso`
  return days === 1 ? 'Falta 1 dia' : `Faltam ${count}`
}

/** Formats the time of the last update: 'Última atualização: hoje às 14:30', or the date instead of 'hoje'. */
export function lastUpdate(updatedAt: Date, now: Date): string {
  const [day = '', time = ''] = formatInstant(updatedAt).split(' às ')
  const today = day === formatDate(todayInSaoPaulo(now))
  return `Última atualização: ${today ? 'hoje' : day} às ${time}`
}
