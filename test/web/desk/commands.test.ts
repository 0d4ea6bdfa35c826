// Databases: one. No row is read: it compares the lists of commands, routes and actions.
import { expect, test } from 'vitest'
import { commands } from '../../../scripts/desk/commands.ts'
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
