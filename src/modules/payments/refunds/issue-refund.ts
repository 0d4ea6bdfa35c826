import type { Centavos } from '../../../core/money.ts'
import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { type PaymentsDeps, providerNamed } from '../deps.ts'
import { acceptedError, awaitsPerson, cameBack, trustsUnknown } from '../domain/refund.ts'
import { type IssueStep, nextStep, sentOf } from '../domain/returns.ts'
import { totalOf } from '../domain/settlement.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import type { ProviderOutcome, ProviderRefund, ProviderRefusal } from '../ports.ts'
import { UnavailableError } from '../unavailable-error.ts'
import { attributeClearReturns } from './attribute-return.ts'
import { completeRefund } from './complete-refund.ts'
import { failRefund } from './fail-refund.ts'
import { fitCredit } from './fit-credit.ts'
import { lockRefundAndPayment } from './lock-payment.ts'
import { fitParts, refundStateOf, targetOf } from './refund-state.ts'
import { releaseHeldRefunds } from './release-held-refunds.ts'
import {
  moveRefund,
  noteRefundError,
  type RefundRow,
  refundsOfPayment,
  updateRefund,
} from './store.server.ts'

/**
 * Issues a refund at the provider under its stored key, and saves the answer. The provider's returns of the payment must
 * have been fetched and recorded just before: the refundable amount is decided again under the lock. Idempotent, also
 * concurrently and after a crash. If a person has to return the money, the refund stays pending until that is recorded.
 *
 * @param refunding centavos of the payment's refunds that the provider has accepted and not carried out yet
 * @throws Error while the provider is unavailable, or an earlier answer is still pending
 */
export async function issueRefund(
  deps: PaymentsDeps,
  { refundId, refunding = 0 }: { refundId: string; refunding?: Centavos | undefined },
): Promise<void> {
  const { database, providers } = deps
  const prepared = await database.transaction((tx) => prepare(tx, { refundId, refunding }, deps))
  if (!prepared) return
  if (prepared === 'wait') {
    await noteRefundError(database, refundId, 'waiting')
    throw new Error('refund not issued yet: an earlier answer is awaited')
  }
  const { id: paymentId, provider, providerId, idempotencyKey, amount } = prepared
  const response = await providerNamed(providers, provider).refund({ providerId, idempotencyKey, amount })
  const answer = await unlessDuplicateId(database, { refundId, paymentId, answer: response })
  if (answer === 'recorded') return endAsCameBack(deps, { refundId })
  if (!answer.ok && answer.code === awaitsPerson) {
    await noteRefundError(database, refundId, answer.code)
    return
  }
  if (!answer.ok && isTransient(answer, { requestedAt: prepared.requestedAt, now: deps.clock.now() })) {
    await noteRefundError(database, refundId, answer.code)
    const message = `refund not issued yet: ${answer.code}`
    throw answer.code === 'unavailable' ? new UnavailableError(message) : new Error(message)
  }
  await saveAnswer(deps, { refundId, answer })
}

/**
 * An answer with the id of another refund of ours is about that refund, so this one is requested again. One with the id of a refund that
 * was not requested here is that refund: it was sent before a back-up was restored that only knew that it was requested. A part is over
 * then; of what is to return in full something is left only where a person took that return for another, and a person decides again.
 */
async function unlessDuplicateId(
  executor: Executor,
  {
    refundId,
    paymentId,
    answer,
  }: { refundId: string; paymentId: string; answer: ProviderOutcome<ProviderRefund> },
): Promise<ProviderOutcome<ProviderRefund> | 'recorded'> {
  if (!answer.ok) return answer
  const { providerRefundId } = answer.value
  const all = await refundsOfPayment(executor, paymentId)
  const refund = all.find(({ id }) => id === refundId)
  const another = all.find((one) => one.id !== refundId && one.providerRefundId === providerRefundId)
  if (!refund || !another) return answer
  if (another.origin !== 'panel')
    return { ok: false, code: 'unavailable', detail: 'the answer to another refund' }
  const isPart = (await targetOf(executor, refund)).part !== undefined
  return isPart ? 'recorded' : { ok: false, code: 'refused', detail: 'its return is of something else' }
}

function endAsCameBack(deps: PaymentsDeps, { refundId }: { refundId: string }): Promise<void> {
  return deps.database.transaction(async (tx) => {
    const locked = await lockRefundAndPayment(tx, refundId)
    if (locked?.refund.status !== 'requested') return
    const { refund, payment } = locked
    await moveRefund(tx, refund, 'given_up', { lastError: cameBack })
    await releaseHeldRefunds(tx, payment, deps)
  })
}

function isTransient({ code }: ProviderRefusal, when: { requestedAt: Date; now: Date }): boolean {
  if (code === 'not_found') return !trustsUnknown(when)
  return code === 'unavailable' || code === 'rate_limited' || code === 'in_process'
}

/** Marks a refund as refused when its provider does not know the payment. */
export function refuseUnknownPayment(deps: PaymentsDeps, { refundId }: { refundId: string }): Promise<void> {
  return saveAnswer(deps, { refundId, answer: { ok: false, code: 'not_found' } })
}

/** Returns the refund to send, stored as sent; undefined when there is nothing to send. */
async function prepare(
  tx: Transaction,
  { refundId, refunding }: { refundId: string; refunding: Centavos },
  deps: PaymentsDeps,
): Promise<
  | (Pick<PaymentRow, 'id' | 'provider' | 'providerId'> & SentRefund & { requestedAt: Date })
  | 'wait'
  | undefined
> {
  const locked = await lockRefundAndPayment(tx, refundId)
  if (!locked) throw new Error(`refund ${refundId} has no payment`)
  const { refund, payment } = locked
  if (refund.status !== 'requested') return undefined
  const step = await stepOf(tx, { payment, refund, refunding }, deps)
  switch (step.kind) {
    case 'wait':
      return 'wait'
    case 'hold':
      deps.log.warn({ refundId }, 'a refund waits until returned money is attributed')
      await moveRefund(tx, refund, 'held', { lastError: 'unattributed_return' })
      return undefined
    case 'nothing':
      await endWithoutMoney(tx, { payment, refund }, deps)
      return undefined
    case 'refund':
      await fitParts(tx, { payment, refund, amount: step.amount })
      await fitCredit(tx, { refund, amount: step.amount }, deps)
      return {
        ...payment,
        requestedAt: refund.createdAt,
        ...(await storeSent(tx, { refund, amount: step.amount }, deps)),
      }
    default:
      return step satisfies never
  }
}

type SentRefund = Pick<RefundRow, 'amount' | 'idempotencyKey'>

/** A refund whose amount differs from the one sent before gets another key. */
async function storeSent(
  tx: Transaction,
  { refund, amount }: { refund: RefundRow; amount: number },
  { clock, newId }: PaymentsDeps,
): Promise<SentRefund> {
  const isSame = amount === refund.amount || refund.sentAt === null
  const idempotencyKey = isSame ? refund.idempotencyKey : newId()
  await updateRefund(tx, refund.id, { amount, idempotencyKey, sentAt: clock.now() })
  return { amount, idempotencyKey }
}

async function stepOf(
  tx: Transaction,
  { payment, refund, refunding }: { payment: PaymentRow; refund: RefundRow; refunding: Centavos },
  { clock }: PaymentsDeps,
): Promise<IssueStep> {
  const all = await refundsOfPayment(tx, payment.id)
  const others = all.filter(({ id, status, sentAt }) => id !== refund.id && status === 'requested' && sentAt)
  const done = all.filter(({ status }) => status === 'done')
  const chargedBack = totalOf(done.filter(({ origin }) => origin === 'chargeback'))
  const refunded = totalOf(done) - chargedBack
  return nextStep({
    ...(await refundStateOf(tx, { payment, refund })),
    amount: refund.amount,
    sent: sentOf(refund.sentAt, clock.now()),
    isAccepted: refund.lastError === acceptedError,
    underWay: Math.max(0, refunding - totalOf(others)),
    unexplained: Math.max(0, payment.refunded - refunded),
    leftAtProvider: payment.state === 'charged_back' ? 0 : payment.amount - payment.refunded - chargedBack,
  })
}

/** Ends a refund without money: it was already returned, or a bank took it. What it took of instalments, the team decides. */
async function endWithoutMoney(
  tx: Transaction,
  { payment, refund }: { payment: PaymentRow; refund: RefundRow },
  deps: PaymentsDeps,
): Promise<void> {
  await fitCredit(tx, { refund, amount: 0 }, deps)
  const { own } = await refundStateOf(tx, { payment, refund })
  if (own > 0) return failRefund(tx, { refund, lastError: 'nothing_left' })
  await moveRefund(tx, refund, 'given_up', { lastError: cameBack })
  await releaseHeldRefunds(tx, payment, deps)
}

/** Completes the refund, or marks it as failed for the team to decide; its credit is open again until then. */
async function saveAnswer(
  deps: PaymentsDeps,
  { refundId, answer }: { refundId: string; answer: ProviderOutcome<ProviderRefund> },
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const locked = await lockRefundAndPayment(tx, refundId)
    if (locked?.refund.status !== 'requested') return
    const { refund, payment } = locked
    if (answer.ok) {
      const { providerRefundId } = answer.value
      await completeRefund(tx, { refund, payment, providerRefundId }, deps)
      await attributeClearReturns(tx, payment, deps)
      await releaseHeldRefunds(tx, payment, deps)
      return
    }
    deps.log.error({ refundId, code: answer.code, detail: answer.detail }, 'the provider refused a refund')
    const newKey = answer.isKeySpent ? deps.newId() : undefined
    await failRefund(tx, { refund, lastError: answer.code, newKey })
  })
}
