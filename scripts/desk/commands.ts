import type { App } from '../../src/composition.ts'
import { addDays, formatInstant, isIsoDate, todayInSaoPaulo } from '../../src/core/calendar.ts'
import { type Centavos, formatBRL, parseBRL } from '../../src/core/money.ts'
import { type Outcome, ok, refuse } from '../../src/core/outcome.ts'
import type { OpenItem } from '../../src/modules/payments/index.server.ts'

export interface Given {
  /** Who decides. */
  actor: string
  ids: string[]
  options: {
    motivo?: string
    valor?: string
    perdoar?: boolean
    devolver?: boolean
    'cobrar-de-novo'?: boolean
    ate?: string
    variante?: string
    'a-vista'?: string
    titulo?: string
    linha?: string[]
  }
}

export interface Command {
  /** In their order; a question mark ends one that may be left out. */
  args: readonly string[]
  says: string
  run(app: App, given: Given): Promise<Outcome<unknown, string>>
  tell(value: never): string[]
}

/** What the team can ask, by the word that asks it. */
export const commands: { readonly [name: string]: Command } = {
  pendencias: command({
    args: [],
    says: 'tudo o que espera por alguém',
    run: async (app) => ok(await app.backoffice.openItems()),
    tell: (items) => (items.length > 0 ? items.map(itemLine) : ['Nada espera por ninguém.']),
  }),
  livros: command({
    args: [],
    says: 'confere os livros agora',
    run: async ({ payments }) =>
      ok({ breaches: await payments.checkBooks(), accounts: await payments.balances() }),
    tell: ({ breaches, accounts }) => [
      ...[...accounts].map(([account, amount]) => `${account.padEnd(24)} ${formatBRL(amount).padStart(20)}`),
      ...(breaches.length > 0 ? breaches.map((breach) => `✗ ${breach}`) : ['✓ Os livros fecham.']),
    ],
  }),
  'fechar-dia': command({
    args: ['AAAA-MM-DD?'],
    says: 'compara um dia com os provedores (ontem, se nenhum)',
    run: ({ payments, clock }, { ids: [day = addDays(todayInSaoPaulo(clock.now()), -1)] }) =>
      isIsoDate(day) ? payments.closeDay({ day }) : Promise.resolve(refuse('not_found')),
    tell: (closes) =>
      closes.flatMap(({ provider, day, status, theirs, ours, differences }) => [
        `${provider} ${day}: ${status === 'agrees' ? 'fecha' : 'não fecha'} (${formatBRL(theirs)} lá, ${formatBRL(ours)} aqui)`,
        ...differences.map((one) => `  ${JSON.stringify(one)}`),
      ]),
  }),
  'aceitar-dia': command({
    args: ['provedor', 'AAAA-MM-DD'],
    says: 'um dia que não fecha foi explicado',
    run: (app, { ids: [provider = '', day = ''], ...who }) =>
      app.backoffice.acceptClose({ provider, day, ...signed(who) }),
    tell: () => ['Aceito.'],
  }),
  'devolver-cobranca': command({
    args: ['cobranca'],
    says: 'devolve tudo, ou --valor 10,50',
    run: async (app, { ids: [chargeId = ''], ...who }) => {
      const amount = amountOf(who.options.valor)
      if (!amount.ok) return amount
      return app.backoffice.refundCharge({ chargeId, amount: amount.value, ...signed(who) })
    },
    tell: (amount) => [`Devolução de ${formatBRL(amount)} pedida.`],
  }),
  'devolver-credito': command({
    args: ['credito'],
    says: 'devolve um crédito a quem pagou',
    run: (app, { ids: [creditId = ''], ...who }) => app.backoffice.refundCredit({ creditId, ...signed(who) }),
    tell: (amount) => [`Devolução de ${formatBRL(amount)} pedida.`],
  }),
  'aplicar-credito': command({
    args: ['credito', 'parcela…'],
    says: 'paga parcelas com um crédito (--perdoar o que faltar)',
    run: (app, { ids: [creditId = '', ...instalmentIds], ...who }) => {
      const forgive = who.options.perdoar ?? false
      return app.backoffice.applyCredit({ creditId, instalmentIds, forgive, ...signed(who) })
    },
    tell: ({ forgiven }) => [
      `Pago com o crédito.${forgiven > 0 ? ` Perdoado: ${formatBRL(forgiven)}.` : ''}`,
    ],
  }),
  'descartar-credito': command({
    args: ['credito'],
    says: 'o dinheiro não é de nenhum cliente daqui',
    run: (app, { ids: [creditId = ''], ...who }) =>
      app.backoffice.dismissCredit({ creditId, ...signed(who) }),
    tell: (amount) => [`${formatBRL(amount)} descartado.`],
  }),
  'pedir-de-novo': command({
    args: ['devolucao'],
    says: 'pede outra vez uma devolução recusada',
    run: (app, { ids: [refundId = ''], ...who }) =>
      app.backoffice.decideRefund({ refundId, again: true, ...signed(who) }),
    tell: (amount) => [`Devolução de ${formatBRL(amount)} pedida de novo.`],
  }),
  'desistir-da-devolucao': command({
    args: ['devolucao'],
    says: 'a devolução recusada foi resolvida de outro modo',
    run: (app, { ids: [refundId = ''], ...who }) =>
      app.backoffice.decideRefund({ refundId, again: false, ...signed(who) }),
    tell: () => ['Encerrada.'],
  }),
  'revisar-pagamento': command({
    args: ['pagamento'],
    says: 'um pagamento estranho foi visto (--cobrar-de-novo o que um banco tomou)',
    run: (app, { ids: [paymentId = ''], ...who }) => {
      const owed = who.options['cobrar-de-novo'] ?? false
      return app.backoffice.reviewPayment({ paymentId, owed, ...signed(who) })
    },
    tell: (amount) => [amount > 0 ? `${formatBRL(amount)} em aberto outra vez.` : 'Revisto.'],
  }),
  'revisar-cobranca': command({
    args: ['cobranca'],
    says: 'uma cobrança que o provedor recusou foi vista',
    run: (app, { ids: [chargeId = ''], ...who }) => app.backoffice.reviewCharge({ chargeId, ...signed(who) }),
    tell: () => ['Revista.'],
  }),
  saque: command({
    args: ['provedor', 'valor', 'referencia'],
    says: 'registra dinheiro que foi do provedor para o banco',
    run: async (app, { ids: [provider = '', text = '', reference = ''], ...who }) => {
      const amount = amountOf(text)
      if (!amount.ok) return amount
      return app.backoffice.recordPayout({ provider, amount: amount.value ?? 0, reference, ...signed(who) })
    },
    tell: (left) => [`Registrado. Restam ${formatBRL(left)} no provedor.`],
  }),
  'cancelar-pedido': command({
    args: ['pedido'],
    says: 'encerra um pedido (--devolver o que foi pago)',
    run: (app, { ids: [orderId = ''], ...who }) => {
      const refund = who.options.devolver ?? false
      return app.backoffice.cancelOrder({ orderId, refund, ...signed(who) })
    },
    tell: (amount) => [`Pedido cancelado.${amount > 0 ? ` Devolução de ${formatBRL(amount)} pedida.` : ''}`],
  }),
  'iniciar-pedido': command({
    args: ['pedido'],
    says: 'a equipe começou',
    run: (app, { ids: [orderId = ''], ...who }) => app.backoffice.startWork({ orderId, ...signed(who) }),
    tell: () => ['Em andamento.'],
  }),
  'concluir-etapa': command({
    args: ['pedido', 'numero'],
    says: 'a próxima etapa está feita',
    run: (app, { ids: [orderId = '', number = ''], ...who }) =>
      app.backoffice.completeStep({ orderId, stepNumber: Number(number), ...signed(who) }),
    tell: ({ progress }) => [`Etapa concluída: ${progress}%.`],
  }),
  'ver-proposta': command({
    args: ['servico', 'tipo', 'preco'],
    says: 'o plano que um texto escreve, sem enviar nada',
    run: async ({ proposals }, { ids: [serviceId = '', paymentType = '', priceText = ''], options }) =>
      proposals.previewCustomOffer({ serviceId, paymentType, priceText, ...offerOptions(options) }),
    tell: ({ howToPay, cost, payments }) => [
      howToPay,
      `Total ${formatBRL(cost.total)}, à vista ${formatBRL(cost.cashPrice)}`,
      ...payments.map(({ dueDate, amount, kind }) => `${dueDate} ${kind} ${formatBRL(amount)}`),
    ],
  }),
  'enviar-proposta': command({
    args: ['email', 'servico', 'tipo', 'preco'],
    says: 'oferece a um cliente (--ate AAAA-MM-DD --a-vista --variante --titulo --linha)',
    run: (
      { backoffice },
      { ids: [email = '', serviceId = '', paymentType = '', priceText = ''], ...who },
    ) => {
      const offer = { email, serviceId, paymentType, priceText, ...offerOptions(who.options) }
      return backoffice.sendOffer({ ...offer, ...signed(who) })
    },
    tell: ({ offerId }) => [`Proposta ${offerId} enviada.`],
  }),
  'retirar-proposta': command({
    args: ['proposta'],
    says: 'uma proposta deixa de valer',
    run: ({ backoffice }, { ids: [offerId = ''], ...who }) =>
      backoffice.withdrawOffer({ offerId, ...signed(who) }),
    tell: () => ['Retirada.'],
  }),
  auditoria: command({
    args: [],
    says: 'as últimas decisões, e se o registro está inteiro',
    run: async ({ backoffice }) =>
      ok({ rows: await backoffice.latestAudit(), breach: await backoffice.firstAuditBreach() }),
    tell: ({ rows, breach }) => [
      ...rows.map(
        (row) => `${formatInstant(row.at)} ${row.action} ${row.subject} por ${row.actorId}: ${row.reason}`,
      ),
      breach === undefined
        ? '✓ O registro está inteiro.'
        : `✗ O registro foi alterado a partir de ${breach}.`,
    ],
  }),
}

/** A command whose answer is told in its own words. */
function command<T, C extends string>(of: {
  args: readonly string[]
  says: string
  run(app: App, given: Given): Promise<Outcome<T, C>>
  tell(value: T): string[]
}): Command {
  return of
}

function signed({ actor, options }: Omit<Given, 'ids'>): { actor: string; reason: string } {
  return { actor, reason: options.motivo ?? '' }
}

function offerOptions({ ate = '', variante, titulo, linha, 'a-vista': cash }: Given['options']) {
  return {
    validUntil: ate,
    ...(variante !== undefined && { variant: variante }),
    ...(titulo !== undefined && { title: titulo }),
    ...(linha !== undefined && { lines: linha }),
    ...(cash !== undefined && { cashPriceText: cash }),
  }
}

function amountOf(text: string | undefined): Outcome<Centavos | undefined, 'invalid_amount'> {
  if (text === undefined) return ok(undefined)
  const amount = parseBRL(text)
  return amount !== undefined && amount > 0 ? ok(amount) : refuse('invalid_amount')
}

const why: { readonly [reason in OpenItem['why']]: string } = {
  duplicate: 'pago em dobro',
  partial: 'pago a menos',
  excess: 'pago a mais',
  unmatched: 'dinheiro de nenhuma cobrança',
  late: 'pago depois de cancelado',
  unknown_status: 'situação desconhecida no provedor',
  illegal_move: 'o provedor voltou atrás',
  in_mediation: 'em disputa',
  charged_back: 'tomado de volta pelo banco',
  refund_refused: 'devolução recusada',
  charge_refused: 'cobrança recusada',
  day_differs: 'o dia não fecha',
}

function itemLine({ kind, id, why: reason, amount, since, detail }: OpenItem): string {
  const kinds = {
    credit: 'crédito',
    payment: 'pagamento',
    charge: 'cobrança',
    refund: 'devolução',
    close: 'dia',
  }
  const tail = detail ? ` (${detail})` : ''
  return `${formatInstant(since)} ${kinds[kind]} ${id} ${formatBRL(amount)}: ${why[reason]}${tail}`
}
