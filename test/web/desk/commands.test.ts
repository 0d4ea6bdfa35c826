// Databases: one. No row is read: it compares the lists of commands, routes and actions.
import { expect, test } from 'vitest'
import type { CommandInput } from '../../../scripts/desk/command.ts'
import { commands } from '../../../scripts/desk/commands.ts'
import type { App } from '../../../src/composition.ts'
import { ok } from '../../../src/core/outcome.ts'
import routes from '../../../src/web/routes.ts'
import { allPages } from '../../support/web.ts'

/** The desk page for each command of `npm run desk`: its route, and its actions if it makes decisions. */
const pages: Readonly<Record<string, readonly [path: string, ...intents: string[]] | undefined>> = {
  // The server's own command: nobody can be at the desk before it.
  'criar-equipe': undefined,
  pendencias: ['painel'],
  tarefas: ['painel/operacao'],
  'repetir-tarefa': ['painel/operacao', 'retry'],
  'descartar-tarefa': ['painel/operacao', 'discard'],
  'repetir-mensagem': ['painel/mensagens', 'resend'],
  'repetir-mensagens': ['painel/mensagens', 'resend-after-outage'],
  'descartar-mensagem': ['painel/mensagens', 'give-up'],
  esquecidos: ['painel/operacao'],
  'esquecido-visto': ['painel/operacao', 'settle'],
  livros: ['painel/dinheiro', 'books'],
  'fechar-dia': ['painel/dinheiro', 'close-day'],
  saque: ['painel/dinheiro', 'payout'],
  'de-outras-lojas': ['painel/dinheiro'],
  'aceitar-dia': ['painel/dinheiro/:tipo/:id', 'accept-close'],
  'devolver-cobranca': ['painel/dinheiro/:tipo/:id', 'refund-charge'],
  'devolver-credito': ['painel/dinheiro/:tipo/:id', 'refund-credit'],
  'aplicar-credito': ['painel/dinheiro/:tipo/:id', 'apply-credit'],
  'descartar-credito': ['painel/dinheiro/:tipo/:id', 'dismiss-credit'],
  'atribuir-devolucao': ['painel/dinheiro/:tipo/:id', 'attribute'],
  'pedir-de-novo': ['painel/dinheiro/:tipo/:id', 'retry-refund'],
  'desistir-da-devolucao': ['painel/dinheiro/:tipo/:id', 'give-up-refund'],
  'aprovar-devolucao': ['painel/dinheiro/:tipo/:id', 'approve'],
  'recusar-devolucao': ['painel/dinheiro/:tipo/:id', 'decline'],
  'revisar-pagamento': ['painel/dinheiro/:tipo/:id', 'review-payment'],
  'revisar-cobranca': ['painel/dinheiro/:tipo/:id', 'review-charge'],
  'registrar-pagamento': ['painel/pedidos/:id', 'manual-payment'],
  'aprovar-pagamento': ['painel/dinheiro/:tipo/:id', 'approve-manual'],
  'recusar-pagamento': ['painel/dinheiro/:tipo/:id', 'decline-manual'],
  'desfazer-pagamento': ['painel/dinheiro/:tipo/:id', 'undo-manual'],
  'registrar-devolucao': ['painel/dinheiro/:tipo/:id', 'transfer-refund'],
  'ver-separado': ['painel/dinheiro/:tipo/:id', 'read-set-aside'],
  'resolver-separado': ['painel/dinheiro/:tipo/:id', 'resolve-set-aside', 'confirm-set-aside'],
  'ver-proposta': ['painel/ofertas', 'preview'],
  'enviar-proposta': ['painel/ofertas', 'send'],
  'retirar-proposta': ['painel/ofertas', 'withdraw'],
  auditoria: ['painel/registro', 'verify'],
  'ver-pedido': ['painel/pedidos/:id'],
  'cancelar-pedido': ['painel/pedidos/:id', 'cancel'],
  'retomar-pedido': ['painel/pedidos/:id', 'resume'],
  'iniciar-pedido': ['painel/pedidos/:id', 'start'],
  'concluir-etapa': ['painel/pedidos/:id', 'complete-step'],
  'reabrir-etapa': ['painel/pedidos/:id', 'reopen-step'],
  'novo-prazo': ['painel/pedidos/:id', 'deadline'],
  'registrar-contato': ['painel/pedidos/:id', 'contact'],
  anotar: ['painel/pedidos/:id', 'note'],
  consultas: ['painel/consultas'],
  'dados-da-consulta': ['painel/consultas/:id', 'reveal'],
  'entregar-consulta': ['painel/consultas/:id', 'deliver'],
  'devolver-consulta': ['painel/consultas/:id', 'refund'],
  'manter-consulta': ['painel/consultas/:id', 'keep'],
  'novo-link-consulta': ['painel/consultas/:id', 'send-link'],
  'cancelar-link-consulta': ['painel/consultas/:id', 'revoke-link'],
  documentos: ['painel/documentos'],
  'baixar-documento': ['painel/documentos/:id/arquivo'],
  'aceitar-documento': ['painel/documentos/:id', 'accept'],
  'recusar-documento': ['painel/documentos/:id', 'reject'],
  'pedir-documento': ['painel/documentos/:id', 'ask'],
  'dispensar-documento': ['painel/documentos/:id', 'close-request'],
}

test('every command has its page', () => {
  expect(Object.keys(commands).toSorted()).toEqual(Object.keys(pages).toSorted())
})

test.each(Object.entries(pages).flatMap(([name, page]) => (page ? [[name, page] as const] : [])))(
  'the page of command %s, %s, offers the same actions',
  async (_, [path, ...intents]) => {
    expect(routes.map((route) => route.path)).toContain(path)
    const page = (await allPages[`/${path}`]?.()) as { action?: { kinds: Record<string, unknown> } }
    expect(Object.keys(page.action?.kinds ?? {})).toEqual(expect.arrayContaining(intents))
  },
)

/**
 * What each command asks the desk for: its arguments after the name, then the use case and its input besides the actor and the
 * reason. Two commands of one use case differ by a single word here.
 */
const decisions: Readonly<
  Record<string, readonly [args: string[], options: CommandInput['options'], useCase: string, input: object]>
> = {
  'repetir-tarefa': [['t'], {}, 'decideDeadLetter', { deadLetterId: 't', retry: true }],
  'descartar-tarefa': [['t'], {}, 'decideDeadLetter', { deadLetterId: 't', retry: false }],
  'repetir-mensagem': [['m'], {}, 'decideMessage', { messageId: 'm', resend: true }],
  'repetir-mensagens': [[], {}, 'resendAfterOutage', {}],
  'descartar-mensagem': [['m'], {}, 'decideMessage', { messageId: 'm', resend: false }],
  'esquecido-visto': [['m'], {}, 'settleForgotten', { messageId: 'm' }],
  saque: [
    ['mercado-pago', '1.500,10', 'TED 7'],
    {},
    'recordPayout',
    { provider: 'mercado-pago', amount: 150_010, reference: 'TED 7' },
  ],
  'aceitar-dia': [['api-pix', '2026-11-02'], {}, 'acceptClose', { provider: 'api-pix', day: '2026-11-02' }],
  'devolver-cobranca': [
    ['c'],
    { valor: '10,50', parcela: ['p'] },
    'refundCharge',
    { chargeId: 'c', amount: 1_050, instalmentIds: ['p'] },
  ],
  'devolver-credito': [['c'], { 'e-nossa': true }, 'refundCredit', { creditId: 'c', isOurs: true }],
  'aplicar-credito': [
    ['c', 'p', 'q'],
    { perdoar: true },
    'applyCredit',
    { creditId: 'c', instalmentIds: ['p', 'q'], forgive: true },
  ],
  'descartar-credito': [['c'], {}, 'dismissCredit', { creditId: 'c' }],
  'atribuir-devolucao': [
    ['d', 'p', 'q'],
    { valor: '7,00' },
    'attributeReturn',
    { refundId: 'd', targets: ['p', 'q'], amount: 700 },
  ],
  'pedir-de-novo': [['d'], {}, 'decideRefund', { refundId: 'd', retry: true }],
  'desistir-da-devolucao': [['d'], {}, 'decideRefund', { refundId: 'd', retry: false }],
  'aprovar-devolucao': [['a'], {}, 'decideRefundApproval', { approvalId: 'a', approve: true }],
  'recusar-devolucao': [['a'], {}, 'decideRefundApproval', { approvalId: 'a', approve: false }],
  'revisar-pagamento': [['p'], {}, 'reviewPayment', { paymentId: 'p', reinstateDebt: false }],
  'revisar-cobranca': [['c'], {}, 'reviewCharge', { chargeId: 'c' }],
  'registrar-pagamento': [
    ['o', 'p'],
    { valor: '199,90', como: 'cash', protocolo: 'recibo 3', dia: '2026-11-02', chave: 'k' },
    'recordManualPayment',
    {
      orderId: 'o',
      instalmentIds: ['p'],
      amount: 19_990,
      receivedOn: '2026-11-02',
      channel: 'cash',
      protocol: 'recibo 3',
      file: undefined,
      key: 'k',
    },
  ],
  'aprovar-pagamento': [['p'], {}, 'decideManualPayment', { manualPaymentId: 'p', approve: true }],
  'recusar-pagamento': [['p'], {}, 'decideManualPayment', { manualPaymentId: 'p', approve: false }],
  'desfazer-pagamento': [['p'], {}, 'undoManualPayment', { manualPaymentId: 'p' }],
  'registrar-devolucao': [
    ['d'],
    { valor: '20,00', como: 'transfer', protocolo: 'E1', dia: '2026-11-03' },
    'recordManualRefund',
    {
      refundId: 'd',
      amount: 2_000,
      sentOn: '2026-11-03',
      channel: 'transfer',
      protocol: 'E1',
      file: undefined,
    },
  ],
  'ver-separado': [['s'], {}, 'readSetAside', { setAsideId: 's' }],
  'resolver-separado': [['s'], {}, 'resolveSetAside', { setAsideId: 's' }],
  'enviar-proposta': [
    ['ana@exemplo.com.br', 'clean-name', 'semanal', 'R$ 900'],
    { ate: '2026-12-01', 'a-vista': 'R$ 800', linha: ['um'] },
    'sendOffer',
    {
      email: 'ana@exemplo.com.br',
      serviceId: 'clean-name',
      paymentType: 'semanal',
      priceText: 'R$ 900',
      validUntil: '2026-12-01',
      cashPriceText: 'R$ 800',
      lines: ['um'],
    },
  ],
  'retirar-proposta': [['o'], {}, 'withdrawOffer', { offerId: 'o' }],
  'cancelar-pedido': [
    ['o'],
    { palavras: 'Até breve.' },
    'cancelOrder',
    { orderId: 'o', refund: false, words: 'Até breve.' },
  ],
  'retomar-pedido': [['o'], {}, 'resumeOrder', { orderId: 'o' }],
  'iniciar-pedido': [['o'], {}, 'startWork', { orderId: 'o' }],
  'concluir-etapa': [
    ['o', '2'],
    { palavras: 'Feito.', protocolo: '7' },
    'completeStep',
    { orderId: 'o', stepNumber: 2, words: 'Feito.', protocol: '7', isShared: false, file: undefined },
  ],
  'reabrir-etapa': [['o', '2'], {}, 'reopenStep', { orderId: 'o', stepNumber: 2, words: 'porque sim' }],
  'novo-prazo': [
    ['o', '2', '2026-12-01'],
    {},
    'moveStepDeadline',
    { orderId: 'o', stepNumber: 2, to: '2026-12-01', words: 'porque sim' },
  ],
  'registrar-contato': [
    ['o', 'phone'],
    {},
    'recordContact',
    { orderId: 'o', channel: 'phone', note: 'porque sim' },
  ],
  anotar: [
    ['o', 'Ligar às 14h.'],
    { motivo: 'nota para a equipe' },
    'addNote',
    { orderId: 'o', note: 'Ligar às 14h.' },
  ],
  'dados-da-consulta': [['l'], {}, 'revealLookup', { consultationId: 'l' }],
  'entregar-consulta': [
    ['l'],
    { texto: 'Nada consta.', correcao: 'Faltava um cartório.' },
    'deliverLookup',
    {
      consultationId: 'l',
      seenVersion: 3,
      text: 'Nada consta.',
      file: undefined,
      correction: 'Faltava um cartório.',
    },
  ],
  'devolver-consulta': [['l'], {}, 'decideLateRefund', { consultationId: 'l', refund: true }],
  'manter-consulta': [['l'], {}, 'decideLateRefund', { consultationId: 'l', refund: false }],
  'novo-link-consulta': [['l'], {}, 'sendResultLink', { consultationId: 'l' }],
  'cancelar-link-consulta': [['l'], {}, 'revokeResultLinks', { consultationId: 'l' }],
  'aceitar-documento': [
    ['f'],
    {},
    'reviewDocument',
    { documentId: 'f', decision: 'accepted', seenVersion: 4 },
  ],
  'recusar-documento': [
    ['f'],
    { texto: 'Está cortado.' },
    'reviewDocument',
    { documentId: 'f', decision: 'rejected', words: 'Está cortado.', seenVersion: 4 },
  ],
  'pedir-documento': [
    ['u', 'identity'],
    { texto: 'Frente e verso.' },
    'requestDocument',
    { userId: 'u', kind: 'identity', words: 'Frente e verso.' },
  ],
  'dispensar-documento': [['r'], {}, 'closeDocumentRequest', { requestId: 'r' }],
}

/** They show something, or were decided before there was a desk; the file of a document is saved in another test. */
const readers = ['criar-equipe', 'livros', 'fechar-dia', 'ver-proposta', 'auditoria', 'baixar-documento']

test('every command that decides something says what it decides', () => {
  const deciding = Object.entries(pages).flatMap(([name, page]) => ((page?.length ?? 0) > 1 ? [name] : []))
  const said = [...Object.keys(decisions), ...readers.filter((name) => deciding.includes(name))]
  expect(said.toSorted()).toEqual(deciding.toSorted())
})

test.each(Object.entries(decisions))(
  'the command %s decides what its name says',
  async (name, [ids, options, useCase, input]) => {
    const asked: [useCase: string, input: unknown][] = []
    const backoffice = new Proxy(
      {},
      {
        get: (_, called: string) => async (given: unknown) => {
          asked.push([called, given])
          return ok('1')
        },
      },
    )
    const app = {
      backoffice,
      orders: { findForTeam: async () => undefined },
      consultations: { forTeam: async () => ({ version: 3 }) },
      documents: { forTeam: async () => ({ reviewVersion: 4 }) },
      clock: { now: () => new Date('2026-11-02T12:00:00Z') },
    } as unknown as App
    const motivo = 'porque sim'
    await commands[name]?.run(app, { actor: 'eu', ids, options: { motivo, ...options } })
    expect(asked).toEqual([[useCase, { ...input, actor: 'eu', reason: options.motivo ?? motivo }]])
  },
)

test.each([
  ['devolver-credito', {}, 'refundCredit', { isOurs: false }],
  ['aplicar-credito', {}, 'applyCredit', { forgive: false }],
  ['revisar-pagamento', { 'cobrar-de-novo': true }, 'reviewPayment', { reinstateDebt: true }],
  ['resolver-separado', { 'e-nossa': true }, 'confirmSetAside', {}],
  ['cancelar-pedido', { devolver: true }, 'cancelOrder', { refund: true }],
] as const)('the command %s with %o', async (name, options, useCase, input) => {
  const asked: unknown[] = []
  const backoffice = { [useCase]: async (given: unknown) => ok(String(asked.push(given))) }
  const app = { backoffice, orders: { findForTeam: async () => undefined } } as unknown as App
  await commands[name]?.run(app, { actor: 'eu', ids: ['x'], options })
  expect(asked).toEqual([expect.objectContaining(input)])
})

test.each([
  [{ messageIds: ['a', 'b'], left: 0 }, ['De volta à fila: 2 mensagens.']],
  [
    { messageIds: ['a'], left: 7 },
    ['De volta à fila: 1 mensagem.', 'Ainda por enviar: 7. Repita o comando.'],
  ],
])('the command repetir-mensagens says of %o what is sent and what is left', (resent, lines) => {
  expect(commands['repetir-mensagens']?.format(resent as never)).toEqual(lines)
})
