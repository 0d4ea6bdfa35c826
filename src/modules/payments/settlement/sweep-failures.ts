import { DAY, MINUTE } from '../../../core/durations.ts'
import type { PaymentsDeps } from '../deps.ts'
import { notifyTeam } from '../notify-team.ts'
import { isUnauthorised } from '../ports.ts'
import { providerAnswersMessage } from '../team-messages.ts'
import { type CursorRow, lockCursor, moveCursor, updateCursor } from './cursors-store.server.ts'

/** A short outage of a provider causes no e-mail. */
const reportedAfter = 15 * MINUTE

/**
 * Records a sweep that could not read everything, so that it never looks like a sweep without changes: it is logged, and
 * e-mailed when it persists.
 */
export async function noteFailure(
  deps: PaymentsDeps,
  {
    provider,
    failure: { code, detail = '' },
    sweptUntil,
    now,
  }: { provider: string; failure: { code: string; detail?: string }; sweptUntil: Date; now: Date },
): Promise<void> {
  deps.log.error({ provider, code, detail }, 'reconciliation cannot read the changes of a provider')
  await deps.database.transaction(async (tx) => {
    if (!(await lockCursor(tx, provider)))
      await moveCursor(tx, { provider, sweptUntil, completeAt: null, now })
    const cursor = await lockCursor(tx, provider)
    const failingSince = cursor?.failingSince ?? now
    const isDue = shouldNotify({ failingSince, notifiedAt: cursor?.notifiedAt ?? null, detail, now })
    await updateCursor(tx, provider, { failingSince, ...(isDue && { notifiedAt: now }) })
    if (!isDue) return
    const lines = [
      `O provedor ${provider} não pôde ser lido: ${code} ${detail}.`,
      'Nenhum pagamento foi dado por lido. A conciliação tenta de novo a cada período.',
    ]
    await notifyTeam(
      tx,
      { kind: 'books.sweep-failing', subject: `Conciliação parada: ${provider}`, lines },
      deps,
    )
  })
}

/**
 * Moves the cursor after a sweep that reached the end of the list, and e-mails the team that a provider answers again: once, and
 * only if the team was notified of the failure.
 */
export async function noteSuccess(
  deps: PaymentsDeps,
  moved: { provider: string; sweptUntil: Date; completeAt: Date; now: Date },
): Promise<void> {
  const { provider, now } = moved
  await deps.database.transaction(async (tx) => {
    const cursor = await lockCursor(tx, provider)
    await moveCursor(tx, moved)
    const { failingSince, notifiedAt } = cursor ?? {}
    if (!failingSince || !notifiedAt || notifiedAt < failingSince) return
    deps.log.info({ provider, failingSince }, 'reconciliation can read the changes of a provider again')
    const message = providerAnswersMessage({
      provider,
      since: failingSince,
      at: now,
      deskUrl: deps.links.deskMoney(),
    })
    await deps.send(tx, { to: deps.teamEmail(), channel: 'email', kind: 'books.sweep-resumed', ...message })
  })
}

/**
 * Notifies at once of an unreadable answer, or where the provider does not let us in; after a delay when there is no answer; then once a
 * day. The team is still notified of a failure that lasts, if it was notified since that the provider answers again.
 */
function shouldNotify({
  failingSince,
  notifiedAt,
  detail,
  now,
}: Pick<CursorRow, 'notifiedAt'> & { failingSince: Date; detail: string; now: Date }): boolean {
  const isForAPerson = detail.startsWith('unreadable') || isUnauthorised(detail)
  const isLong = now.getTime() - failingSince.getTime() >= reportedAfter
  const isNotified = notifiedAt !== null && now.getTime() - notifiedAt.getTime() < DAY
  const isOfEarlier = notifiedAt !== null && notifiedAt < failingSince
  return isLong ? !isNotified || isOfEarlier : isForAPerson && !isNotified
}
