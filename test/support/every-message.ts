/** Messages of every kind that the product sends, as its modules write them: for tests, and for the pictures of mails. */

import { addDays } from '../../src/core/calendar.ts'
import { release } from '../../src/modules/catalogue/public.ts'
import type { ConsultationMessageKind } from '../../src/modules/consultations/index.server.ts'
import * as consultations from '../../src/modules/consultations/messages.ts'
import * as consultationsForTeam from '../../src/modules/consultations/team-messages.ts'
import { composeContract } from '../../src/modules/contracting/domain/contract.ts'
import { contractTerms } from '../../src/modules/contracting/domain/terms.ts'
import type { ContractingMessageKind } from '../../src/modules/contracting/index.server.ts'
import * as contracting from '../../src/modules/contracting/messages.ts'
import { offerOf } from '../../src/modules/contracting/offer-of.ts'
import type { DocumentMessageKind } from '../../src/modules/documents/index.server.ts'
import * as documents from '../../src/modules/documents/messages.ts'
import { requestNames } from '../../src/modules/documents/public.ts'
import type { IdentityMessageKind } from '../../src/modules/identity/index.server.ts'
import * as identity from '../../src/modules/identity/messages.ts'
import type { WrittenMessage } from '../../src/modules/notifications/index.server.ts'
import { dailyReport } from '../../src/modules/operations/domain/daily-report.ts'
import type { OperationsMessageKind } from '../../src/modules/operations/index.server.ts'
import * as operations from '../../src/modules/operations/messages.ts'
import type { OrderMessageKind } from '../../src/modules/orders/index.server.ts'
import * as orders from '../../src/modules/orders/messages.ts'
import { orderOnHoldForTeam } from '../../src/modules/orders/team-messages.ts'
import { reminderMessage } from '../../src/modules/payments/arrangements/reminder-message.ts'
import { creditReasons } from '../../src/modules/payments/domain/credit.ts'
import { reminderRulesOf } from '../../src/modules/payments/domain/reminder-words.ts'
import type { PaymentMessageKind } from '../../src/modules/payments/index.server.ts'
import * as payments from '../../src/modules/payments/messages.ts'
import { booksMessage, providerAnswersMessage } from '../../src/modules/payments/team-messages.ts'
import { requestKinds } from '../../src/modules/privacy/domain/request.ts'
import type { PrivacyMessageKind } from '../../src/modules/privacy/index.server.ts'
import * as privacy from '../../src/modules/privacy/messages.ts'
import type { ProposalMessageKind } from '../../src/modules/proposals/index.server.ts'
import * as proposals from '../../src/modules/proposals/messages.ts'
import { proposalForTeam } from '../../src/modules/proposals/team-messages.ts'
import type { ReceiptMessageKind } from '../../src/modules/receipts/index.server.ts'
import { receiptMessage } from '../../src/modules/receipts/messages.ts'
import type { TeamMessageKind } from '../../src/modules/team/index.server.ts'
import * as team from '../../src/modules/team/messages.ts'
import { linksAt } from '../../src/web/paths.ts'

export type AnyMessageKind =
  | ConsultationMessageKind
  | ContractingMessageKind
  | DocumentMessageKind
  | IdentityMessageKind
  | OperationsMessageKind
  | OrderMessageKind
  | PaymentMessageKind
  | PrivacyMessageKind
  | ProposalMessageKind
  | ReceiptMessageKind
  | TeamMessageKind

export const site = 'https://recomeco.exemplo'

/** Sender of the messages. */
export const sender = {
  legalName: 'Empresa Exemplo Ltda',
  cnpj: '12.ABC.345/01DE-35',
  address: 'Rua do Exemplo, 100, Florianópolis/SC',
  phone: '+5548999990000',
  email: 'contato@recomeco.exemplo',
}

/** As long as real secrets. */
const secret = 'Zk3x_Qm9PzR1tUv5wXy7AbCdEfGhIjKlMnOpQr2sT4'
const id = '0199f0aa-0000-7000-8000-000000000001'
const links = linksAt(site)

const [nome, number] = ['Maria Aparecida da Silva', 'RC-7K4P2']
const serviceTitle = 'Limpa Nome'
const trackingUrl = links.trackOrder(number)
const paymentsUrl = links.payments()
const order = { nome, number, serviceTitle, trackingUrl }
const step = { nome, number, step: 'Notificação dos credores', trackingUrl }
const words = 'Enviamos a notificação aos três credores.\nEles têm dez dias úteis para responder.'
const instalment = (number: number, dueDate = '2026-12-13') => ({
  ...{ number, dueDate, kind: 'parcela' as const, total: 9_990 },
})

const lookup = release.consultations[0] ?? fail('a look-up')
const link = links.lookupResult(secret)
const expiresAt = new Date('2026-12-21T15:00:00Z')
const deskUrl = links.deskLookup(id)
const operation = links.deskOperation()
const documentsUrl = links.account({ aba: 'cadastro' }, 'documentos')
const late = { to: '2026-12-15', reason: 'O cartório pediu mais tempo.' }

const reminderWords = reminderRulesOf(release.reminders).words

function fail(what: string): never {
  throw new Error(`the release has no ${what}`)
}

type EveryMessage = { readonly [kind in AnyMessageKind]: readonly WrittenMessage[] }

/** Writes a message of every kind in the current wording. If one kind of message has several variants, all are included. */
export function writeEveryMessage(): EveryMessage {
  return {
    'account.confirm': [identity.confirmationEmail(links.confirmEmail(secret))],
    'account.exists': [identity.alreadyRegisteredEmail(links.auth())],
    'account.reset': [identity.resetEmail(links.resetPassword(secret))],
    'account.password-changed': [identity.passwordChangedEmail(links.requestPasswordReset())],
    'account.phone-changed': [identity.phoneChangedEmail(links.requestPasswordReset())],

    'team.invitation': [team.invitationEmail({ name: 'Rui', link: links.invitation(secret) })],
    'team.welcome': [team.welcomeEmail({ name: 'Rui', signIn: links.auth() })],

    'order.paid': [
      orders.paymentConfirmedMessage({ ...order, deliveryDate: '2026-12-22', isContacted: false }),
      orders.paymentConfirmedMessage({ ...order, deliveryDate: '2026-12-22', isContacted: true }),
    ],
    'order.started': [orders.workStartedMessage({ ...step, dueOn: '2026-11-30' })],
    'order.on-hold': [orders.orderOnHoldMessage(order)],
    'order.step-completed': [
      orders.stepCompletedMessage({
        ...{ ...step, words, protocol: 'SP-2026/001234', hasFile: true, open: 3 },
        next: { name: 'Negociação', dueOn: '2026-12-08' },
      }),
      orders.stepCompletedMessage({
        ...{ ...step, words, protocol: null, hasFile: false, open: 1 },
        next: { name: 'Entrega', dueOn: '2026-12-22' },
      }),
    ],
    'order.delivered': [false, true].map((hasFile) =>
      orders.stepCompletedMessage({
        ...step,
        ...{ words, protocol: null, hasFile, open: 0, next: undefined },
      }),
    ),
    'order.step-reopened': [orders.stepReopenedMessage({ ...step, reason: 'Um credor pediu outra cópia.' })],
    'order.deadline-moved': [
      orders.deadlineMovedMessage({ ...step, ...late, deliveryDate: undefined }),
      orders.deadlineMovedMessage({ ...step, ...late, deliveryDate: '2026-12-29' }),
    ],
    'order.cancelled': [
      orders.orderCancelledMessage({ ...order, words: 'Como combinamos por telefone.' }),
      orders.orderCancelledMessage({ ...order, words: '' }),
    ],
    'order.money-returned': (['on_hold', 'completed'] as const).map((status) =>
      orderOnHoldForTeam({ ...order, status, deskUrl: links.deskOrder(id) }),
    ),

    'receipt.made': [false, true].map((byCredit) =>
      receiptMessage({ nome, amount: 40_000, number: '2026/000123', byCredit, url: links.receipt(id) }),
    ),

    'contract.accepted': release.services.flatMap(({ id: serviceId, plans }) =>
      plans.map((plan) => contractConfirmed(serviceId, plan.id)),
    ),
    'contract.withdrawn': [
      [40_000, 0],
      [20_000, 20_000],
      [0, 0],
    ].map(([refunded = 0, checking = 0]) =>
      contracting.withdrawalMessage({
        ...{ orderNumber: number, refunded, checking, links },
        acceptance: { party: { name: nome }, plan: { serviceTitle } },
        now: new Date('2026-11-23T15:00:00Z'),
      }),
    ),
    'renegotiation.proposed': ['', 'Vimos que o mês apertou. Que tal assim?'].map((written) =>
      contracting.renegotiationProposedMessage({
        ...{ nome, until: '2026-12-10', words: written },
        url: links.renegotiation(id),
      }),
    ),
    'renegotiation.accepted': [59_940, 49_950, 64_000].map((newAmount) =>
      contracting.renegotiationAcceptedMessage({
        ...{ nome, openAmount: 59_940, newAmount, copyUrl: links.contractCopy(id) },
        rows: ['2026-12-20', '2027-01-20', '2027-02-20'].map((dueDate, at) => ({
          ...{ number: at + 1, amount: Math.floor(newAmount / 3), dueDate, method: 'pix' as const },
        })),
      }),
    ),

    'consultation.paid': [
      consultations.consultationPaidMessage({
        ...{ consultation: lookup, promisedAt: new Date('2026-11-23T15:05:00Z') },
        link: links.lookup(secret),
      }),
    ],
    'consultation.delivered': [
      consultations.consultationDeliveredMessage({ consultation: lookup, link, expiresAt }),
    ],
    'consultation.corrected': [expiresAt, undefined].map((until) =>
      consultations.consultationCorrectedMessage({
        ...{ consultation: lookup, link, expiresAt: until },
        correction: 'O banco corrigiu a data de um registro.',
      }),
    ),
    'consultation.link': [consultations.consultationLinkMessage({ consultation: lookup, link, expiresAt })],
    'consultation.code': [consultations.consultationCodeMessage({ code: '123456' })],
    'consultation.refunding': [
      consultations.consultationRefundingMessage({ consultation: lookup, link: links.lookup(secret) }),
    ],
    'consultation.for-team': [
      consultationsForTeam.consultationForTeam({
        consultation: lookup,
        link: deskUrl,
        promisedAt: expiresAt,
      }),
    ],
    'consultation.paid-twice': [false, true].map((isHeld) =>
      consultationsForTeam.consultationPaidTwice({ consultation: lookup, link: deskUrl, isHeld }),
    ),
    'consultation.money-changed': [
      ...(['paid', 'delivered', 'cancelled'] as const).map((status) =>
        consultationsForTeam.consultationReturnedForTeam({ consultation: lookup, link: deskUrl, status }),
      ),
      ...[true, false].map((isDelivered) =>
        consultationsForTeam.consultationPaidAgain({ consultation: lookup, link: deskUrl, isDelivered }),
      ),
    ],

    'document.accepted': [
      documents.documentAcceptedMessage({ nome, url: documentsUrl, file: 'identidade-frente.jpg' }),
    ],
    'document.rejected': [
      documents.documentRejectedMessage({
        ...{ nome, url: documentsUrl, file: 'identidade-frente.jpg' },
        words: 'A foto está escura: não dá para ler o número.',
      }),
    ],
    'document.requested': [undefined, 'Pode ser uma foto, com boa luz.'].map((written) =>
      documents.documentRequestedMessage({
        ...{ nome, url: documentsUrl, what: requestNames.identity, words: written },
      }),
    ),

    'charge.amount_mismatch': [paymentsUrl, undefined].map((url) =>
      payments.amountMismatchMessage({
        ...{ nome, description: `${serviceTitle}, entrada`, asked: 40_000, received: 39_900 },
        paymentsUrl: url,
      }),
    ),
    'credit.kept': [
      ...[...creditReasons, 'regained' as const].map((reason) => ({ reason })),
      { reason: 'late' as const, isByHand: true },
    ].map((credit) => payments.creditMessage({ nome, amount: 9_990, ...credit, paymentsUrl })),
    'refund.done': [{}, { isByHand: true }, { ofCredit: true }].map((which) =>
      payments.refundedMessage({
        ...{ nome, amount: 40_000, description: `${serviceTitle}, entrada`, ...which, paymentsUrl },
      }),
    ),
    'debt.reinstated': [
      payments.debtReinstatedMessage({
        ...{ nome, amount: 40_000, description: `${serviceTitle}, entrada`, paymentsUrl },
      }),
    ],
    'manual-payment.undone': [true, false].map((isOwedAgain) =>
      payments.manualUndoneMessage({ nome, amount: 9_990, on: '20/11/2026', isOwedAgain, paymentsUrl }),
    ),
    'instalment.coming': reminders('coming', '2026-12-10'),
    'instalment.due': reminders('due', '2026-12-13'),
    'instalment.late-first': reminders('late-first', '2026-12-16'),
    'instalment.late-second': reminders('late-second', '2026-12-21'),
    'instalment.late-last': reminders('late-last', '2026-12-29'),
    'instalment.postponed': [
      payments.postponedMessage({
        ...{ nome, number: 3, amount: 9_990, from: '2026-12-13', to: '2026-12-23', paymentsUrl },
      }),
    ],
    'books.day-differs': [books('O dia 22/11/2026 não fecha', ['mercado-pago: R$ 10,00 a mais.'])],
    'books.breach': [books('Os livros não fecham', Array(9).fill('Um livro não fecha.'))],
    'books.set-aside': [books('Um pagamento espera por você', ['Pagamento 1: R$ 10,00, de outra loja.'])],
    'books.cursor-mended': [books('A conciliação estava adiantada e foi corrigida', ['Ela foi retomada.'])],
    'books.sweep-failing': [books('Conciliação parada: mercado-pago', ['O provedor não pôde ser lido.'])],
    'books.sweep-resumed': [
      providerAnswersMessage({
        ...{
          provider: 'mercado-pago',
          since: new Date('2026-11-23T10:00:00Z'),
          at: new Date('2026-11-23T12:30:00Z'),
        },
        deskUrl: `${site}/painel/dinheiro`,
      }),
    ],
    'books.unattributed': [books('Uma devolução sem destino', ['R$ 10,00 voltaram sem dizer de quê.'])],
    'books.approval-asked': [books('Uma devolução espera por outra pessoa', ['R$ 600,00 a devolver.'])],

    'privacy.link': [
      privacy.linkMessage({ link: `${site}/privacidade/meus-dados?chave=${secret}`, minutes: 60 }),
    ],
    'privacy.received': [false, true].flatMap((hasAccount) =>
      requestKinds.map((kind) =>
        privacy.receivedMessage({
          ...{ kind, name: nome, dueOn: '2026-12-08', hasAccount },
          link: hasAccount ? links.accountPrivacy() : links.privacyLink(),
        }),
      ),
    ),
    'privacy.answered': requestKinds.map((kind) =>
      privacy.answeredMessage({ kind, name: nome, answer: words }),
    ),
    'privacy.erased': [
      privacy.erasedMessage({ kept: [] }),
      privacy.erasedMessage({ kept: [{ name: 'Contratos', law: 'CDC, art. 27' }] }),
    ],
    'proposal.received': [proposals.proposalReceived()],
    'proposal.answered': [
      proposals.proposalAnswered({ name: nome, answer: 'Conseguimos 1,2% ao mês em 48 vezes.' }),
    ],
    'proposal.for-team': [proposalForTeam(links.deskProposal(id))],
    'custom-offer.sent': [
      proposals.customOfferSent({
        ...{ title: serviceTitle, total: 239_800, validUntil: '2026-12-10', customer: { nome } },
        terms: { cadence: 'weekly', method: 'pix', entry: 40_000, instalments: Array(20).fill(9_990) },
        link: links.customOffer(id),
      }),
    ],

    'operations.clock': [operations.clockMessage({ host: 'loja-1', skewSeconds: 7_260, deskUrl: operation })],
    'operations.disk': [operations.diskMessage({ host: 'loja', free: 120 * 1024 ** 2, deskUrl })],
    'operations.files': [1, 7].map((count) =>
      operations.missingFilesMessage({
        files: Array.from({ length: count }, (_, at) => `${at < 3 ? 'steps' : 'documents'}/${id}`),
        deskUrl: operation,
      }),
    ),
    'operations.dead-letters': [1, 7].map((count) =>
      operations.deadLettersMessage({
        jobs: Array.from({ length: count }, () => ({ id, job: 'receipts.receipt', attempts: 11 })),
        deskUrl: operation,
      }),
    ),
    'operations.failed-messages': [
      ...[1, 7].map((count) =>
        operations.failedMessagesMessage({
          reports: Array(count).fill('Pagamento confirmado'),
          deskUrl: links.deskMessages({ ver: 'falhas' }),
        }),
      ),
      operations.channelRefusingMessage({
        ...{ since: new Date('2026-11-30T12:05:00Z'), code: '190' },
        deskUrl: links.deskMessages({ ver: 'na-fila' }),
      }),
    ],
    'operations.certificate': [true, false].map((hasExpired) =>
      operations.certificateMessage({
        ...{ name: 'o certificado do API Pix', lastDay: '2026-12-01', hasExpired, deskUrl: operation },
        ...{
          todo: 'Peça outro ao banco e troque o arquivo antes disso.',
          without: 'Nenhuma cobrança nova sai até que haja outro.',
        },
      }),
    ),
    'operations.forgotten': [
      operations.forgottenMessage({
        ...{ count: 4, traces: ['3 × contrato aceito', '1 × recibo emitido'], deskUrl: operation },
      }),
    ],
    'operations.security': [
      operations.securityMessage({
        alarms: [{ event: 'sign-in-failed', count: 230, text: 'senhas erradas' }],
        deskUrl: operation,
      }),
    ],
    'operations.day': [[], ['mercado-pago']].map((failingProviders) =>
      operations.dayMessage(
        dailyReport({
          ...{ day: '2026-11-21', contracts: { count: 2, centavos: 199_800 } },
          ...{ received: { count: 3, centavos: 29_970 }, overdue: { count: 1, centavos: 9_990 } },
          ...{ waiting: 4, late: 1, stoppedJobs: 0, failedMessages: 0, differences: 0, failingProviders },
          missingFiles: 0,
          whatsappRefusingSince: undefined,
          backupHours: 5.9,
          backupCheck: { passed: true, hours: 29.1 },
        }),
        operation,
      ),
    ),
  }
}

function reminders(milestone: keyof typeof reminderWords, today: string): WrittenMessage[] {
  return [1, 3].flatMap((count) =>
    [true, false].map((isLarge) =>
      reminderMessage({
        ...{
          nome,
          words: reminderWords[milestone],
          today,
          limited: isLarge && milestone === 'due',
          byCard: !isLarge,
          paymentsUrl,
        },
        instalments: Array.from({ length: count }, (_, at) => instalment(at + 1)),
        // The most urgent instalment determines the wording: a later instalment is named below, and nothing is named below an
        // instalment that is not yet due.
        others: isLarge && milestone !== 'coming' ? [instalment(9, addDays(today, 3))] : [],
        agreements: [{ of: instalment(1), url: links.agreement(id) }],
      }),
    ),
  )
}

function books(subject: string, lines: readonly string[]): WrittenMessage {
  return booksMessage({ subject, lines, deskUrl: links.deskMoney() })
}

function contractConfirmed(serviceId: string, planId: string): WrittenMessage {
  const date = '2026-11-23'
  const offer = offerOf({ serviceId, planId, today: date }) ?? fail(`${serviceId} ${planId}`)
  const party = { name: nome, cpf: '52998224725', phone: '+5548999991234' }
  const contract = composeContract({ offer, party, company: sender, terms: contractTerms, date })
  return contracting.contractAcceptedMessage({
    ...{ orderId: id, orderNumber: number, party, company: sender, links },
    rendered: { offer, contract, text: '', version: '', sha256: '' },
  })
}

/** With the release's wording. */
export const everyMessage = writeEveryMessage()
