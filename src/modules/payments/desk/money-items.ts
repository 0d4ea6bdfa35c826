import { type IsoDate, isIsoDate } from '../../../core/calendar.ts'
import { isUuid } from '../../../core/ids.ts'
import type { Centavos } from '../../../core/money.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { findCharge } from '../charges/store.server.ts'
import { findCredit } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { ChargeStatus } from '../domain/charge.ts'
import type { CloseDifference } from '../domain/close.ts'
import { shownReason } from '../domain/credit.ts'
import { isInstalmentOpen } from '../domain/instalment.ts'
import { MANUAL_PROVIDER, type ManualStatus } from '../domain/manual-payment.ts'
import { needsConfirmation } from '../domain/ownership.ts'
import { payerOfText, type StatedPayer } from '../domain/payer-of-text.ts'
import { hasMoneyArrived } from '../domain/payment-state.ts'
import type { MoneyReason } from '../domain/reason-words.ts'
import { awaitsPerson, isOpenRefund, type RefundStatus } from '../domain/refund.ts'
import type { Claim } from '../domain/returns.ts'
import { reasonToReview } from '../domain/review-reason.ts'
import { totalOf } from '../domain/settlement.ts'
import { coveredInstalments } from '../instalments/charge-lines-store.server.ts'
import { type InstalmentRow, instalmentsById, instalmentsPaidWith } from '../instalments/store.server.ts'
import {
  findManualPayment,
  findManualRefund,
  type ManualPaymentRow,
  type ManualRefundRow,
} from '../manual/store.server.ts'
import { findPayment, knownPayments, type PaymentRow, settlingPaymentOf } from '../payments/store.server.ts'
import { claimsOf } from '../refunds/claims-store.server.ts'
import { chargebacksOf, findRefund, refundsOfPayment } from '../refunds/store.server.ts'
import type { RefundError } from '../refunds/tables.server.ts'
import { readRaw } from '../set-aside/raw-store.server.ts'
import { findSetAside, reportSeen } from '../set-aside/store.server.ts'
import { findClose } from '../settlement/closes-store.server.ts'

/** The provider's data of a payment, in addition to our interpretation of it. */
interface PaymentFacts {
  id: string
  provider: string
  providerId: string
  status: string
  amount: Centavos
  refunded: Centavos
  reference: string | null
  approvedAt: Date | null
  /** True when its money was received, even if returned since. */
  isReceived: boolean
  /** True when its payer disputes it, or the bank has taken it back: a part only until that is reviewed. */
  isDisputed: boolean
}

/** An instalment, a credit or a look-up that a payment's money is for, and the rest of it. */
interface MoneyTarget {
  id: string
  kind: Claim['kind']
  /** 'Limpeza de Nome, parcela 3'; empty for a credit and a look-up. */
  title: string
  rest: Centavos
}

/** An item about money that the team decides or has decided, with all data needed to decide it. */
export type MoneyItem =
  | {
      kind: 'credit'
      id: string
      isOpen: boolean
      reason: MoneyReason
      amount: Centavos
      since: Date
      userId: string | null
      payment: PaymentFacts | undefined
      /** True when its charge is unknown in our books: a refund needs confirmation that the money is ours. */
      needsWord: boolean
      payer: StatedPayer
    }
  | {
      kind: 'payment'
      id: string
      isOpen: boolean
      reason: MoneyReason | undefined
      amount: Centavos
      since: Date
      userId: string | null
      payment: PaymentFacts
      /** True when the bank has taken all that was left: its debt can be reinstated. */
      isChargedBack: boolean
      /** Centavos that the bank has taken back and still has. */
      chargedBack: Centavos
      targets: MoneyTarget[]
    }
  | {
      kind: 'charge'
      id: string
      isOpen: boolean
      status: ChargeStatus
      amount: Centavos
      since: Date
      userId: string | null
      description: string
      lastError: string | null
      payment: PaymentFacts | undefined
      targets: MoneyTarget[]
    }
  | {
      kind: 'refund'
      id: string
      isOpen: boolean
      status: RefundStatus
      amount: Centavos
      unattributed: Centavos
      since: Date
      userId: string | null
      chargeId: string | null
      why: string
      lastError: RefundError | null
      payment: PaymentFacts | undefined
      targets: MoneyTarget[]
      /** For manual payments: the order of the evidence, and whether a member has to transfer the refund now. */
      byHand: { orderId: string; isOwed: boolean; done: ManualRefundRow | undefined } | undefined
    }
  | {
      kind: 'manual'
      id: string
      isOpen: boolean
      status: ManualStatus
      amount: Centavos
      since: Date
      userId: string
      orderId: string
      paymentId: string | undefined
      record: ManualPaymentRow
      /** True when it is recorded and none of it was returned. */
      canUndo: boolean
      targets: MoneyTarget[]
      /** The titles of those that are no longer open, while it waits: their money would be a credit. */
      notOpen: string[]
    }
  | {
      kind: 'set-aside'
      id: string
      isOpen: boolean
      reason: MoneyReason
      amount: Centavos | null
      currency: string | null
      since: Date
      provider: string
      providerId: string
      detail: string
      resolution: string | null
      /** Changes when the provider reports something else about it. */
      seen: string
    }
  | {
      kind: 'close'
      id: string
      isOpen: boolean
      provider: string
      day: IsoDate
      theirs: Centavos
      ours: Centavos
      since: Date
      note: string | null
      differences: readonly CloseDifference[]
    }

export type MoneyItemKind = MoneyItem['kind']

type Deps = Pick<PaymentsDeps, 'database' | 'cipher'>
type Of<Kind extends MoneyItemKind> = Promise<Extract<MoneyItem, { kind: Kind }> | undefined>

/** Returns one item; undefined for an unknown id. A close has the id 'provider day'. Only for the team. */
export async function moneyItem(
  deps: Deps,
  { kind, id }: { kind: MoneyItemKind; id: string },
): Promise<MoneyItem | undefined> {
  if (kind === 'close') return closeItem(deps, id)
  if (!isUuid(id)) return undefined
  switch (kind) {
    case 'credit':
      return creditItem(deps, id)
    case 'payment':
      return paymentItem(deps, id)
    case 'charge':
      return chargeItem(deps, id)
    case 'refund':
      return refundItem(deps, id)
    case 'manual':
      return manualItem(deps, id)
    case 'set-aside':
      return setAsideItem(deps, id)
    default:
      return kind satisfies never
  }
}

async function creditItem({ database, cipher }: Deps, id: string): Of<'credit'> {
  const credit = await findCredit(database, id)
  const payment = credit && (await findPayment(database, credit.paymentId))
  if (!credit || !payment) return undefined
  const payloads = credit.userId === null ? await readRaw(database, { cipher, ...payment }) : []
  const latest = payloads.at(-1)
  return {
    kind: 'credit',
    id,
    isOpen: credit.status === 'open',
    reason: shownReason(credit),
    amount: credit.amount,
    since: credit.createdAt,
    userId: credit.userId,
    payment: factsOf(payment),
    needsWord: needsConfirmation(payment),
    payer: latest ? payerOfText(latest.text) : { document: undefined, name: undefined },
  }
}

async function paymentItem({ database }: Deps, id: string): Of<'payment'> {
  const payment = await findPayment(database, id)
  if (!payment) return undefined
  const { amount, updatedAt: since, state } = payment
  const reason = reasonToReview(payment)
  return {
    kind: 'payment',
    id,
    isOpen: reason !== undefined,
    reason,
    amount,
    since,
    userId: await ownerOf(database, payment.chargeId),
    payment: factsOf(payment),
    isChargedBack: state === 'charged_back',
    chargedBack: totalOf(await chargebacksOf(database, id)),
    targets: (await instalmentsPaidWith(database, id)).map(targetOf),
  }
}

async function chargeItem({ database }: Deps, id: string): Of<'charge'> {
  const charge = await findCharge(database, id)
  if (!charge) return undefined
  const { status, amount, createdAt: since, userId, description, lastError, reviewedAt } = charge
  const payment = await settlingPaymentOf(database, charge)
  const asked = (await coveredInstalments(database, id)).map(({ row }) => targetOf(row))
  return {
    kind: 'charge',
    id,
    isOpen: status === 'failed' && reviewedAt === null,
    status,
    amount,
    since,
    userId,
    description,
    lastError,
    payment: payment && factsOf(payment),
    targets: payment ? await targetsOf(database, payment) : asked,
  }
}

async function refundItem({ database }: Deps, id: string): Of<'refund'> {
  const refund = await findRefund(database, id)
  const payment = refund && (await findPayment(database, refund.paymentId))
  if (!refund || !payment) return undefined
  const { status, amount, unattributed, createdAt: since, chargeId, reason: why, lastError } = refund
  const isUnattributed = unattributed > 0 && status === 'done'
  const isOwed = status === 'requested' && lastError === awaitsPerson
  const record =
    payment.provider === MANUAL_PROVIDER && (await findManualPayment(database, payment.providerId))
  const done = record ? await findManualRefund(database, refund.idempotencyKey) : undefined
  return {
    kind: 'refund',
    id,
    isOpen: isUnattributed || isOpenRefund(status),
    status,
    amount,
    unattributed: isUnattributed ? unattributed : 0,
    since,
    chargeId,
    why,
    lastError,
    userId: await ownerOf(database, chargeId),
    payment: factsOf(payment),
    targets: await targetsOf(database, payment),
    byHand: record ? { orderId: record.orderId, isOwed, done } : undefined,
  }
}

async function manualItem({ database }: Deps, id: string): Of<'manual'> {
  const record = await findManualPayment(database, id)
  if (!record) return undefined
  const { status, amount, requestedAt: since, userId, orderId } = record
  const payment = (await knownPayments(database, { provider: MANUAL_PROVIDER, providerIds: [id] })).get(id)
  const refunds = payment ? await refundsOfPayment(database, payment.id) : []
  const rows = await instalmentsById(database, record.instalmentIds)
  return {
    kind: 'manual',
    id,
    isOpen: status === 'waiting',
    status,
    amount,
    since,
    userId,
    orderId,
    record,
    paymentId: payment?.id,
    canUndo: status === 'recorded' && refunds.every((refund) => refund.status === 'given_up'),
    targets: rows.map(targetOf),
    notOpen: status === 'waiting' ? rows.filter((row) => !isInstalmentOpen(row.status)).map(titleOf) : [],
  }
}

async function setAsideItem({ database }: Deps, id: string): Of<'set-aside'> {
  const row = await findSetAside(database, id)
  if (!row) return undefined
  const { reason, amount, currency, since, provider, providerId, detail, resolution } = row
  const isOpen = row.resolvedAt === null && (reason !== 'perhaps_ours' || row.confirmedBy === null)
  return {
    kind: 'set-aside',
    id,
    isOpen,
    reason,
    amount,
    currency,
    since,
    provider,
    providerId,
    detail,
    resolution,
    seen: reportSeen(row),
  }
}

async function closeItem({ database }: Deps, id: string): Of<'close'> {
  const [provider = '', day = ''] = id.split(' ')
  const row = isIsoDate(day) ? await findClose(database, { provider, day }) : undefined
  if (!row) return undefined
  const { theirs, ours, closedAt: since, note, differences, status } = row
  return {
    kind: 'close',
    id,
    isOpen: status === 'differs',
    provider,
    day: row.day,
    theirs,
    ours,
    since,
    note,
    differences,
  }
}

/** Returns the targets of a payment, with the titles of their instalments. */
async function targetsOf(database: Executor, payment: PaymentRow): Promise<MoneyTarget[]> {
  const paid = new Map((await instalmentsPaidWith(database, payment.id)).map((row) => [row.id, row]))
  return (await claimsOf(database, payment, { counting: 'active' })).map(({ kind, id, rest }) => {
    const row = paid.get(id)
    return { kind, id, rest, title: row ? titleOf(row) : '' }
  })
}

function targetOf(row: InstalmentRow): MoneyTarget {
  return { kind: 'instalment', id: row.id, title: titleOf(row), rest: row.paidAmount ?? row.amount }
}

export function titleOf({ serviceTitle, number, kind }: InstalmentRow): string {
  return `${serviceTitle}, ${kind === 'parcela' ? `parcela ${number}` : kind === 'entrada' ? 'entrada' : 'à vista'}`
}

async function ownerOf(database: Executor, chargeId: string | null): Promise<string | null> {
  return chargeId === null ? null : ((await findCharge(database, chargeId))?.userId ?? null)
}

function factsOf(payment: PaymentRow): PaymentFacts {
  const { id, provider, providerId, status, amount, refunded, reference, approvedAt, state } = payment
  const isTakenInPart = payment.reviewReason === 'charged_back_in_part'
  return {
    id,
    provider,
    providerId,
    status,
    amount,
    refunded,
    reference,
    approvedAt,
    isReceived: hasMoneyArrived(state ?? undefined),
    isDisputed: state === 'in_mediation' || state === 'charged_back' || isTakenInPart,
  }
}
