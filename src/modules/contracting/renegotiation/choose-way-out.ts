import { todayInSaoPaulo } from '../../../core/calendar.ts'
import { isUuid } from '../../../core/ids.ts'
import type { Centavos } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { ContractingDeps } from '../deps.ts'
import { type ProposedInstalment, stateOf } from '../domain/renegotiation.ts'
import { type Way, wayOutRule, waysOut } from '../domain/way-out.ts'
import { isSignedBy } from '../store.server.ts'
import { planRenegotiation } from './plan-renegotiation.ts'
import { proposeRenegotiation } from './propose-renegotiation.ts'
import { countAcceptedOf, lockOpenOfOrder, openOfOrder, updateRenegotiation } from './store.server.ts'

export type WayOutRefusal =
  /** Unknown, or another customer's; the two are not distinguished. */
  | 'not_found'
  | 'nothing_open'
  | 'under_review'
  /** Nothing is late: the order continues as agreed. */
  | 'not_late'
  /** The customer has made as many arrangements as are allowed without the team. */
  | 'used_up'

/** An arrangement that a customer can choose, with all its instalments. */
export interface OfferedWay {
  way: Way
  rows: ProposedInstalment[]
  /** Centavos. */
  total: Centavos
}

type Deps = Pick<ContractingDeps, 'database' | 'clock' | 'payments'>

/**
 * Arrangements that a late customer may make for an order without the team.
 *
 * @returns with `waiting`, the id of a proposal of the team that awaits their answer and takes precedence
 */
export async function waysOutOf(
  deps: Deps,
  { userId, orderId }: { userId: string; orderId: string },
): Promise<Outcome<{ offered: OfferedWay[]; open: Centavos; waiting: string | undefined }, WayOutRefusal>> {
  const found = await plansOf(deps, { userId, orderId })
  if (!found.ok) return found
  const current = await openOfOrder(deps.database, orderId)
  const isWaiting = current && stateOf(current, deps.clock.now()) === 'open' && current.proposedBy !== userId
  return ok({
    offered: found.value.plans.map(({ way, plan: { rows, newAmount } }) => ({ way, rows, total: newAmount })),
    open: found.value.total,
    waiting: isWaiting ? current.id : undefined,
  })
}

/**
 * Stores the customer's choice of an arrangement as a proposal like those of the team, which the customer reads and accepts like a
 * contract. Withdraws their previous choice if it was not accepted.
 *
 * @param shownFirst the first date that was shown: it differs after midnight
 */
export async function chooseWayOut(
  deps: ContractingDeps,
  { userId, orderId, way, shownFirst }: { userId: string; orderId: string; way: string; shownFirst: string },
): Promise<Outcome<{ renegotiationId: string }, WayOutRefusal | 'changed' | 'already_open' | 'no_contract'>> {
  const found = await plansOf(deps, { userId, orderId })
  if (!found.ok) return found
  const chosen = found.value.plans.find((one) => one.way === way)
  if (!chosen || chosen.text.firstDue !== shownFirst) return refuse('changed')
  return deps.database.transaction(async (tx) => {
    const earlier = await lockOpenOfOrder(tx, orderId)
    if (earlier?.proposedBy === userId) {
      await updateRenegotiation(tx, earlier.id, { status: 'withdrawn', endedAt: deps.clock.now() })
    }
    const { paymentType, priceText } = chosen.text
    const proposed = await proposeRenegotiation(
      tx,
      {
        orderId,
        plan: chosen.plan,
        paymentType,
        priceText,
        validDays: wayOutRule.validDays,
        words: '',
        by: userId,
      },
      deps,
    )
    if (proposed.ok) return ok({ renegotiationId: proposed.value.renegotiationId })
    if (proposed.code === 'already_open' || proposed.code === 'no_contract') return refuse(proposed.code)
    throw new Error(`a way out of order ${orderId} was refused: ${proposed.code}`)
  })
}

async function plansOf(deps: Deps, { userId, orderId }: { userId: string; orderId: string }) {
  const today = todayInSaoPaulo(deps.clock.now())
  if (!isUuid(orderId)) return refuse('not_found')
  const open = await deps.payments.openScheduleOf({ orderId, on: today })
  if (!open)
    return refuse((await isSignedBy(deps.database, { orderId, userId })) ? 'nothing_open' : 'not_found')
  if (open.userId !== userId) return refuse('not_found')
  if (open.isUnderReview) return refuse('under_review')
  const texts = waysOut({
    open: open.instalments.toSorted((a, b) => a.dueDate.localeCompare(b.dueDate)),
    today,
  })
  if (texts.length === 0) return refuse('not_late')
  if ((await countAcceptedOf(deps.database, { orderId, by: userId })) >= wayOutRule.perOrder) {
    return refuse('used_up')
  }
  const planned = await Promise.all(
    texts.map(async (text) => ({
      text,
      plan: await planRenegotiation(deps, { orderId, ...text, isMore: false }),
    })),
  )
  const plans = planned.flatMap(({ text, plan }) =>
    plan.ok ? [{ way: text.way, text, plan: plan.value }] : [],
  )
  return ok({ plans, total: open.total })
}
