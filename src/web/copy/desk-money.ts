/** Texts of the desk about money. */
import { formatBRL } from '../../core/money.ts'
import { counted, daysText } from '../../core/text.ts'
import {
  type Age,
  approvalWindowDays,
  lastDay,
  type MatchReason,
  type ownReasons,
  type ProviderRefusalCode,
  type ProviderStatus,
  type RefundNote,
} from '../../modules/payments/public.ts'

export const providerNames: { readonly [provider: string]: string } = {
  'mercado-pago': 'Mercado Pago',
  'api-pix': 'Pix do banco',
  manual: 'Registrado à mão',
}

/** Texts for the provider's statuses of a payment. */
export const providerStatusWords: { readonly [status in ProviderStatus]: string } = {
  pending: 'à espera do pagamento',
  in_process: 'em análise',
  authorized: 'autorizado',
  approved: 'aprovado',
  in_mediation: 'em disputa',
  rejected: 'recusado',
  cancelled: 'cancelado',
  refunded: 'devolvido',
  charged_back: 'tomado de volta pelo banco',
  ATIVA: 'à espera do pagamento',
  CONCLUIDA: 'aprovado',
  DEVOLVIDO: 'devolvido, ao menos em parte',
  REMOVIDA_PELO_USUARIO_RECEBEDOR: 'cancelado',
  REMOVIDA_PELO_PSP: 'cancelado pelo banco',
  waiting: 'à espera de uma segunda pessoa',
  recorded: 'registrado',
  declined: 'não aprovado',
  undone: 'desfeito',
}

type ShownError =
  | Exclude<
      ProviderRefusalCode | RefundNote,
      'awaits_person' | 'in_process' | 'waiting' | (typeof ownReasons)[number]
    >
  | 'wrong_code'

/** Texts for the refusals of providers, and for what is stored in their place, beside what is shown otherwise. */
export const providerErrorWords: { readonly [code in ShownError]: string } = {
  invalid_payer: 'não aceitou o CPF ou o e-mail de quem paga',
  no_pix_key: 'falta uma chave Pix na conta da loja',
  rate_limited: 'pediu que se espere',
  not_found: 'não conhece este pagamento',
  refused: 'recusou',
  unreadable: 'respondeu algo que não se lê com certeza',
  unavailable: 'não respondeu',
  wrong_code: 'mandou um código Pix que não é desta cobrança',
  came_back: 'nada: o dinheiro já tinha voltado',
  nothing_left: 'nada: o banco já está com este dinheiro',
  unattributed_return: 'nada: falta atribuir outro dinheiro que voltou',
  set_aside: 'nada: o pagamento está separado',
  dealt_with: 'nada: o pagamento foi resolvido de outro modo',
}

export const moneyCopy = {
  title: 'Dinheiro',
  ages: {
    ahead: 'A vencer',
    week: 'Vencidas na última semana',
    month: 'Vencidas no último mês',
    quarter: 'Vencidas no último trimestre',
    older: 'Vencidas há mais tempo',
  } satisfies Record<Age, string>,
  ageDays: {
    ahead: 'hoje e depois',
    week: `${daysText(1)} a ${daysText(lastDay.week)}`,
    month: `${daysText(lastDay.week + 1)} a ${daysText(lastDay.month)}`,
    quarter: `${daysText(lastDay.month + 1)} a ${daysText(lastDay.quarter)}`,
    older: `mais de ${daysText(lastDay.quarter)}`,
  } satisfies Record<Age, string>,
  open: 'Parcelas em aberto',
  instalments: (count: number) => counted(count, 'parcela', 'parcelas'),
  agreed: (amount: string) => `combinado ${amount}`,
  columns: { customer: 'Cliente', what: 'Parcela', due: 'Vencimento', amount: 'Valor', today: 'Hoje' },
  none: 'Nenhuma parcela aqui.',
  more: 'Mostrar as próximas',
  first: 'Voltar ao começo',
  find: 'Parcelas de um cliente',
  findHint: 'Nome, CPF inteiro, telefone ou e-mail',
  findGo: 'Procurar',
  foundNone: 'Ninguém com isso tem parcela em aberto.',
  waiting: 'Esperam por uma decisão',
  waitingNone: 'Nada espera por uma decisão sobre dinheiro.',
  days: 'Fechamento dos dias',
  daysNone: 'Nenhum dia foi fechado ainda. O primeiro fecha sozinho na próxima madrugada.',
  dayColumns: { day: 'Dia', provider: 'Onde', theirs: 'Lá', ours: 'Aqui', status: 'Situação' },
  bothSides: (theirs: string, ours: string) => `lá ${theirs}, aqui ${ours}`,
  dayStatus: { agrees: 'fecha', differs: 'não fecha', accepted: 'explicado' },
  closeDay: 'Comparar um dia agora',
  closeDayGo: 'Comparar',
  day: 'Dia',
  closed: (count: number) =>
    count === 0
      ? 'O dia fecha com todos os provedores.'
      : `${counted(count, 'diferença encontrada', 'diferenças encontradas')}: veja abaixo, em Fechamento dos dias.`,
  closedSoFar: (count: number) =>
    count === 0
      ? 'Até agora o dia fecha com todos os provedores. Ele é fechado na próxima madrugada.'
      : `${counted(count, 'diferença', 'diferenças')} até agora. O dia ainda não acabou: compare de novo em alguns minutos, ou espere pelo fechamento da próxima madrugada.`,
  sweeps: 'Leitura dos provedores',
  sweepsNone: 'Nenhum provedor foi lido ainda.',
  sweptUntil: (at: string) => `Lido até ${at}`,
  onTime: 'em dia',
  late: 'atrasada',
  failing: (since: string) => `sem resposta desde ${since}`,
  books: 'Livros',
  booksLead: 'Soma cada conta e confere que tudo fecha, ao centavo.',
  booksGo: 'Conferir os livros agora',
  booksFine: 'Os livros fecham.',
  booksBroken: 'Os livros não fecham. Nada foi corrigido: veja cada ponto e avise quem cuida do sistema.',
  account: 'Conta',
  balance: 'Saldo',
  accounts: {
    receivable: 'A receber de clientes',
    sales: 'Vendas',
    late_charges: 'Encargos de atraso',
    discounts: 'Descontos',
    cash: 'Na conta da empresa',
    fees: 'Tarifas dos provedores',
    credits: 'Créditos de clientes',
    refunds: 'Devolvido',
    chargebacks: 'Tomado por bancos',
    unclaimed: 'Dinheiro que não é de cliente',
  } as { readonly [account: string]: string },
  atProvider: (provider: string) => `No ${provider}`,
  payout: 'Registrar um saque',
  payoutLead: 'Dinheiro que foi do provedor para a conta da empresa no banco.',
  provider: 'Provedor',
  amount: 'Valor',
  amountHint: 'Em reais, com vírgula: 10,50',
  reference: 'Referência no extrato',
  payoutGo: 'Registrar saque',
  payoutDone: (left: number) => `Saque registrado. Restam ${formatBRL(left)} no provedor.`,
  others: 'De outras lojas na mesma conta',
  othersLead: 'Não são nossos: não entram nos livros e não são devolvidos.',
  reason: 'Por quê (fica no registro)',

  reasons(reason: MatchReason): string {
    if (typeof reason === 'object') return distance(reason.days)
    return {
      same_account: 'mesma conta',
      same_document: 'mesmo CPF',
      same_name: 'mesmo nome',
      similar_name: 'nome parecido',
      same_amount: 'mesmo valor',
    }[reason]
  },
  certainty: { almost_certain: 'quase certo', possible: 'possível' },

  item: {
    customer: 'Cliente',
    nobody: 'não se sabe de quem',
    amount: 'Valor',
    since: 'Desde',
    provider: 'Provedor',
    providerId: 'No provedor',
    status: 'Situação no provedor',
    reference: 'Referência',
    approved: 'Recebido em',
    refunded: 'Já devolvido',
    chargedBack: 'Tomado pelo banco',
    why: 'Por que espera',
    description: 'Cobrança',
    error: 'O que o provedor disse',
    progress: 'Andamento',
    asked: 'Motivo do pedido',
    requestedBy: 'Quem pediu',
    unattributed: 'Sem dizer de quê',
    theirs: 'No provedor',
    ours: 'Nos livros',
    note: 'Explicação',
    decided: 'Já decidido. Não há mais nada a fazer aqui.',
    toQueue: 'Voltar à fila',
    see: { charge: 'Ver a cobrança', credit: 'Ver o crédito', order: 'Ver o pedido' },
    titles: {
      credit: (amount: string) => `${amount} sem destino`,
      decidedCredit: (amount: string) => `Crédito de ${amount}`,
      payment: (amount: string) => `Pagamento de ${amount}`,
      charge: (amount: string) => `Cobrança de ${amount}`,
      refund: (amount: string) => `Devolução de ${amount}`,
      'set-aside': (amount: string) => `Pagamento separado de ${amount}`,
      close: (day: string, provider: string) => `${day} no ${provider}`,
      approval: (amount: string) => `Aprovar devolução de ${amount}`,
    },
    unreadable: 'valor ilegível',
  },

  credit: {
    matches: 'De quem deve ser',
    noMatches: 'Nenhuma parcela em aberto parece ser. Procure pelo cliente, ou devolva a quem pagou.',
    apply: 'Lançar na parcela marcada',
    applyGo: 'Lançar',
    applied: (forgiven: number) =>
      forgiven > 0
        ? `Pago com o crédito. Perdoado: ${formatBRL(forgiven)}.`
        : 'Pago com o crédito. O que sobrar dele continua na fila, à espera de outra decisão.',
    forgive: 'Perdoar o que faltar para completar',
    refund: 'Devolver a quem pagou',
    refundGo: 'Devolver',
    isOurs: 'Este dinheiro é desta loja, embora a cobrança não exista aqui',
    dismiss: 'Não é de nenhum cliente daqui',
    dismissGo: 'Descartar',
    dismissed: (amount: number) => `${formatBRL(amount)} descartado: não é de cliente.`,
    title: (name: string, what: string) => `${name}, ${what}`,
  },
  asked: 'Pedido feito. Outra pessoa do financeiro precisa aprovar.',
  requested: (amount: number) => `Devolução de ${formatBRL(amount)} pedida ao provedor.`,
  above: (limit: string) =>
    `Acima de ${limit} em ${daysText(approvalWindowDays)} para o mesmo cliente, outra pessoa da equipe aprova antes.`,

  payment: {
    paid: 'O que pagou',
    review: 'Já vi, e está certo assim',
    reviewGo: 'Marcar como visto',
    reviewed: 'Visto.',
    reinstate: 'Cobrar de novo o que o banco tomou',
    reinstated: (amount: number) => `${formatBRL(amount)} em aberto outra vez.`,
  },
  dispute: {
    title: 'Contestação no banco',
    now: 'Quem pagou contestou este pagamento. O banco julga pelas provas: baixe a defesa e envie pelo painel do provedor, dentro do prazo dele.',
    ifAny:
      'Se quem pagou contestar no banco (no Pix, o MED), este documento reúne tudo o que ele pede: contrato, aceite, o que foi feito e o que foi avisado.',
    go: 'Baixar a defesa (PDF)',
    note: 'Nomeia o cliente por inteiro. Fica registrado que você baixou.',
    reason: 'baixou a defesa de um pagamento contestado',
  },
  charge: {
    review: 'Já vi esta recusa',
    reviewGo: 'Marcar como vista',
    reviewed: 'Vista.',
    refund: 'Devolver',
    refundLead:
      'Deixe o valor em branco para devolver tudo o que resta. Um valor menor é repartido entre o que esta cobrança pagou.',
    some: 'Só destas parcelas',
    left: (amount: string) => `restam ${amount}`,
  },
  refund: {
    attribute: 'De que voltou este dinheiro',
    attributeGo: 'Atribuir',
    attributed: (amount: number) => `${formatBRL(amount)} atribuído.`,
    spread: 'Repartir por tudo o que este pagamento pagou',
    all: 'Em branco: tudo o que falta atribuir',
    retry: 'Pedir outra vez ao provedor',
    retryGo: 'Pedir de novo',
    retried: (amount: number) => `Devolução de ${formatBRL(amount)} pedida de novo.`,
    giveUp: 'Foi resolvida de outro modo',
    giveUpGo: 'Encerrar',
    givenUp: 'Encerrada.',
    held: 'Espera que alguém diga de que voltou outro dinheiro deste pagamento; depois segue sozinha.',
    progress: {
      asked: 'pedida ao provedor, que ainda não respondeu',
      accepted: 'aceita pelo provedor, que ainda a está fazendo',
      byHand: 'alguém da equipe tem de transferir',
      held: 'espera que outra devolução seja atribuída',
      failed: 'recusada: alguém da equipe decide',
    },
    underWay:
      'Não é preciso fazer nada: ela termina sozinha, e o cliente é avisado. Se passar de alguns dias, pergunte ao provedor.',
    targets: { instalment: '', credit: 'crédito', sale: 'consulta' },
  },
  setAside: {
    read: 'Ler o que o provedor escreveu',
    readLead: 'O texto nomeia quem pagou. Fica registrado que você leu.',
    readGo: 'Mostrar',
    shown: 'Mostrado abaixo. Ficou no registro.',
    confirm: 'É nosso: entra nos livros como crédito',
    confirmGo: 'Confirmar que é nosso',
    confirmed: 'Confirmado. Entra nos livros na próxima conciliação.',
    resolve: 'Foi resolvido de outro modo, ou é de outra loja',
    resolveGo: 'Encerrar sem lançar',
    resolved: 'Resolvido. Nada foi lançado nos livros.',
  },
  close: {
    differences: 'O que não bate',
    agreesNow: 'Na última comparação, nenhum pagamento deste dia era diferente.',
    accept: 'Aceitar com a explicação',
    acceptGo: 'Aceitar o dia',
    accepted: 'Dia aceito.',
    absent: 'não tem',
    anotherDay: 'está nos livros em outro dia que no provedor',
    columns: { id: 'Pagamento', theirs: 'No provedor', ours: 'Nos livros' },
  },
  decisions: {
    title: 'O que a equipe decidiu',
    by: (who: string, at: string) => `${who} · ${at}`,
  },
  approval: {
    approve: 'Aprovar',
    approveGo: 'Aprovar e devolver',
    approved: (amount: number) => `Aprovada: ${formatBRL(amount)} a caminho de quem pagou.`,
    decline: 'Não aprovar',
    withdraw: 'Retirar o meu pedido',
    declineGo: 'Não aprovar',
    declined: 'Não aprovada. Nada foi devolvido.',
    waiting: (amount: string) => `A devolução de ${amount} espera que outra pessoa aprove.`,
    see: 'Ver o pedido',
    mine: 'Foi você quem pediu: quem aprova é outra pessoa do financeiro ou da administração.',
    kinds: { charge: 'Uma cobrança', credit: 'Um crédito', order: 'Tudo o que um pedido recebeu' },
  },
} as const

function distance(days: number): string {
  if (days === 0) return 'pago no dia do vencimento'
  return `pago ${daysText(Math.abs(days))} ${days > 0 ? 'depois' : 'antes'} do vencimento`
}
