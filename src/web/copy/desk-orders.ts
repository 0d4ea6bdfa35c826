/** Texts of the desk's orders: the list and the order page. */
import { formatDate, type IsoDate } from '../../core/calendar.ts'
import { type Centavos, formatBRL } from '../../core/money.ts'
import { counted, daysText, sizeText } from '../../core/text.ts'
import type { VerifiedRecord } from '../../modules/contracting/public.ts'
import { MAX_FILE_BYTES } from '../../modules/documents/public.ts'
import {
  type ContactChannel,
  type DeskEvent,
  MAX_PROTOCOL_LENGTH,
  MAX_WORDS_LENGTH,
  MIN_WORDS_LENGTH,
  type OrderFilter,
  type OrderStatus,
} from '../../modules/orders/public.ts'
import type { Instalment } from '../../modules/payments/public.ts'
import { nonBreaking } from '../ui/non-breaking.ts'

export const ordersCopy = {
  title: 'Pedidos',
  filter: 'Mostrar',
  filters: {
    all: 'Todos',
    working: 'Em andamento',
    pending: 'Aguardando pagamento',
    on_hold: 'Em análise',
    completed: 'Concluídos',
    cancelled: 'Cancelados',
  } satisfies Record<OrderFilter, string>,
  search: 'Número: RC-7K4…',
  byCustomer: 'Buscar pelo cliente',
  searchGo: 'Buscar',
  searchClear: 'Limpar busca',
  found: (text: string) => `Pedidos com “${text}”`,
  empty: { title: 'Nenhum pedido aqui', text: 'Quando houver pedidos nesta lista, eles aparecem aqui.' },
  emptySearch: {
    title: 'Nenhum pedido encontrado',
    text: 'Aqui se busca pelo começo do número. Pelo nome, CPF inteiro, telefone ou e-mail, busque o cliente.',
  },
  more: 'Mostrar mais',
  loading: 'Carregando…',
  keys: 'andar',
  contactOwed: 'falta o primeiro contato',
  nobody: 'Sem nome',
} as const

export const orderStatusWords: Record<OrderStatus, string> = {
  pending: 'aguardando pagamento',
  paid: 'pago, a começar',
  in_progress: 'em andamento',
  on_hold: 'em análise: o dinheiro voltou',
  completed: 'concluído',
  cancelled: 'cancelado',
}

export const orderCopy = {
  viewing: (names: readonly string[]) =>
    names.length === 1
      ? `${names[0]} está vendo este pedido`
      : `${names.slice(0, -1).join(', ')} e ${names.at(-1)} estão vendo este pedido`,
  title: 'Pedido',
  back: 'Pedidos',
  order: (number: string, date: string) => `Pedido ${number} · contratado em ${date}`,
  stepUntil: (step: string, day: string) => `${step}, ${day}`,
  contactUntil: (when: string) => `Primeiro contato ${when}`,
  overdue: (count: number) => counted(count, 'parcela vencida', 'parcelas vencidas'),
  nothingPaid: 'nada pago ainda',
  nothingLeft: 'tudo pago',
  decide: (day: string) => `Decidir ${day}`,
  tiles: { day: 'Dia', received: 'Recebido', left: 'Falta', promised: 'Prometido para', price: 'Valor' },
  dayOf: (day: number, days: number) => `${day} de ${days}`,
  notStarted: 'não começou',
  steps: 'Etapas',
  now: 'Agora: ',
  done: 'Concluída: ',
  notified: (when: string) => `aviso ao cliente criado ${when}, veja em Mensagens`,
  progressOff: 'o cliente desligou os avisos de andamento e vê a etapa em Acompanhar',
  toBeNotified: 'o aviso ao cliente é criado em instantes',
  notNotified: 'o cliente não foi avisado',
  sending: 'enviando…',
  hidden: 'prova só da equipe',
  protocol: 'Protocolo',
  evidence: 'Prova: protocolo',
  evidenceHint: 'O número do órgão, ou o arquivo abaixo.',
  file: 'Ou um arquivo (PDF, JPG, PNG)',
  share: 'Mostrar a prova ao cliente',
  words: 'O que o cliente vai ler',
  wordsHint: 'Vai por e-mail e fica em Acompanhar. Sem CPF.',
  complete: 'Concluir etapa',
  completeLast: 'Concluir e entregar',
  completing: 'Concluindo…',
  completedMeanwhile: (by: string) =>
    `${by} concluiu esta etapa enquanto você escrevia. O que você escreveu não foi enviado e está aqui.`,
  unsent: 'O que você escreveu, não enviado',
  dismissUnsent: 'Não preciso mais',
  colleague: 'Outra pessoa da equipe',
  undo: 'Desfazer',
  reopen: 'Reabrir',
  reopenGo: 'Reabrir etapa',
  reason: 'Por quê (o cliente lê)',
  deadline: 'Novo prazo',
  deadlineGo: 'Mudar o prazo',
  deadlineTo: 'Até que dia',
  start: 'Marcar que começou',
  resume: 'Seguir com o pedido',
  resumeReason: 'Por quê (fica no registro)',
  holdText: 'Todo o dinheiro deste pedido voltou. Siga com ele, ou cancele.',
  cancel: 'Cancelar pedido',
  cancelGo: 'Cancelar o pedido',
  cancelReason: 'Por quê (fica no registro)',
  cancelWords: 'O que o cliente lê (opcional)',
  cancelRefund: 'Devolver o que foi pago',
  money: 'Dinheiro',
  moneyColumns: ['Parcela', 'Vence', 'Valor', 'Situação'],
  entry: 'Entrada',
  cash: 'À vista',
  instalment: (number: number, of: number) => `${number} de ${of}`,
  instalments: (from: number, to: number) => `${from} a ${to}`,
  onwards: (date: string) => `${date} em diante`,
  toCome: 'a vencer',
  /** Short, for a phone's table. */
  renegotiated: (count: number) => (count === 1 ? 'trocada' : 'trocadas'),
  /** Leads to the charge that paid an instalment, where its money is returned. */
  charge: 'cobrança',
  returned: (amount: string) => nonBreaking(`voltaram ${amount}`),
  refundOf: (amount: string) => `Devolução de ${amount}`,
  creditOf: (amount: string) => `Crédito do cliente: ${amount}`,
  creditState: (why: string, isGoingBack: boolean) =>
    `${why} · ${isGoingBack ? 'está voltando a quem pagou' : 'espera uma decisão em Dinheiro'}`,
  refundSince: (since: string, progress: string) => `desde ${since} · ${progress}`,
  customer: 'Cliente',
  document: 'CPF ou CNPJ',
  phone: 'Telefone',
  email: 'E-mail',
  otherOrders: 'Pedidos',
  othersOf: (count: number) => (count > 1 ? `${count} ao todo` : 'só este'),
  unknown: 'não informado',
  reveal: 'Mostrar dados',
  contact: 'Registrar contato',
  contactGo: 'Registrar',
  contactFirst: 'Registrar o primeiro contato',
  contactChannel: 'Por onde',
  contactNote: 'O que foi dito (só a equipe vê)',
  channels: {
    whatsapp: 'WhatsApp',
    phone: 'Telefone',
    email: 'E-mail',
    in_person: 'Pessoalmente',
  } satisfies Record<ContactChannel, string>,
  note: 'Anotar',
  noteLabel: 'Nota (só a equipe vê)',
  noteReason: 'nota para a equipe',
  contract: 'Contrato',
  contractVersion: (version: string) => `Versão ${version}`,
  noContract: 'Sem contrato guardado.',
  contractVerify: 'Conferir a prova',
  contractOpen: 'Abrir o PDF',
  contractReason: 'abriu o contrato',
  contractIntact: (addenda: number) =>
    `Conferido agora: o contrato${addenda === 0 ? '' : ` e ${counted(addenda, 'aditivo', 'aditivos')}`}, ${addenda === 0 ? 'nada alterado' : 'nenhum alterado'}.`,
  contractBroken: (broken: readonly string[], of: number) =>
    `Não confere (${broken.length} de ${of}): ${broken.join('; ')}. Guarde uma cópia do banco e chame quem cuida dele.`,
  contractRecord: ({ kind, chain, position, isIntact }: VerifiedRecord) =>
    `${kind === 'contract' ? 'contrato' : 'aditivo'}, corrente ${chain}, posição ${position}: ${isIntact ? 'os registros vizinhos não batem com ele' : 'o texto ou o registro foi alterado'}`,
  documents: 'Documentos',
  noDocuments: 'Nenhum documento enviado.',
  reviews: { waiting: 'a conferir', accepted: 'conferido', rejected: 'recusado' },
  messages: 'Mensagens',
  noMessages: 'Nenhuma mensagem.',
  conversations: 'O que respondeu',
  history: 'O que aconteceu',
  team: 'equipe',
  undoReason: 'desfeito em seguida',
  contactReason: 'contato com o cliente',
  startReason: 'a equipe começou',
  did: {
    completed: (step: string) =>
      `Etapa “${step}” concluída. O aviso ao cliente, se ele o recebe, sai em seguida ou, fora do horário de avisos, de manhã.`,
    undone: 'Desfeito. O cliente não foi avisado.',
    reopened: (isNotified: boolean) =>
      `Etapa reaberta. O cliente ${isNotified ? 'recebe um aviso, se não desligou os avisos' : 'não foi avisado'}.`,
    moved: (day: string) => `Novo prazo. Entrega até ${day}. O cliente foi avisado.`,
    contacted: 'Contato registrado.',
    noted: 'Anotado.',
    started: 'Em andamento.',
    resumed: 'O pedido segue.',
    cancelled: 'Pedido cancelado. O cliente foi avisado.',
    /** With a refund that was requested, in part or whole held until a person has checked it, or not needed. */
    cancelledRefunded: ({ requested, held }: { requested: Centavos; held: Centavos }) =>
      [
        'Pedido cancelado. O cliente foi avisado.',
        requested > 0 && `A devolução de ${formatBRL(requested)} foi pedida.`,
        held > 0 && `${formatBRL(held)} esperam conferência antes de voltar.`,
        requested + held === 0 && 'Não havia dinheiro a devolver.',
      ]
        .filter(Boolean)
        .join(' '),
    cancelledAwaitingApproval: 'Pedido cancelado. A devolução espera que outra pessoa do financeiro aprove.',
  },
  refusals: {
    illegal_move: 'O pedido não está numa situação que permita isso.',
    not_next: 'Esta etapa já foi concluída, ou ainda não é a vez dela.',
    no_evidence: 'Diga a prova: o protocolo, ou um arquivo.',
    invalid_protocol: `O protocolo tem mais de ${MAX_PROTOCOL_LENGTH} caracteres.`,
    invalid_words: `Escreva de ${MIN_WORDS_LENGTH} a ${MAX_WORDS_LENGTH} caracteres, sem CPF.`,
    invalid_note: `Escreva de ${MIN_WORDS_LENGTH} a ${MAX_WORDS_LENGTH} caracteres, sem CPF.`,
    invalid_channel: 'Escolha por onde foi o contato.',
    unknown_file: 'Este arquivo já prova outra etapa. Escolha de novo.',
    empty: 'O arquivo está vazio.',
    too_large: `O arquivo tem mais de ${sizeText(MAX_FILE_BYTES)}.`,
    wrong_content: 'A prova é um PDF, JPG ou PNG inteiro.',
    too_many_pixels: 'A imagem tem pixels demais. Envie uma menor.',
    too_late: 'O cliente já foi avisado. Reabra a etapa, com o motivo.',
    not_completed: 'Esta etapa não está concluída.',
    not_open: 'Esta etapa não está aberta.',
    invalid_date: 'Escolha um dia de hoje em diante, até um ano à frente.',
    same_date: 'Este já é o prazo.',
  },
} as const

/** Formats a date without its year: '04/12', or '04/12/2027' in another year. */
export function shortDate(day: IsoDate, today: IsoDate): string {
  return formatDate(day).slice(0, day.slice(0, 4) === today.slice(0, 4) ? 5 : 10)
}

/** Formats a due date: 'até hoje', 'até 04/12', 'era até 20/11'. */
export function untilWords(day: IsoDate, today: IsoDate): string {
  if (day === today) return 'até hoje'
  const short = shortDate(day, today)
  return day < today ? `era até ${short}` : `até ${short}`
}

/** The situation of an instalment that a payment in review is for: its customer is asked to pay nothing. */
export const underReviewWords = 'em conferência'

/** Formats the number of days overdue: 'vencida há 3 dias', 'vence hoje'. */
export function overdueWords(days: number): string {
  return days === 0 ? 'vence hoje' : `vencida há ${daysText(days)}`
}

export const instalmentWords: Record<Instalment['status'], string> = {
  pending: 'a vencer',
  paid: 'paga',
  refunded: 'devolvida',
  cancelled: 'cancelada',
}

const contacts: Record<ContactChannel, string> = {
  whatsapp: 'Contato por WhatsApp',
  phone: 'Contato por telefone',
  email: 'Contato por e-mail',
  in_person: 'Contato em pessoa',
}

/** Describes an event in one line; its text, if any, is shown below. */
export function eventWords(event: Pick<DeskEvent, 'kind' | 'detail' | 'actorId'>, step: string): string {
  const { channel, from, to } = event.detail
  switch (event.kind) {
    case 'signed':
      return 'Contrato assinado'
    case 'paid':
      return 'Primeiro pagamento confirmado'
    case 'started':
      return 'A equipe começou'
    case 'contacted':
      return channel ? contacts[channel] : 'Contato'
    case 'step_completed':
      return `Etapa concluída: ${step}`
    case 'step_undone':
      return `Conclusão desfeita: ${step}`
    case 'step_reopened':
      return `Etapa reaberta: ${step}`
    case 'deadline_moved':
      return `Novo prazo de ${step}: ${from ? `${formatDate(from)} → ` : ''}${to ? formatDate(to) : ''}`
    case 'held':
      return 'Pausado: o dinheiro voltou'
    case 'resumed':
      return 'O pedido seguiu'
    case 'cancelled':
      // Only a customer's withdrawal cancels an order without one of the team.
      return event.actorId === null ? 'O cliente desistiu: pedido cancelado' : 'Pedido cancelado'
    case 'noted':
      return 'Nota da equipe'
  }
}
