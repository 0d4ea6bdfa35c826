import type { Transaction } from '../../platform/database/database.ts'
import type { PaymentsDeps } from './deps.ts'
import type { PaymentMessageKind } from './message-kinds.ts'

type TeamNoticeKind = Extract<PaymentMessageKind, `books.${string}`>

/** Writes to the team about money that needs a person, and raises it in the log. */
export async function notifyTeam(
  tx: Transaction,
  { kind, subject, lines }: { kind: TeamNoticeKind; subject: string; lines: readonly string[] },
  { send, teamEmail, log }: Pick<PaymentsDeps, 'send' | 'teamEmail' | 'log'>,
): Promise<void> {
  log.error({ kind, lines }, 'the books need a person')
  const text = [
    ...lines.slice(0, 50),
    'Nada foi corrigido sozinho. Veja com: npm run desk -- pendencias',
  ].join('\n')
  await send(tx, { to: teamEmail, channel: 'email', kind, subject, text })
}
