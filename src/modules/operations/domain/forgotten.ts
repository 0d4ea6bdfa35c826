import { counted } from '../../../core/text.ts'

/** The event that a message of a kind reports, in Portuguese. Other kinds are plain messages. */
const traces: { readonly [kind: string]: string } = {
  'contract.accepted': 'contrato aceito',
  'contract.withdrawn': 'desistência',
  'order.paid': 'pedido iniciado',
  'refund.done': 'devolução feita',
  'books.approval-asked': 'aprovação pedida',
  'receipt.made': 'recibo emitido',
  'consultation.paid': 'consulta paga',
  'custom-offer.sent': 'proposta enviada',
  'proposal.received': 'proposta de veículo recebida',
  'account.confirm': 'conta criada',
  'account.password-changed': 'senha trocada',
  'account.phone-changed': 'telefone trocado',
}

/** Returns the event that a message reports, as far as its kind shows. */
export function traceOf(kind: string): string {
  return traces[kind] ?? `mensagem (${kind})`
}

/** Counts each event among forgotten messages, the most frequent first: '3 × contrato aceito'. */
export function countsByEvent(kinds: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const kind of kinds) counts.set(traceOf(kind), (counts.get(traceOf(kind)) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([trace, count]) => `${count} × ${trace}`)
}

export function forgottenSubject(count: number): string {
  return `O banco de dados esqueceu ${counted(count, 'mensagem enviada', 'mensagens enviadas')}`
}
