import type { Transaction } from '../../platform/database/database.ts'
import type { PaymentsDeps } from './deps.ts'
import type { PaymentMessageKind } from './message-kinds.ts'

type TeamNoticeKind = Extract<PaymentMessageKind, `books.${string}`>

/** E-mails the team about money that needs a decision, and logs it as an error. */
export async function notifyTeam(
  tx: Transaction,
  { kind, subject, lines }: { kind: TeamNoticeKind; subject: string; lines: readonly string[] },
  { send, teamEmail, log }: Pick<PaymentsDeps, 'send' | 'teamEmail' | 'log'>,
): Promise<void> {
  log.error({ kind, lines }, 'the books need a decision of the team')
  const text = [
    ...lines.slice(0, 50),
    'Nada foi corrigido sozinho. Veja com: npm run desk -- pendencias',
  ].join('\n')
  await send(tx, { to: teamEmail, channel: 'email', kind, subject, text })
}
