import { formatInstant } from '../../../core/calendar.ts'
import { type Centavos, parseBRL } from '../../../core/money.ts'
import { readWholeNumber } from '../../../core/whole-number.ts'
import type { Right } from '../../../modules/team/public.ts'
import { manualCopy } from '../../copy/desk-manual.ts'
import { moneyCopy as copy } from '../../copy/desk-money.ts'
import type { DeskAnswer } from '../../desk/answers.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { readEvidence } from '../../desk/money/evidence-form.server.ts'
import { readMoneyId, readMoneyKind } from '../../desk/money/item-address.ts'
import { MoneyItemScreen } from '../../desk/money/item-screen.tsx'
import { viewMoneyItem } from '../../desk/money/item-view.server.ts'
import { findInstalments } from '../../desk/money/shown-instalments.server.ts'
import {
  type DeskActionKind,
  deskAction,
  deskLoader,
  refused,
  type ScreenArgs,
} from '../../desk/screen.server.ts'
import { textIn } from '../../forms/text-in.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

/** Loads everything known about an item of money that waits for a decision. */
export const loader = deskLoader(async ({ params, app, member }) => {
  const kind = readMoneyKind(params.tipo)
  return kind && viewMoneyItem(app, { kind, id: readMoneyId(params.id ?? ''), memberId: member.id })
})

type Outcome<T> = Promise<{ ok: true; value: T } | { ok: false; code: string }>

/** Returns a refusal; those about manual payments have their own texts. */
function refusedMoney(code: string, right: Right = 'refund.transfer'): DeskAnswer {
  const isByHand = right === 'refund.transfer' || right === 'payment.approve' || right === 'payment.undo'
  const message = isByHand ? manualCopy.refusals[code] : undefined
  return message ? { ok: false, code, message } : refused(code)
}

/** Returns an action on the item of this screen: its id, the deciding member, and the reason. */
function decides<T>(
  right: Right,
  work: (
    backoffice: ScreenArgs['app']['backoffice'],
    input: { id: string; actor: string; reason: string; form: FormData },
  ) => Outcome<T> | undefined,
  done: (value: T) => string,
): DeskActionKind {
  return {
    right,
    async run({ params, form, member, app }): Promise<DeskAnswer> {
      const id = readMoneyId(params.id ?? '')
      const reason = textIn(form, 'motivo')
      const result = await work(app.backoffice, { id, actor: member.id, reason, form })
      if (!result) return refused('invalid_amount', 'valor')
      return result.ok ? { ok: true, done: done(result.value) } : refusedMoney(result.code, right)
    },
  }
}

const isTicked = (form: FormData, name: string) => form.get(name) !== null
const idsIn = (form: FormData, name: string) => form.getAll(name).map(String)

/** Returns centavos, undefined if nothing was typed, null for an invalid amount. */
function amountIn(form: FormData): Centavos | undefined | null {
  const text = textIn(form, 'valor').trim()
  if (text === '') return undefined
  const amount = parseBRL(text)
  return amount !== undefined && amount > 0 ? amount : null
}

/** Returns the centavos that were left when the form was rendered; 0, which equals no rest, if the form does not state them. */
function seenIn(form: FormData): Centavos {
  return readWholeNumber(textIn(form, 'resto'), Number.MAX_SAFE_INTEGER) ?? 0
}

const refundRequested = ({ amount, approvalId }: { amount: Centavos; approvalId?: string }) =>
  approvalId ? copy.asked : copy.requested(amount)

export const action = deskAction({
  find: { right: 'money.read', run: findInstalments },
  'apply-credit': decides(
    'credit.apply',
    (backoffice, { id: creditId, form, ...decision }) =>
      backoffice.applyCredit({
        creditId,
        instalmentIds: idsIn(form, 'parcela'),
        forgive: isTicked(form, 'perdoar'),
        seenAmount: seenIn(form),
        ...decision,
      }),
    ({ forgiven }) => copy.credit.applied(forgiven),
  ),
  'refund-credit': decides(
    'credit.refund',
    (backoffice, { id: creditId, form, ...decision }) =>
      backoffice.refundCredit({ creditId, isOurs: isTicked(form, 'nossa'), ...decision }),
    refundRequested,
  ),
  'dismiss-credit': decides(
    'credit.dismiss',
    (backoffice, { id: creditId, form: _, ...decision }) =>
      backoffice.dismissCredit({ creditId, ...decision }),
    copy.credit.dismissed,
  ),
  attribute: decides(
    'refund.attribute',
    (backoffice, { id: refundId, form, ...decision }) => {
      const amount = amountIn(form)
      if (amount === null) return undefined
      const targets = idsIn(form, 'alvo')
      // Spreading is an explicit decision: a form without any tick must not cause it.
      if ((targets.length === 0) !== isTicked(form, 'espalhar')) {
        return Promise.resolve({ ok: false as const, code: 'no_target' })
      }
      const seenRest = seenIn(form)
      return backoffice.attributeReturn({ refundId, targets, amount, seenRest, ...decision })
    },
    copy.refund.attributed,
  ),
  'retry-refund': decides(
    'refund.decide',
    (backoffice, { id: refundId, form: _, ...decision }) =>
      backoffice.decideRefund({ refundId, retry: true, ...decision }),
    copy.refund.retried,
  ),
  'give-up-refund': decides(
    'refund.decide',
    (backoffice, { id: refundId, form: _, ...decision }) =>
      backoffice.decideRefund({ refundId, retry: false, ...decision }),
    () => copy.refund.givenUp,
  ),
  'review-payment': decides(
    'payment.review',
    (backoffice, { id: paymentId, form, ...decision }) =>
      backoffice.reviewPayment({
        paymentId,
        reinstateDebt: isTicked(form, 'cobrar'),
        seenReason: textIn(form, 'visto') || undefined,
        ...decision,
      }),
    (amount) => (amount > 0 ? copy.payment.reinstated(amount) : copy.payment.reviewed),
  ),
  'review-charge': decides(
    'charge.review',
    (backoffice, { id: chargeId, form: _, ...decision }) =>
      backoffice.reviewCharge({ chargeId, ...decision }),
    () => copy.charge.reviewed,
  ),
  'refund-charge': decides(
    'charge.refund',
    (backoffice, { id: chargeId, form, ...decision }) => {
      const amount = amountIn(form)
      if (amount === null) return undefined
      const some = idsIn(form, 'parcela')
      const instalmentIds = some.length > 0 ? some : undefined
      const seenRest = seenIn(form)
      return backoffice.refundCharge({ chargeId, amount, instalmentIds, seenRest, ...decision })
    },
    refundRequested,
  ),
  'read-set-aside': {
    right: 'set-aside.read',
    async run({ params, form, member, app: { backoffice } }) {
      const reason = textIn(form, 'motivo')
      const read = await backoffice.readSetAside({ setAsideId: params.id ?? '', actor: member.id, reason })
      if (!read.ok) return refused(read.code)
      const found = read.value.map(({ seenAt, text }) => ({ at: formatInstant(seenAt), text }))
      return { ok: true, done: copy.setAside.shown, found }
    },
  },
  'confirm-set-aside': decides(
    'set-aside.confirm',
    (backoffice, { id: setAsideId, form: _, ...decision }) =>
      backoffice.confirmSetAside({ setAsideId, ...decision }),
    () => copy.setAside.confirmed,
  ),
  'resolve-set-aside': decides(
    'set-aside.resolve',
    (backoffice, { id: setAsideId, form, ...decision }) =>
      backoffice.resolveSetAside({ setAsideId, seen: textIn(form, 'visto'), ...decision }),
    () => copy.setAside.resolved,
  ),
  'accept-close': decides(
    'close.accept',
    (backoffice, { id, form, ...decision }) => {
      const [provider = '', day = ''] = id.split(' ')
      const seen = new Date(readWholeNumber(textIn(form, 'comparado'), Number.MAX_SAFE_INTEGER) ?? 0)
      return backoffice.acceptClose({ provider, day, seen, ...decision })
    },
    () => copy.close.accepted,
  ),
  'approve-manual': decides(
    'payment.approve',
    (backoffice, { id: manualPaymentId, form: _, ...decision }) =>
      backoffice.decideManualPayment({ manualPaymentId, approve: true, ...decision }),
    (recorded) => {
      if (recorded?.isLess) return manualCopy.doneLess
      const { approved, approvedAsCredit } = manualCopy.item
      return (recorded?.isCredited ? approvedAsCredit : approved)(recorded?.amount ?? 0)
    },
  ),
  'decline-manual': decides(
    'payment.approve',
    (backoffice, { id: manualPaymentId, form: _, ...decision }) =>
      backoffice.decideManualPayment({ manualPaymentId, approve: false, ...decision }),
    () => manualCopy.item.declined,
  ),
  'undo-manual': decides(
    'payment.undo',
    (backoffice, { id: manualPaymentId, form: _, ...decision }) =>
      backoffice.undoManualPayment({ manualPaymentId, ...decision }),
    manualCopy.item.undone,
  ),
  'transfer-refund': {
    right: 'refund.transfer',
    async run({ params, form, member, app: { backoffice } }): Promise<DeskAnswer> {
      const { day: sentOn, ...evidence } = await readEvidence(form)
      const done = await backoffice.recordManualRefund({
        refundId: params.id ?? '',
        sentOn,
        amount: Number(form.get('centavos')),
        actor: member.id,
        ...evidence,
      })
      return done.ok ? { ok: true, done: manualCopy.refund.done(done.value) } : refusedMoney(done.code)
    },
  },
  approve: decides(
    'refund.approve',
    (backoffice, { id: approvalId, form: _, ...decision }) =>
      backoffice.decideRefundApproval({ approvalId, approve: true, ...decision }),
    copy.approval.approved,
  ),
  decline: decides(
    'refund.approve',
    (backoffice, { id: approvalId, form: _, ...decision }) =>
      backoffice.decideRefundApproval({ approvalId, approve: false, ...decision }),
    () => copy.approval.declined,
  ),
})

export default deskPage('moneyItem', MoneyItemScreen)
