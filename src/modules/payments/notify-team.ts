import { type Centavos, formatBRL } from '../../core/money.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { PaymentsDeps } from './deps.ts'
import type { PaymentMessageKind } from './message-kinds.ts'
import { booksMessage } from './team-messages.ts'

type TeamNoticeKind = Extract<PaymentMessageKind, `books.${string}`>
type TeamDeps = Pick<PaymentsDeps, 'send' | 'teamEmail' | 'log' | 'links'>

/** E-mails the team about money that needs a decision, and logs it as an error. */
export async function notifyTeam(
  tx: Transaction,
  { kind, subject, lines }: { kind: TeamNoticeKind; subject: string; lines: readonly string[] },
  { send, teamEmail, log, links }: TeamDeps,
): Promise<void> {
  log.error({ kind, lines }, 'the books need a decision of the team')
  const message = booksMessage({ subject, lines, deskUrl: links.deskMoney() })
  await send(tx, { to: teamEmail(), channel: 'email', kind, ...message })
}

/** Notifies the team that money of a payment was returned without a stated purpose. */
export function notifyTeamOfReturn(
  tx: Transaction,
  { providerId, amount }: { providerId: string; amount: Centavos },
  deps: TeamDeps,
): Promise<void> {
  const lines = [
    `${formatBRL(amount)} do pagamento ${providerId} voltaram sem dizer de quê.`,
    'Enquanto isso, nenhuma devolução que dependa disso é feita. Diga de quê, no painel.',
  ]
  return notifyTeam(tx, { kind: 'books.unattributed', subject: 'Uma devolução sem destino', lines }, deps)
}

/**
 * E-mails the team that a refund or a manual payment waits for a second person. If a back-up is restored, the message is
 * also the only trace of the request, because the provider does not know about it yet.
 */
export async function notifyTeamOfApproval(
  tx: Transaction,
  { what, amount }: { what: 'refund' | 'manual_payment'; amount: Centavos },
  { send, teamEmail, links }: Omit<TeamDeps, 'log'>,
): Promise<void> {
  const { subject, fact } = {
    refund: { subject: 'Uma devolução espera por outra pessoa', fact: 'a devolver' },
    manual_payment: { subject: 'Um pagamento à mão espera por outra pessoa', fact: 'recebidos por fora' },
  }[what]
  const lines = [`${formatBRL(amount)} ${fact}.`, 'Quem pediu não pode aprovar.']
  const message = booksMessage({ subject, lines, deskUrl: links.deskMoney() })
  await send(tx, { to: teamEmail(), channel: 'email', kind: 'books.approval-asked', ...message })
}
