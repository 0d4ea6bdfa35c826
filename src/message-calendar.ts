import { keysOf } from './core/records.ts'
import { daysText } from './core/text.ts'
import type { ConsultationMessageKind } from './modules/consultations/index.server.ts'
import type { ContractingMessageKind } from './modules/contracting/index.server.ts'
import type { DocumentMessageKind } from './modules/documents/index.server.ts'
import type { IdentityMessageKind } from './modules/identity/index.server.ts'
import type { InboxMessageKind } from './modules/inbox/index.server.ts'
import type { Manner } from './modules/notifications/index.server.ts'
import type { OperationsMessageKind } from './modules/operations/index.server.ts'
import type { OrderMessageKind } from './modules/orders/index.server.ts'
import type { PaymentMessageKind, ReminderDays } from './modules/payments/index.server.ts'
import { reminderRule } from './modules/payments/public.ts'
import type { PrivacyMessageKind } from './modules/privacy/index.server.ts'
import type { ProposalMessageKind } from './modules/proposals/index.server.ts'
import type { ReceiptMessageKind } from './modules/receipts/index.server.ts'
import type { TeamMessageKind } from './modules/team/index.server.ts'

/** The message kinds of all modules. */
export type MessageKind =
  | ConsultationMessageKind
  | ContractingMessageKind
  | DocumentMessageKind
  | IdentityMessageKind
  | InboxMessageKind
  | OperationsMessageKind
  | OrderMessageKind
  | PaymentMessageKind
  | PrivacyMessageKind
  | ProposalMessageKind
  | ReceiptMessageKind
  | TeamMessageKind

/** A line of the table. Its Portuguese texts are shown at the desk. */
export interface CalendarLine extends Manner {
  /** The event that it reports, in Portuguese. */
  what: string
  /** When it is sent, quiet hours aside; for a reminder, a function of the days that the owner set. */
  moment: string | ((days: ReminderDays) => string)
  /** Where its text is made: 'module#function', or the path of a file that states it where it sends it. */
  words: string
}

/**
 * All messages: the event, when it is sent, by which channel, and where its text is made. A topic that a reader can choose goes by the
 * channel they
 * chose; the others by e-mail, and to the buyer of a look-up also by WhatsApp. `at_once` messages answer something that their reader has
 * just done, or is waiting for, and may be sent at night; all others wait for the day (`notifications/domain/manners.ts`).
 */
export const messageCalendar = {
  // The account.
  'account.confirm': line('account', 'at_once', 'Conta criada', 'na hora', 'identity#confirmationEmail'),
  'account.exists': line(
    'account',
    'at_once',
    'Cadastro com um e-mail que já tem conta',
    'na hora',
    'identity#alreadyRegisteredEmail',
  ),
  'account.reset': line('account', 'at_once', 'Pedido de nova senha', 'na hora', 'identity#resetEmail'),
  'account.password-changed': line(
    'account',
    'at_once',
    'Senha alterada',
    'na hora',
    'identity#passwordChangedEmail',
  ),
  'account.phone-changed': line(
    'account',
    'at_once',
    'Telefone alterado',
    'na hora',
    'identity#phoneChangedEmail',
  ),

  // Requests about personal data.
  'privacy.link': line(
    'account',
    'at_once',
    'Pedido de link de privacidade',
    'na hora',
    'privacy#linkMessage',
  ),
  'privacy.received': line(
    'account',
    'at_once',
    'Pedido sobre os próprios dados',
    'na hora',
    'privacy#receivedMessage',
  ),
  'privacy.answered': line(
    'account',
    'by_day',
    'Resposta sobre os próprios dados',
    'quando a equipe responde',
    'privacy#answeredMessage',
  ),
  'privacy.erased': line(
    'account',
    'by_day',
    'Dados apagados',
    'quando a equipe apaga',
    'privacy#erasedMessage',
  ),

  // Answers of the team.
  'conversation.answer': line(
    'contract',
    'at_once',
    'A equipe respondeu',
    'na hora',
    'src/modules/inbox/answer.ts',
  ),

  // Hiring, and what changes the contract.
  'contract.accepted': line(
    'contract',
    'at_once',
    'Contrato aceito',
    'na hora',
    'contracting#contractAcceptedMessage',
  ),
  'contract.withdrawn': line(
    'contract',
    'at_once',
    'Desistência',
    'na hora',
    'contracting#withdrawalMessage',
  ),
  'renegotiation.proposed': line(
    'offers',
    'by_day',
    'Nova forma de pagamento proposta',
    'quando a equipe envia',
    'contracting#renegotiationProposedMessage',
  ),
  'renegotiation.accepted': line(
    'contract',
    'at_once',
    'Nova forma de pagamento aceita',
    'na hora',
    'contracting#renegotiationAcceptedMessage',
  ),

  // The work.
  'order.paid': line(
    'contract',
    'at_once',
    'Primeiro pagamento recebido',
    'na hora',
    'orders#paymentConfirmedMessage',
  ),
  'order.started': line(
    'progress',
    'by_day',
    'Primeira etapa começada',
    'quando a equipe começa',
    'orders#workStartedMessage',
  ),
  'order.step-completed': line(
    'progress',
    'by_day',
    'Etapa concluída, e a próxima',
    'quando a equipe conclui',
    'orders#stepCompletedMessage',
  ),
  'order.delivered': line(
    'contract',
    'by_day',
    'Serviço entregue, com a prova',
    'com a última etapa',
    'orders#stepCompletedMessage',
  ),
  'order.step-reopened': line(
    'progress',
    'by_day',
    'Etapa retomada',
    'quando a equipe reabre',
    'orders#stepReopenedMessage',
  ),
  'order.deadline-moved': line(
    'contract',
    'by_day',
    'Novo prazo',
    'quando a equipe muda',
    'orders#deadlineMovedMessage',
  ),
  'order.on-hold': line(
    'contract',
    'by_day',
    'Serviço pausado',
    'quando o dinheiro volta',
    'orders#orderOnHoldMessage',
  ),
  'order.cancelled': line(
    'contract',
    'by_day',
    'Pedido cancelado pela equipe',
    'quando a equipe cancela',
    'orders#orderCancelledMessage',
  ),
  'document.requested': line(
    'progress',
    'by_day',
    'Documento pedido',
    'quando a equipe pede',
    'documents#documentRequestedMessage',
  ),
  'document.accepted': line(
    'progress',
    'by_day',
    'Documento conferido',
    'quando a equipe confere',
    'documents#documentAcceptedMessage',
  ),
  'document.rejected': line(
    'progress',
    'by_day',
    'Documento recusado',
    'quando a equipe confere',
    'documents#documentRejectedMessage',
  ),

  // Money.
  'instalment.coming': reminder('Parcela a vencer', ({ coming }) => `${daysText(coming)} antes`),
  'instalment.due': reminder('Parcela do dia', () => `no dia, às ${reminderRule.fromHour}h`),
  'instalment.late-first': reminder('Parcela em aberto', ({ lateFirst }) => `${daysText(lateFirst)} depois`),
  'instalment.late-second': reminder(
    'Parcela em aberto, com saída',
    ({ lateSecond }) =>
      `${daysText(lateSecond)} depois; de várias do mesmo pedido, a cada ${daysText(reminderRule.severalLateEvery)}`,
  ),
  'instalment.late-last': reminder(
    'Parcela em aberto, último lembrete',
    ({ lateLast }) => `${daysText(lateLast)} depois`,
  ),
  'instalment.postponed': line(
    'contract',
    'at_once',
    'Parcela adiada pelo cliente',
    'na hora',
    'payments#postponedMessage',
  ),
  'receipt.made': line('contract', 'at_once', 'Pagamento recebido', 'na hora', 'receipts#receiptMessage'),
  'charge.amount_mismatch': line(
    'contract',
    'at_once',
    'Pagamento de outro valor',
    'na hora',
    'payments#amountMismatchMessage',
  ),
  'credit.kept': line('contract', 'at_once', 'Crédito guardado', 'na hora', 'payments#creditMessage'),
  'refund.done': line(
    'contract',
    'by_day',
    'Dinheiro devolvido',
    'quando a devolução sai',
    'payments#refundedMessage',
  ),
  'debt.reinstated': line(
    'contract',
    'by_day',
    'Pagamento desfeito pelo banco',
    'quando a equipe cobra de novo',
    'payments#debtReinstatedMessage',
  ),
  'manual-payment.undone': line(
    'contract',
    'by_day',
    'Registro de pagamento desfeito',
    'quando a equipe desfaz',
    'payments#manualUndoneMessage',
  ),

  // Look-ups, which are promised by the hour.
  'consultation.paid': line(
    'contract',
    'at_once',
    'Consulta paga',
    'na hora',
    'consultations#consultationPaidMessage',
  ),
  'consultation.delivered': line(
    'contract',
    'at_once',
    'Consulta pronta, com prazo em horas',
    'quando fica pronta',
    'consultations#consultationDeliveredMessage',
  ),
  'consultation.corrected': line(
    'contract',
    'by_day',
    'Resultado corrigido',
    'quando a equipe corrige',
    'consultations#consultationCorrectedMessage',
  ),
  'consultation.link': line(
    'contract',
    'at_once',
    'Novo link do resultado',
    'na hora',
    'consultations#consultationLinkMessage',
  ),
  'consultation.code': line(
    'account',
    'at_once',
    'Código para abrir o resultado',
    'na hora',
    'consultations#consultationCodeMessage',
  ),
  'consultation.refunding': line(
    'contract',
    'by_day',
    'Consulta não entregue, dinheiro devolvido',
    'quando a equipe decide',
    'consultations#consultationRefundingMessage',
  ),

  // Offers.
  'custom-offer.sent': line(
    'offers',
    'by_day',
    'Proposta personalizada',
    'quando a equipe envia',
    'proposals#customOfferSent',
  ),
  'proposal.received': line(
    'contract',
    'at_once',
    'Pedido de financiamento',
    'na hora',
    'proposals#proposalReceived',
  ),
  'proposal.answered': line(
    'contract',
    'by_day',
    'Resposta ao pedido de financiamento',
    'quando a equipe responde',
    'proposals#proposalAnswered',
  ),

  // To ourselves.
  'consultation.for-team': forTeam('Consulta a fazer', 'consultations#consultationForTeam'),
  'consultation.paid-twice': forTeam('Consulta paga duas vezes', 'consultations#consultationPaidTwice'),
  'consultation.money-changed': forTeam(
    'Dinheiro de consulta voltou',
    'consultations#consultationReturnedForTeam',
  ),
  'order.money-returned': forTeam('Dinheiro de pedido voltou', 'orders#orderOnHoldForTeam'),
  'proposal.for-team': forTeam('Pedido de financiamento', 'proposals#proposalForTeam'),
  'books.day-differs': forTeam('Dia que não fecha', 'src/modules/payments/settlement/close-day.ts'),
  'books.breach': forTeam('Livro que não bate', 'src/modules/payments/books/check-books.ts'),
  'books.set-aside': forTeam('Pagamento separado', 'src/modules/payments/settlement/set-aside.ts'),
  'books.cursor-mended': forTeam('Conferência recomeçada', 'src/modules/payments/settlement/sweep.ts'),
  'books.sweep-failing': forTeam(
    'Provedor sem resposta',
    'src/modules/payments/settlement/sweep-failures.ts',
  ),
  'books.sweep-resumed': forTeam('Provedor de volta', 'payments#providerAnswersMessage'),
  'books.unattributed': forTeam('Devolução sem dono', 'src/modules/payments/notify-team.ts'),
  'books.approval-asked': forTeam('Decisão de outra pessoa', 'src/modules/payments/notify-team.ts'),
  'operations.clock': forTeam('Relógio errado', 'operations#clockMessage'),
  'operations.failed-messages': forTeam('Mensagem não entregue', 'operations#failedMessagesMessage'),
  'operations.dead-letters': forTeam('Tarefa parada', 'operations#deadLettersMessage'),
  'operations.certificate': forTeam('Certificado a vencer', 'operations#certificateMessage'),
  'operations.disk': forTeam('Disco cheio', 'operations#diskMessage'),
  'operations.files': forTeam('Arquivo que falta', 'operations#missingFilesMessage'),
  'operations.forgotten': forTeam('Cópia restaurada', 'operations#forgottenMessage'),
  'operations.security': forTeam('Alarme de segurança', 'operations#securityMessage'),
  'operations.day': forTeam('Resumo do dia', 'operations#dayMessage'),
  'team.invitation': forTeam('Convite para a equipe', 'team#invitationEmail'),
  'team.welcome': forTeam('Boas-vindas à equipe', 'team#welcomeEmail'),
} satisfies Record<MessageKind, CalendarLine>

/** Under what the team finds a message, in the order of the table. */
export const messageGroups = [
  'account',
  'privacy',
  'answers',
  'hiring',
  'work',
  'money',
  'lookups',
  'offers',
  'team',
] as const
export type MessageGroup = (typeof messageGroups)[number]

type Beginning<Kind extends string> = Kind extends `${infer First}.${string}` ? First : never

const groups: Readonly<Record<Beginning<MessageKind>, MessageGroup>> = {
  account: 'account',
  privacy: 'privacy',
  conversation: 'answers',
  contract: 'hiring',
  renegotiation: 'hiring',
  order: 'work',
  document: 'work',
  instalment: 'money',
  receipt: 'money',
  charge: 'money',
  debt: 'money',
  credit: 'money',
  refund: 'money',
  'manual-payment': 'money',
  consultation: 'lookups',
  'custom-offer': 'offers',
  proposal: 'offers',
  books: 'team',
  operations: 'team',
  team: 'team',
}

/** Returns the table as a list, in its order, each line with its group and with the moment that these days give it. */
export function calendarLines(
  days: ReminderDays,
): (CalendarLine & { kind: MessageKind; group: MessageGroup; moment: string })[] {
  return keysOf(messageCalendar).map((kind) => {
    const own: CalendarLine = messageCalendar[kind]
    const beginning = kind.split('.')[0] as Beginning<MessageKind>
    const moment = typeof own.moment === 'string' ? own.moment : own.moment(days)
    return { ...own, kind, group: own.topic === 'team' ? 'team' : groups[beginning], moment }
  })
}

/** Returns the event that a kind of message reports, in Portuguese; for a kind of an earlier release, its name. */
export function reportOf(kind: string): string {
  const table: Readonly<Record<string, CalendarLine>> = messageCalendar
  return table[kind]?.what ?? kind
}

function line(
  topic: CalendarLine['topic'],
  when: CalendarLine['when'],
  what: string,
  moment: CalendarLine['moment'],
  words: string,
): CalendarLine {
  return { topic, when, what, moment, words }
}

function forTeam(what: string, words: string): CalendarLine {
  return line('team', 'at_once', what, 'na hora', words)
}

/** Its words and its days are the owner's (`payments/domain/reminder-words.ts`). */
function reminder(what: string, moment: CalendarLine['moment']): CalendarLine {
  return line('reminders', 'by_day', what, moment, 'payments#reminderMessage')
}
