import { addDays, formatInstant, isIsoDate, todayInSaoPaulo } from '../../src/core/calendar.ts'
import { type Centavos, formatBRL, parseBRL } from '../../src/core/money.ts'
import { type Outcome, ok, refuse } from '../../src/core/outcome.ts'
import { counted } from '../../src/core/text.ts'
import type { DeskItem } from '../../src/modules/backoffice/index.server.ts'
import type { JournalEntry } from '../../src/modules/notifications/index.server.ts'
import { traceOf } from '../../src/modules/operations/index.server.ts'
import type { UnexplainedMovement } from '../../src/modules/payments/index.server.ts'
import { moneyReasonWords } from '../../src/modules/payments/public.ts'
import type { DeadLetter } from '../../src/platform/jobs/dead-letters.ts'
import { type Command, type CommandInput, command, decisionOf } from './command.ts'
import { documentCommands } from './document-commands.ts'
import { lookupCommands } from './lookup-commands.ts'
import { manualCommands } from './manual-commands.ts'
import { orderCommands, orderIdOf } from './order-commands.ts'

const offerOptionNames = ['ate', 'variante', 'titulo', 'linha', 'a-vista'] as const

/** Commands of the team, by name. */
export const commands: { readonly [name: string]: Command } = {
  'criar-equipe': command({
    args: ['e-mail'],
    description: 'a primeira conta da equipe, quando ainda não há nenhuma',
    founding: ({ identity }, { ids: [email = ''] }) => identity.checkFirstOwner({ email }),
    run: ({ backoffice }, { ids: [email = ''], newPassword: password = '' }) =>
      backoffice.bootstrapTeam({ email, password }),
    format: () => ['Conta de administração criada. Entre com ela na loja, ou use npm run desk.'],
  }),
  pendencias: command({
    args: [],
    description: 'tudo o que espera por alguém',
    run: async ({ backoffice }) =>
      ok({ items: await backoffice.openItems(), deadLetters: await backoffice.deadLetters() }),
    format: ({ items, deadLetters }) => {
      const lines = [...items.map(itemLine), ...deadLetters.map(deadLetterLine)]
      return lines.length > 0 ? lines : ['Nada espera por ninguém.']
    },
  }),
  'repetir-mensagem': command({
    args: ['mensagem'],
    description: 'envia outra vez uma mensagem que não foi entregue',
    run: ({ backoffice }, { ids: [messageId = ''], ...input }) =>
      backoffice.decideMessage({ messageId, resend: true, ...decisionOf(input) }),
    format: () => ['De volta à fila.'],
  }),
  'repetir-mensagens': command({
    args: [],
    description:
      'envia outra vez as que não saíram porque o e-mail ou o WhatsApp não atendia, as mais antigas antes',
    run: ({ backoffice }, input) => backoffice.resendAfterOutage(decisionOf(input)),
    format: ({ messageIds, left }) => [
      `De volta à fila: ${counted(messageIds.length, 'mensagem', 'mensagens')}.`,
      ...(left > 0 ? [`Ainda por enviar: ${left}. Repita o comando.`] : []),
    ],
  }),
  'descartar-mensagem': command({
    args: ['mensagem'],
    description: 'uma mensagem que não foi entregue não é mais precisa',
    run: ({ backoffice }, { ids: [messageId = ''], ...input }) =>
      backoffice.decideMessage({ messageId, resend: false, ...decisionOf(input) }),
    format: () => ['Descartada.'],
  }),
  tarefas: command({
    args: [],
    description: 'as tarefas que falharam em todas as tentativas',
    run: async ({ backoffice }) => ok(await backoffice.deadLetters()),
    format: (letters) => (letters.length > 0 ? letters.map(deadLetterLine) : ['Nenhuma tarefa parou.']),
  }),
  'repetir-tarefa': command({
    args: ['tarefa'],
    description: 'tenta outra vez uma tarefa que parou',
    run: ({ backoffice }, { ids: [deadLetterId = ''], ...input }) =>
      backoffice.decideDeadLetter({ deadLetterId, retry: true, ...decisionOf(input) }),
    format: () => ['De volta à fila.'],
  }),
  'descartar-tarefa': command({
    args: ['tarefa'],
    description: 'uma tarefa que parou não é mais precisa',
    run: ({ backoffice }, { ids: [deadLetterId = ''], ...input }) =>
      backoffice.decideDeadLetter({ deadLetterId, retry: false, ...decisionOf(input) }),
    format: () => ['Descartada.'],
  }),
  livros: command({
    args: [],
    description: 'confere os livros agora',
    run: async ({ payments }) =>
      ok({ breaches: await payments.checkBooks(), accounts: await payments.balances() }),
    format: ({ breaches, accounts }) => [
      ...[...accounts].map(([account, amount]) => `${account.padEnd(24)} ${formatBRL(amount).padStart(20)}`),
      ...(breaches.length > 0 ? breaches.map((breach) => `✗ ${breach}`) : ['✓ Os livros fecham.']),
    ],
    isBreach: ({ breaches }) => breaches.length > 0,
  }),
  esquecidos: command({
    args: [],
    description: 'o que aconteceu e o banco de dados não sabe, depois de uma cópia restaurada',
    run: async ({ backoffice }) => ok(await backoffice.forgotten()),
    format: ({ messages, movements }) => {
      const lines = [...messages.map(forgottenLine), ...movements.map(movementLine)]
      return lines.length > 0 ? lines : ['Nada foi esquecido.']
    },
  }),
  'esquecido-visto': command({
    args: ['mensagem'],
    description: 'o que uma mensagem esquecida contava foi tratado',
    run: ({ backoffice }, { ids: [messageId = ''], ...input }) =>
      backoffice.settleForgotten({ messageId, ...decisionOf(input) }),
    format: () => ['Visto.'],
  }),
  'fechar-dia': command({
    args: ['AAAA-MM-DD?'],
    description: 'compara um dia com os provedores (ontem, se nenhum)',
    run: ({ payments, clock }, { ids: [day = addDays(todayInSaoPaulo(clock.now()), -1)] }) =>
      isIsoDate(day) && day <= todayInSaoPaulo(clock.now())
        ? payments.closeDay({ day })
        : Promise.resolve(refuse('not_found')),
    format: (closes) =>
      closes.flatMap(({ provider, day, status, theirs, ours, differences }) => [
        `${provider} ${day}: ${status === 'agrees' ? 'fecha' : 'não fecha'} (${formatBRL(theirs)} lá, ${formatBRL(ours)} aqui)`,
        ...differences.map((difference) => `  ${JSON.stringify(difference)}`),
      ]),
  }),
  'aceitar-dia': command({
    args: ['provedor', 'AAAA-MM-DD'],
    description: 'um dia que não fecha foi explicado',
    run: (app, { ids: [provider = '', day = ''], ...input }) =>
      app.backoffice.acceptClose({ provider, day, ...decisionOf(input) }),
    format: () => ['Aceito.'],
  }),
  'devolver-cobranca': command({
    args: ['cobranca'],
    options: ['valor', 'parcela'],
    description: 'devolve tudo, ou --valor 10,50 repartido pelo que ela pagou (ou só pelas --parcela …)',
    run: async (app, { ids: [chargeId = ''], ...input }) => {
      const amount = amountOf(input.options.valor)
      if (!amount.ok) return amount
      const instalmentIds = input.options.parcela
      const part = { amount: amount.value, ...(instalmentIds && { instalmentIds }) }
      return app.backoffice.refundCharge({ chargeId, ...part, ...decisionOf(input) })
    },
    format: refundLines,
  }),
  'devolver-credito': command({
    args: ['credito'],
    options: ['e-nossa'],
    description: 'devolve um crédito a quem pagou (--e-nossa, se a cobrança dele não existe aqui)',
    run: (app, { ids: [creditId = ''], ...input }) => {
      const isOurs = input.options['e-nossa'] ?? false
      return app.backoffice.refundCredit({ creditId, isOurs, ...decisionOf(input) })
    },
    format: refundLines,
  }),
  'aplicar-credito': command({
    args: ['credito', 'parcela…'],
    options: ['perdoar'],
    description: 'paga parcelas com um crédito (--perdoar o que faltar)',
    run: (app, { ids: [creditId = '', ...instalmentIds], ...input }) => {
      const forgive = input.options.perdoar ?? false
      return app.backoffice.applyCredit({ creditId, instalmentIds, forgive, ...decisionOf(input) })
    },
    format: ({ forgiven }) => [
      `Pago com o crédito.${forgiven > 0 ? ` Perdoado: ${formatBRL(forgiven)}.` : ''}`,
    ],
  }),
  'descartar-credito': command({
    args: ['credito'],
    description: 'o dinheiro não é de nenhum cliente daqui',
    run: (app, { ids: [creditId = ''], ...input }) =>
      app.backoffice.dismissCredit({ creditId, ...decisionOf(input) }),
    format: (amount) => [`${formatBRL(amount)} descartado.`],
  }),
  'atribuir-devolucao': command({
    args: ['devolucao', 'alvo…?'],
    options: ['valor', 'espalhar'],
    description:
      'de que voltou o dinheiro: parcelas, pedido ou crédito (--valor, ou tudo); sem alvo, --espalhar',
    run: async (app, { ids: [refundId = '', ...targets], ...input }) => {
      const amount = amountOf(input.options.valor)
      if (!amount.ok) return amount
      // Spreading a return is also a decision, so it is not the default of a command without its last argument.
      if ((targets.length === 0) !== (input.options.espalhar ?? false)) return refuse('no_target')
      const named = await Promise.all(targets.map((target) => orderIdOf(app, target)))
      const attribution = { refundId, targets: named, amount: amount.value }
      return app.backoffice.attributeReturn({ ...attribution, ...decisionOf(input) })
    },
    format: (amount) => [`${formatBRL(amount)} atribuído.`],
  }),
  'pedir-de-novo': command({
    args: ['devolucao'],
    description: 'pede outra vez uma devolução recusada',
    run: (app, { ids: [refundId = ''], ...input }) =>
      app.backoffice.decideRefund({ refundId, retry: true, ...decisionOf(input) }),
    format: (amount) => [`Devolução de ${formatBRL(amount)} pedida de novo.`],
  }),
  'desistir-da-devolucao': command({
    args: ['devolucao'],
    description: 'a devolução recusada foi resolvida de outro modo',
    run: (app, { ids: [refundId = ''], ...input }) =>
      app.backoffice.decideRefund({ refundId, retry: false, ...decisionOf(input) }),
    format: () => ['Encerrada.'],
  }),
  'aprovar-devolucao': command({
    args: ['aprovacao'],
    description: 'aprova uma devolução que um colega pediu',
    run: (app, { ids: [approvalId = ''], ...input }) =>
      app.backoffice.decideRefundApproval({ approvalId, approve: true, ...decisionOf(input) }),
    format: (amount) => [`Devolução de ${formatBRL(amount)} pedida.`],
  }),
  'recusar-devolucao': command({
    args: ['aprovacao'],
    description: 'não aprova uma devolução, ou retira a que você pediu',
    run: (app, { ids: [approvalId = ''], ...input }) =>
      app.backoffice.decideRefundApproval({ approvalId, approve: false, ...decisionOf(input) }),
    format: () => ['Não aprovada. Nada foi devolvido.'],
  }),
  'revisar-pagamento': command({
    args: ['pagamento'],
    options: ['cobrar-de-novo'],
    description: 'um pagamento estranho foi visto (--cobrar-de-novo o que um banco tomou)',
    run: (app, { ids: [paymentId = ''], ...input }) => {
      const reinstateDebt = input.options['cobrar-de-novo'] ?? false
      return app.backoffice.reviewPayment({ paymentId, reinstateDebt, ...decisionOf(input) })
    },
    format: (amount) => [amount > 0 ? `${formatBRL(amount)} em aberto outra vez.` : 'Revisto.'],
  }),
  'revisar-cobranca': command({
    args: ['cobranca'],
    description: 'uma cobrança que o provedor recusou foi vista',
    run: (app, { ids: [chargeId = ''], ...input }) =>
      app.backoffice.reviewCharge({ chargeId, ...decisionOf(input) }),
    format: () => ['Revista.'],
  }),
  'ver-separado': command({
    args: ['separado'],
    description: 'o que o provedor escreveu de um pagamento separado',
    run: (app, { ids: [setAsideId = ''], ...input }) =>
      app.backoffice.readSetAside({ setAsideId, ...decisionOf(input) }),
    format: (said) => said.map(({ seenAt, text }) => `${formatInstant(seenAt)} ${text}`),
  }),
  'resolver-separado': command({
    args: ['separado'],
    options: ['e-nossa'],
    description:
      'um pagamento separado foi resolvido de outro modo, ou é de outra loja (--e-nossa: é nosso, e entra nos livros)',
    run: async (app, { ids: [setAsideId = ''], ...input }) => {
      const isOurs = input.options['e-nossa'] ?? false
      const { confirmSetAside, resolveSetAside } = app.backoffice
      const decided = await (isOurs ? confirmSetAside : resolveSetAside)({ setAsideId, ...decisionOf(input) })
      return decided.ok ? ok({ providerId: decided.value, isOurs }) : decided
    },
    format: ({ providerId, isOurs }) => [
      isOurs
        ? `Confirmado: o pagamento ${providerId} entra nos livros como crédito, na próxima conciliação.`
        : `Resolvido: pagamento ${providerId}. Nada foi lançado nos livros.`,
    ],
  }),
  'de-outras-lojas': command({
    args: [],
    description: 'os pagamentos de outras lojas na mesma conta, que não são nossos',
    run: async ({ payments }) => ok(await payments.otherShopPayments()),
    format: (found) =>
      found.length > 0
        ? found.map(
            ({ since, provider, providerId, amount, detail }) =>
              `${formatInstant(since)} ${provider} ${providerId} ${amount === null ? 'valor ilegível' : formatBRL(amount)} (${detail})`,
          )
        : ['Nenhum.'],
  }),
  saque: command({
    args: ['provedor', 'valor', 'referencia'],
    description: 'registra dinheiro que foi do provedor para o banco',
    run: async (app, { ids: [provider = '', text = '', reference = ''], ...input }) => {
      const amount = amountOf(text)
      if (!amount.ok) return amount
      return app.backoffice.recordPayout({
        provider,
        amount: amount.value ?? 0,
        reference,
        ...decisionOf(input),
      })
    },
    format: (left) => [`Registrado. Restam ${formatBRL(left)} no provedor.`],
  }),
  ...manualCommands,
  ...orderCommands,
  'ver-proposta': command({
    args: ['servico', 'tipo', 'preco'],
    options: offerOptionNames,
    description: 'o plano que um texto escreve, sem enviar nada',
    run: async ({ proposals }, { ids: [serviceId = '', paymentType = '', priceText = ''], options }) =>
      proposals.previewCustomOffer({ serviceId, paymentType, priceText, ...offerOptions(options) }),
    format: ({ howToPay, cost, payments }) => [
      howToPay,
      `Total ${formatBRL(cost.total)}, à vista ${formatBRL(cost.cashPrice)}`,
      ...payments.map(({ dueDate, amount, kind }) => `${dueDate} ${kind} ${formatBRL(amount)}`),
    ],
  }),
  'enviar-proposta': command({
    args: ['email', 'servico', 'tipo', 'preco'],
    options: offerOptionNames,
    description: 'oferece a um cliente (--ate AAAA-MM-DD --a-vista --variante --titulo --linha)',
    run: (
      { backoffice },
      { ids: [email = '', serviceId = '', paymentType = '', priceText = ''], ...input },
    ) => {
      const offer = { email, serviceId, paymentType, priceText, ...offerOptions(input.options) }
      return backoffice.sendOffer({ ...offer, ...decisionOf(input) })
    },
    format: ({ offerId }) => [`Proposta ${offerId} enviada.`],
  }),
  'retirar-proposta': command({
    args: ['proposta'],
    description: 'uma proposta deixa de valer',
    run: ({ backoffice }, { ids: [offerId = ''], ...input }) =>
      backoffice.withdrawOffer({ offerId, ...decisionOf(input) }),
    format: () => ['Retirada.'],
  }),
  ...lookupCommands,
  ...documentCommands,
  auditoria: command({
    args: [],
    description: 'as últimas decisões, e se o registro está inteiro',
    run: async ({ backoffice }) =>
      ok({ rows: await backoffice.latestAudit(), breach: await backoffice.firstAuditBreach() }),
    format: ({ rows, breach }) => [
      ...rows.map(
        (row) => `${formatInstant(row.at)} ${row.action} ${row.subject} por ${row.actorId}: ${row.reason}`,
      ),
      breach === undefined
        ? '✓ O registro está inteiro.'
        : `✗ O registro foi alterado a partir de ${breach}.`,
    ],
    isBreach: ({ breach }) => breach !== undefined,
  }),
}

function refundLines({ amount, approvalId }: { amount: Centavos; approvalId?: string }): string[] {
  if (!approvalId) return [`Devolução de ${formatBRL(amount)} pedida.`]
  return [
    `Devolução de ${formatBRL(amount)}: espera que outra pessoa aprove, com aprovar-devolucao ${approvalId}.`,
  ]
}

function offerOptions({ ate = '', variante, titulo, linha, 'a-vista': cash }: CommandInput['options']) {
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

const reasonText: { readonly [reason in DeskItem['reason']]: string } = {
  ...moneyReasonWords,
  money_returned: 'o dinheiro voltou, e o serviço está pausado',
}

function itemLine(item: DeskItem): string {
  const { kind, reason, amount, currency, since, detail } = item
  const id = item.kind === 'order' ? item.number : item.id
  const kindText = {
    credit: 'crédito',
    payment: 'pagamento',
    charge: 'cobrança',
    refund: 'devolução',
    approval: 'aprovação',
    slow_refund: 'devolução em andamento',
    transfer: 'devolução a transferir',
    manual: 'pagamento à mão',
    return: 'devolução',
    close: 'dia',
    set_aside: 'separado',
    order: 'pedido',
  }
  const money = amount === null ? 'valor ilegível' : formatBRL(amount).replace('R$', currency ?? 'R$')
  const tail = detail ? ` (${detail})` : ''
  return `${formatInstant(since)} ${kindText[kind]} ${id} ${money}: ${reasonText[reason]}${tail}`
}

function deadLetterLine({ id, job, since, attempts, error }: DeadLetter): string {
  return `${formatInstant(since)} tarefa ${id} ${job}, tentativas: ${attempts}${error ? ` (${error})` : ''}`
}

function forgottenLine({ id, createdAt, kind, to, subject }: JournalEntry): string {
  return `${formatInstant(createdAt)} ${traceOf(kind)}, para ${to}: ${subject} (mensagem ${id})`
}

function movementLine({ kind, providerId, reference, amount, at }: UnexplainedMovement): string {
  const what = kind === 'payment' ? 'pagamento de cobrança desconhecida' : 'devolução que ninguém pediu aqui'
  return `${formatInstant(at)} ${what} ${formatBRL(amount)}: pagamento ${providerId}${reference ? ` (${reference})` : ''}`
}
