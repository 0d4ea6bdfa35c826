import { type Centavos, formatBRL } from '../../../core/money.ts'
import { errorInWords, isTransientError } from '../../../platform/database/transient-error.ts'
import { findReportedChargeId } from '../charges/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { moneyReasonWords } from '../domain/reason-words.ts'
import { bookCurrency, type SetAsideReason } from '../domain/set-aside.ts'
import { notifyTeam } from '../notify-team.ts'
import { isReadable, type ListedPayment, type PaymentReport } from '../ports.ts'
import { digestOf } from '../set-aside/raw-store.server.ts'
import { insertSetAside, recordOtherShop, takeUnnotified } from '../set-aside/store.server.ts'
import type { SettleResult } from './settle-report.ts'

/** Whether a payment can be booked as listed. */
export function isBookable(
  listed: ListedPayment,
): listed is PaymentReport & { currency: typeof bookCurrency } {
  return isReadable(listed) && listed.currency === bookCurrency
}

/** Returns why a payment that is not bookable cannot be booked. */
export function obstacleTo(listed: ListedPayment): { reason: SetAsideReason; detail: string } {
  return isReadable(listed)
    ? { reason: 'foreign_currency', detail: listed.currency }
    : { reason: 'unreadable', detail: listed.unreadable.join(' ') }
}

/**
 * Sets aside a payment that cannot be booked: it blocks nothing else, the team sees it with its amount, and it is
 * retried automatically.
 *
 * @returns whether it is open, or a person has resolved it and the provider's report is unchanged
 */
export async function setAside(
  { database, newId, log }: Pick<PaymentsDeps, 'database' | 'newId' | 'log'>,
  {
    provider,
    listed,
    now,
    ...failure
  }: { provider: string; listed: ListedPayment; now: Date } & (
    | { obstacle: { reason: SetAsideReason; detail: string }; notifyLater?: boolean }
    | { error: unknown }
  ),
): Promise<Extract<SettleResult, { kind: 'set_aside' | 'dealt_with' }>> {
  const { providerId, amount, currency, reference } = listed
  const { reason, detail } =
    'obstacle' in failure
      ? failure.obstacle
      : { reason: 'not_recordable' as const, detail: errorInWords(failure.error) }
  const notifyLater = 'error' in failure ? isTransientError(failure.error) : (failure.notifyLater ?? false)
  log.error(
    { provider, providerId, reason, detail, ...('error' in failure && { err: failure.error }) },
    'a payment cannot be booked and is set aside',
  )
  const isWaiting = await database.transaction(async (tx) =>
    insertSetAside(tx, {
      chargeId: listed.approvedAt
        ? await findReportedChargeId(tx, { provider, providerId, reference })
        : null,
      id: newId(),
      provider,
      providerId,
      reason,
      detail: detail.slice(0, 300),
      amount,
      currency,
      digest: digestOf(listed),
      reportedAt: listed.updatedAt,
      now,
      notifyLater,
    }),
  )
  return { kind: isWaiting ? 'set_aside' : 'dealt_with' }
}

/** Records a payment of another shop on the account: it is listed, never booked, and never returned. */
export async function setAsideOtherShop(
  { database, newId, log }: Pick<PaymentsDeps, 'database' | 'newId' | 'log'>,
  { provider, listed, now }: { provider: string; listed: PaymentReport; now: Date },
): Promise<void> {
  const { providerId, amount, currency, reference = '' } = listed
  log.info({ provider, providerId }, 'a payment is of another shop on the account')
  await database.transaction((tx) =>
    recordOtherShop(tx, {
      id: newId(),
      provider,
      providerId,
      reason: 'other_shop',
      amount,
      currency,
      detail: reference.slice(0, 300),
      digest: digestOf(listed),
      now,
    }),
  )
}

/** Notifies the team, in one e-mail, of the set-aside payments that it has not been notified of. */
export async function notifySetAside(deps: PaymentsDeps): Promise<void> {
  const now = deps.clock.now()
  await deps.database.transaction(async (tx) => {
    const unnotified = await takeUnnotified(tx, now)
    if (unnotified.length === 0) return
    const lines = unnotified.map(
      ({ provider, providerId, reason, amount, currency }) =>
        `Pagamento ${providerId} (${provider}): ${moneyText(amount, currency)}, ${moneyReasonWords[reason]}.`,
    )
    const subject = unnotified.length === 1 ? 'Um pagamento espera por você' : 'Pagamentos esperam por você'
    await notifyTeam(tx, { kind: 'books.set-aside', subject, lines }, deps)
  })
}

/** Formats an amount that may be unknown, or in another currency. */
function moneyText(amount: Centavos | null, currency: string | null): string {
  if (amount === null) return 'valor ilegível'
  return currency === null || currency === bookCurrency
    ? formatBRL(amount)
    : formatBRL(amount).replace('R$', currency)
}
