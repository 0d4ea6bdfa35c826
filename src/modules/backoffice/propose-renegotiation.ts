import { type Outcome, refuse } from '../../core/outcome.ts'
import type { Contracting } from '../contracting/index.server.ts'
import { type ActionRefusal, type PerformDeps, perform } from './perform.ts'

type Text = Parameters<Contracting['planRenegotiation']>[0]
type Refused<Use extends (...args: never[]) => Promise<unknown>> =
  Extract<Awaited<ReturnType<Use>>, { ok: false }> extends { code: infer Code extends string } ? Code : never

/**
 * Proposes a new schedule for the open amount of an order. The open amount is read before the transaction, and compared
 * again when the customer accepts.
 */
export async function proposeRenegotiation(
  deps: PerformDeps & { contracting: Pick<Contracting, 'planRenegotiation' | 'proposeRenegotiation'> },
  {
    actor,
    reason,
    validDays,
    words,
    shown,
    ...text
  }: Text & {
    actor: string
    reason: string
    validDays: number
    words: string
    /** The totals in centavos that the member saw in the preview. */
    shown: { openAmount: number; newAmount: number }
  },
): Promise<
  Outcome<
    { renegotiationId: string; openAmount: number; newAmount: number },
    | Refused<Contracting['planRenegotiation']>
    | Refused<Contracting['proposeRenegotiation']>
    | ActionRefusal
    | 'changed_meanwhile'
  >
> {
  const plan = await deps.contracting.planRenegotiation(text)
  if (!plan.ok) return plan
  const { openAmount, newAmount } = plan.value
  if (openAmount !== shown.openAmount || newAmount !== shown.newAmount) return refuse('changed_meanwhile')
  const { orderId, paymentType, priceText, firstDue } = text
  // The typed notation may name somebody: the proposal's own row holds it.
  const detail = { firstDue, validDays, newAmount }
  const record = { action: 'renegotiation.propose' as const, actor, subject: orderId, reason, detail }
  return perform(deps, record, (tx) =>
    deps.contracting.proposeRenegotiation(tx, {
      orderId,
      plan: plan.value,
      paymentType,
      priceText,
      validDays,
      words,
      by: actor,
    }),
  )
}
