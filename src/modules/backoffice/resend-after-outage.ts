import type { Outcome } from '../../core/outcome.ts'
import type { Notifications } from '../notifications/index.server.ts'
import { clearClaims } from './clear-claims.ts'
import { type ActionRefusal, type PerformDeps, perform } from './perform.ts'

type Resend = Notifications['resendAfterOutage']
type Resent = Extract<Awaited<ReturnType<Resend>>, { ok: true }>['value']

/**
 * Sends the messages again that failed because their channel was unavailable: one decision, and one record with the ids of all
 * of them. Each loses its claim and its snooze, as if it had been decided alone.
 */
export async function resendAfterOutage(
  deps: PerformDeps & { notifications: Pick<Notifications, 'resendAfterOutage'> },
  { actor, reason, through }: { actor: string; reason: string } & Parameters<Resend>[1],
): Promise<Outcome<Resent, 'not_failed' | ActionRefusal>> {
  const record = { action: 'message.resend' as const, subject: 'after-outage', detail: {} }
  const performed = await perform(deps, { ...record, actor, reason }, (tx) =>
    deps.notifications.resendAfterOutage(tx, { through }),
  )
  if (performed.ok) await clearClaims(deps, { subjects: performed.value.messageIds })
  return performed
}
