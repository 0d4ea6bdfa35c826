import { createHash } from 'node:crypto'
import { isUuid } from '../../../core/ids.ts'
import { type Centavos, sum } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { type IssueRefusal, issueCharge } from '../charges/issue-charge.ts'
import { type ChargePayer, payerOf } from '../charges/payer-of.ts'
import { requestCharge } from '../charges/request-charge.ts'
import {
  type ChargeRow,
  findOpenBySelection,
  lockOpenBySelection,
  moveCharge,
} from '../charges/store.server.ts'
import { instalmentsUnderReview } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { ChargeMethod } from '../domain/charge.ts'
import { insertChargeLines } from '../instalments/charge-lines-store.server.ts'
import { dueToday } from '../instalments/due-today.ts'
import {
  type InstalmentRow,
  lockOwnInstalments,
  ownInstalments,
  pendingCardInstalmentIds,
} from '../instalments/store.server.ts'
import { withdrawChargesOver } from '../instalments/withdraw-charges.ts'
import type { Payer, PaymentProvider } from '../ports.ts'

export type StartRefusal =
  | 'nothing_selected'
  /** Not this person's, or no such instalment: nobody is told which. */
  | 'not_found'
  | 'already_paid'
  /** Another amount was received for one of them: the desk decides first. */
  | 'under_review'
  | 'invalid_amount'
  /** A day began since the amounts were shown, or something else changed them. */
  | 'amounts_changed'
  | 'no_email'
  | 'no_client_data'
  | IssueRefusal

/** Less than this left, and a Pix is not worth showing again. */
const minTimeLeft = 2 * 60_000
/** After this, a charge nobody answered for is given up: its date would be refused. */
const maxUnansweredTime = 50_000
const maxAtOnce = 100

/**
 * Charges a person for instalments of theirs: commits the intent, then asks the provider. The same selection, while its
 * charge may still be paid, gets that charge again (two clicks, two tabs, a retry). Without `method` a selection of
 * card instalments goes to the card, which pays all that are left of the order at once; anything else is a Pix.
 * Other open charges over the same instalments are withdrawn, so that nobody pays twice.
 *
 * @param shown what the person was shown for each instalment, centavos: what asks for another amount today is not charged
 */
export async function startCharge(
  deps: PaymentsDeps,
  {
    viewer,
    instalmentIds,
    ...wish
  }: {
    viewer: ChargePayer
    instalmentIds: readonly string[]
    method?: ChargeMethod | undefined
    shown?: Shown | undefined
  },
): Promise<Outcome<{ chargeId: string }, StartRefusal>> {
  const ids = [...new Set(instalmentIds)]
  if (ids.length === 0) return refuse('nothing_selected')
  if (ids.length > maxAtOnce || !ids.every(isUuid)) return refuse('not_found')
  const payer = payerOf(viewer)
  if (!payer.ok) return payer

  const started = await deps.database.transaction((tx) =>
    begin(tx, { ...wish, userId: viewer.id, ids, payer: payer.value }, deps),
  )
  if (!started.ok) return started
  const issued = await issueCharge(deps, { chargeId: started.value })
  return issued.ok ? ok({ chargeId: started.value }) : issued
}

export type Shown = ReadonlyMap<string, Centavos>

interface Wish {
  userId: string
  ids: string[]
  method?: ChargeMethod | undefined
  shown?: Shown | undefined
  payer: Payer
}

async function begin(
  tx: Transaction,
  wish: Wish,
  deps: PaymentsDeps,
): Promise<Outcome<string, StartRefusal>> {
  const { userId, payer, shown } = wish
  const picked = await pick(tx, wish)
  if (!picked.ok) return picked
  const { ids } = picked.value
  const method = availableMethod(picked.value.method, deps.providers.current)
  const key = selectionKey({ userId, ids, method })

  // Charges are locked before instalments, here as in settling: no circle of waits.
  const open = await lockOpenBySelection(tx, key)
  const rows = await lockOwnInstalments(tx, { ids, userId })
  // Settling locks the instalments as well, so what is read here stays true until the charge is written.
  const refusal = refusalOf(rows, ids, await instalmentsUnderReview(tx, ids))
  if (refusal) return refuse(refusal)
  const dueOf = dueToday(deps, { documento: payer.document })
  const dues = rows.map((row) => ({ instalmentId: row.id, ...dueOf(row) }))
  if (dues.some(({ instalmentId, total }) => (shown?.get(instalmentId) ?? total) !== total))
    return refuse('amounts_changed')
  const amount = sum(dues.map(({ total }) => total))
  if (amount <= 0) return refuse('invalid_amount')

  if (open && isStillGood(open, { amount, now: deps.clock.now() })) return ok(open.id)
  if (open) await replaceCharge(tx, open, deps)
  const id = await requestCharge(
    tx,
    {
      purpose: { kind: 'instalments' },
      userId,
      method,
      amount,
      description: describe(rows),
      payer,
      selectionKey: key,
      instalments: dues.length,
      maxInstalments: Math.max(1, Math.min(12, rows.length)),
    },
    deps,
  )
  if (id === undefined) {
    const winner = await findOpenBySelection(tx, key)
    return winner ? ok(winner.id) : refuse('unavailable', 'lost a race that nobody won')
  }
  await insertChargeLines(tx, { chargeId: id, lines: dues })
  await withdrawChargesOver(tx, { instalmentIds: ids, except: id }, deps)
  return ok(id)
}

/** A provider without cards is paid by Pix. */
function availableMethod(wanted: ChargeMethod, { methods }: PaymentProvider): ChargeMethod {
  return methods.includes(wanted) ? wanted : 'pix'
}

/** What is really charged: the method, and with a card everything it has to pay on the order. */
async function pick(
  tx: Transaction,
  { userId, ids, method }: Pick<Wish, 'userId' | 'ids' | 'method'>,
): Promise<Outcome<{ ids: string[]; method: ChargeMethod }, StartRefusal>> {
  const rows = await ownInstalments(tx, { ids, userId })
  if (rows.length !== ids.length) return refuse('not_found')
  const allCard = rows.every(({ paymentMethod }) => paymentMethod === 'credit_card')
  const chosen = method ?? (allCard ? 'credit_card' : 'pix')
  const [first] = rows
  const oneOrder = rows.every(({ orderId }) => orderId === first?.orderId)
  if (chosen === 'pix' || !allCard || !oneOrder || !first) return ok({ ids, method: chosen })
  const all = await pendingCardInstalmentIds(tx, { orderId: first.orderId, userId })
  const checked = await instalmentsUnderReview(tx, all)
  return ok({ ids: [...new Set([...ids, ...all.filter((id) => !checked.has(id))])], method: chosen })
}

function refusalOf(
  rows: InstalmentRow[],
  ids: string[],
  checked: Map<string, string>,
): StartRefusal | undefined {
  if (rows.length !== ids.length) return 'not_found'
  if (rows.some(({ status }) => status !== 'pending')) return 'already_paid'
  return checked.size > 0 ? 'under_review' : undefined
}

/** Money on its way is waited for; any other charge has to ask what is due today. */
function isStillGood(charge: ChargeRow, { amount, now }: { amount: Centavos; now: Date }): boolean {
  if (charge.status === 'in_process') return true
  if (charge.amount !== amount) return false
  if (charge.status === 'created') return now.getTime() - charge.createdAt.getTime() < maxUnansweredTime
  return charge.expiresAt === null || charge.expiresAt.getTime() - now.getTime() > minTimeLeft
}

/** Makes room for a new charge. Should this one be paid all the same, it is still settled. */
async function replaceCharge(
  tx: Transaction,
  charge: ChargeRow,
  deps: Pick<PaymentsDeps, 'clock' | 'newId' | 'enqueue'>,
): Promise<void> {
  await moveCharge(tx, { charge, to: 'expired', cause: 'renewal', change: { payer: null } }, deps)
  await deps.enqueue(tx, 'charges.cancel', { chargeId: charge.id })
}

function selectionKey({
  userId,
  ids,
  method,
}: {
  userId: string
  ids: string[]
  method: ChargeMethod
}): string {
  const digest = createHash('sha256')
    .update([...ids].sort().join(','))
    .digest('hex')
  return `${userId}:${method}:${digest.slice(0, 40)}`
}

/** 'Limpeza de Nome - PIX semanal': what the person reads at the bank (spec section 7). */
function describe(rows: readonly InstalmentRow[]): string {
  const names = [...new Set(rows.map(({ serviceTitle, paymentType }) => `${serviceTitle} - ${paymentType}`))]
  const text = rows.length > 1 ? `${names.join(', ')} (${rows.length} parcelas)` : names.join('')
  return text.slice(0, 250)
}
