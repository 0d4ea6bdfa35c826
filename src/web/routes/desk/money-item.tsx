import { formatDate, formatInstant, todayInSaoPaulo } from '../../../core/calendar.ts'
import { type Centavos, formatBRL, parseBRL, sum } from '../../../core/money.ts'
import { isKeyOf } from '../../../core/records.ts'
import { readWholeNumber } from '../../../core/whole-number.ts'
import type { MoneyItem } from '../../../modules/payments/index.server.ts'
import {
  acceptedError,
  awaitsPerson,
  moneyReasonWords,
  ownReasons,
  type RefundNote,
  wordsOf,
} from '../../../modules/payments/public.ts'
import type { Right } from '../../../modules/team/public.ts'
import { manualCopy } from '../../copy/desk-manual.ts'
import { moneyCopy as copy, providerNames, providerStatusWords } from '../../copy/desk-money.ts'
import type { DeskAnswer } from '../../desk/answers.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { readEvidence } from '../../desk/money/evidence-form.server.ts'
import { readMoneyId, readMoneyKind } from '../../desk/money/item-address.ts'
import { MoneyItemScreen } from '../../desk/money/item-screen.tsx'
import { moneyPlace } from '../../desk/money/money-place.ts'
import { refundProgress } from '../../desk/money/refund-progress.ts'
import { findInstalments, instalmentName } from '../../desk/money/shown-instalments.server.ts'
import {
  type DeskActionKind,
  deskAction,
  deskLoader,
  refused,
  type ScreenArgs,
} from '../../desk/screen.server.ts'
import { textIn } from '../../forms/text-in.ts'
import { paths } from '../../paths.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

/** Loads everything known about an item of money that waits for a decision. */
export const loader = deskLoader(async ({ params, app, member }) => {
  const kind = readMoneyKind(params.tipo)
  const id = readMoneyId(params.id ?? '')
  if (!kind) return undefined
  if (kind === 'approval') return approval(app, { id, memberId: member.id })
  if (kind === 'manual') return manual(app, { id, memberId: member.id })
  const item = await app.payments.moneyItem({ kind, id })
  if (!item || item.kind === 'manual') return undefined
  const userId = 'userId' in item ? item.userId : null
  const names = await app.identity.namesOf(userId ? [userId] : [])
  const chargeId = item.kind === 'refund' ? item.chargeId : null
  return {
    title: titleOf(item),
    lead: leadOf(item),
    isOpen: item.isOpen,
    above: approvalLimitText(app),
    customer: userId ? { id: userId, name: names.get(userId) ?? '' } : undefined,
    chargeId: chargeId ? moneyPlace('charge', chargeId) : undefined,
    defence: defenceOf(item),
    facts: factsOf(item),
    about: await aboutOf(app, item),
  }
})

type App = ScreenArgs['app']

/** Every kind except `manual`, whose page data is built separately. */
type DecidedItem = Exclude<MoneyItem, { kind: 'manual' }>

function approvalLimitText({ config }: App): string | undefined {
  return config.approvalAbove === undefined ? undefined : copy.above(formatBRL(config.approvalAbove))
}

/** A payment that a member recorded by hand: the recorded facts, the evidence, and what it pays. */
async function manual(app: App, { id, memberId }: { id: string; memberId: string }) {
  const item = await app.payments.moneyItem({ kind: 'manual', id })
  if (item?.kind !== 'manual') return undefined
  const { record, userId, orderId, amount } = item
  const { fileId } = record
  const people = [record.requestedBy, record.decidedBy, record.undoneBy].filter((one) => one !== null)
  const names = await app.identity.namesOf([userId, ...people])
  const words = manualCopy.item
  const facts: [string, string | null | undefined][] = [
    [words.status, words.statuses[item.status]],
    [words.received, formatDate(record.receivedOn)],
    [words.channel, manualCopy.channels[record.channel]],
    [words.protocol, record.protocol],
    [words.by, names.get(record.requestedBy)],
    [words.decidedBy, item.status !== 'declined' && record.decidedBy && names.get(record.decidedBy)],
    [words.since, formatInstant(record.requestedAt)],
    [words.reason, record.reason],
    [words.undoneBy, record.undoneBy && names.get(record.undoneBy)],
    [words.undoneReason, record.undoneReason],
  ].map(([term, value]) => [String(term), value || null])
  return {
    title: words.title(formatBRL(amount)),
    lead: item.notOpen.length > 0 ? words.notOpen(item.notOpen) : undefined,
    isOpen: item.isOpen,
    above: approvalLimitText(app),
    customer: { id: userId, name: names.get(userId) ?? '' },
    chargeId: record.chargeId ? moneyPlace('charge', record.chargeId) : undefined,
    facts: facts.filter((fact): fact is [string, string] => Boolean(fact[1])),
    about: {
      kind: 'manual' as const,
      status: item.status,
      canUndo: item.canUndo,
      isMine: record.requestedBy === memberId,
      order: paths.deskOrder(orderId),
      file: fileId ? paths.deskEvidence(orderId, fileId) : undefined,
      targets: shown(item.targets),
    },
  }
}

async function approval(app: App, { id, memberId }: { id: string; memberId: string }) {
  const asked = await app.payments.approvalOf(id)
  if (!asked) return undefined
  const members = await app.team.members()
  const names = await app.identity.namesOf(asked.userId ? [asked.userId] : [])
  const by = members.find((member) => member.id === asked.requestedBy)
  return {
    title: copy.item.titles.approval(formatBRL(asked.amount)),
    lead: copy.approval.kinds[asked.kind],
    isOpen: asked.decidedAt === null,
    above: approvalLimitText(app),
    customer: asked.userId ? { id: asked.userId, name: names.get(asked.userId) ?? '' } : undefined,
    chargeId: asked.kind === 'charge' ? moneyPlace('charge', asked.subjectId) : undefined,
    facts: [
      [copy.item.amount, formatBRL(asked.amount)],
      [copy.item.requestedBy, by?.name || by?.email || ''],
      [copy.item.since, formatInstant(asked.requestedAt)],
      [copy.item.asked, asked.reason],
    ] as [string, string][],
    about: { kind: 'approval' as const, isMine: asked.requestedBy === memberId },
  }
}

/** Returns the link to the evidence that a bank requires, for money that came through a provider. */
function defenceOf(item: DecidedItem) {
  const payment = item.kind === 'payment' || item.kind === 'charge' ? item.payment : undefined
  if (!payment?.isReceived) return undefined
  return { href: paths.deskDisputePack(payment.id), isDisputed: payment.isDisputed }
}

function titleOf(item: DecidedItem): string {
  const { titles } = copy.item
  if (item.kind === 'close')
    return titles.close(item.day.split('-').reverse().join('/'), named(item.provider))
  return titles[item.kind](amountOf(item))
}

function amountOf(item: Exclude<DecidedItem, { kind: 'close' }>): string {
  if (item.amount === null) return copy.item.unreadable
  const text = formatBRL(item.amount)
  return item.kind === 'set-aside' && item.currency
    ? text.replace('R$', item.currency === 'BRL' ? 'R$' : item.currency)
    : text
}

function leadOf(item: DecidedItem): string | undefined {
  if (item.kind === 'charge') return item.description
  if (item.kind === 'refund') return wordsOf(item.why)
  if (item.kind === 'close' || !item.reason) return undefined
  return moneyReasonWords[item.reason]
}

/** Reasons of a waiting refund that come from this shop, not from a provider. */
const ownNotes: readonly RefundNote[] = [awaitsPerson, ...ownReasons, acceptedError, 'waiting']
const shownElsewhere = new Set<string | null>(ownNotes)

const statusWords = (status: string) =>
  isKeyOf(providerStatusWords, status) ? providerStatusWords[status] : status

function factsOf(item: DecidedItem): [string, string][] {
  const words = copy.item
  const facts: [string, string | null | undefined][] = [[words.since, formatInstant(item.since)]]
  if (item.kind === 'close') {
    facts.push(
      [words.theirs, formatBRL(item.theirs)],
      [words.ours, formatBRL(item.ours)],
      [words.note, item.note],
    )
  } else if (item.kind === 'set-aside') {
    facts.push([words.provider, named(item.provider)], [words.providerId, item.providerId])
    facts.push([words.why, item.detail], [words.note, item.resolution])
  } else {
    const { payment } = item
    if (payment) {
      facts.push([words.provider, named(payment.provider)], [words.providerId, payment.providerId])
      facts.push([words.approved, payment.approvedAt && formatInstant(payment.approvedAt)])
      facts.push([words.status, statusWords(payment.status)])
      facts.push([words.reference, payment.reference])
      facts.push([words.amount, formatBRL(payment.amount)])
      facts.push([words.refunded, payment.refunded > 0 ? formatBRL(payment.refunded) : null])
      if (item.kind === 'payment' && item.chargedBack > 0)
        facts.push([words.chargedBack, formatBRL(item.chargedBack)])
    }
    if ('lastError' in item && !shownElsewhere.has(item.lastError)) facts.push([words.error, item.lastError])
    if (item.kind === 'refund' && item.isOpen && item.unattributed === 0)
      facts.push([words.progress, refundProgress(item)])
    if (item.kind === 'refund' && item.byHand?.done) {
      const { sentOn, channel, protocol } = item.byHand.done
      facts.push([manualCopy.refund.sent, `${formatDate(sentOn)}, ${manualCopy.channels[channel]}`])
      facts.push([manualCopy.item.protocol, protocol])
    }
    if (item.kind === 'refund' && item.unattributed > 0)
      facts.push([words.unattributed, formatBRL(item.unattributed)])
  }
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]))
}

async function aboutOf(app: App, item: DecidedItem) {
  switch (item.kind) {
    case 'credit': {
      const asked = item.isOpen ? await app.payments.waitingApprovalOf(item.id) : undefined
      const matches = item.isOpen && !asked ? await app.backoffice.creditMatches({ credit: item }) : []
      return {
        kind: item.kind,
        needsWord: item.needsWord,
        rest: item.amount,
        asked: asked && { place: moneyPlace('approval', asked.id), amount: formatBRL(asked.amount) },
        matches: matches.map(
          ({ instalmentId: id, userId, name, certainty, reasons, due, amount, dueDate, ...of }) => ({
            id,
            userId,
            name,
            certainty,
            what: instalmentName(of),
            dueDate,
            amount: formatBRL(amount),
            today: formatBRL(due),
            why: reasons.map(copy.reasons).join(', '),
          }),
        ),
      }
    }
    case 'payment':
      return {
        kind: item.kind,
        isChargedBack: item.isChargedBack,
        reason: item.reason ?? '',
        targets: shown(item.targets),
      }
    case 'charge': {
      const canRefund = item.payment !== undefined && item.targets.some(({ rest }) => rest > 0)
      const rest = sum(item.targets.map((target) => target.rest))
      const wasRefused = item.status === 'failed'
      return { kind: item.kind, canRefund, wasRefused, rest, targets: shown(item.targets) }
    }
    case 'refund':
      return {
        kind: item.kind,
        isFailed: item.status === 'failed',
        isHeld: item.status === 'held',
        isUnderWay: item.status === 'requested' && !item.byHand?.isOwed,
        unattributed: item.unattributed,
        transfer: item.byHand?.isOwed
          ? { amount: item.amount, today: todayInSaoPaulo(app.clock.now()) }
          : undefined,
        evidence: evidenceOf(item.byHand),
        targets: shown(item.targets.filter(({ rest }) => rest > 0)),
      }
    case 'set-aside':
      return { kind: item.kind, isPerhapsOurs: item.reason === 'perhaps_ours' }
    case 'close':
      return {
        kind: item.kind,
        comparedAt: item.since.getTime(),
        rows: item.differences.map(({ providerId, theirs, ours, obstacle }) => ({
          providerId,
          theirs: theirs ? formatBRL(theirs.amount - theirs.refunded) : copy.close.absent,
          ours: ours ? formatBRL(ours.amount - ours.refunded) : copy.close.absent,
          obstacle: obstacle && obstacleWords[obstacle],
        })),
      }
    default:
      return item satisfies never
  }
}

/** Why the two sides of a day cannot be compared, in words; none for what the amounts beside it show. */
const obstacleWords = { ...moneyReasonWords, in_doubt: undefined, another_day: copy.close.anotherDay }

/** Returns the link to the file that proves a manual transfer of a refund, if there is one. */
function evidenceOf(byHand: Extract<MoneyItem, { kind: 'refund' }>['byHand']): string | undefined {
  const fileId = byHand?.done?.fileId
  return byHand && fileId ? paths.deskEvidence(byHand.orderId, fileId) : undefined
}

function shown(targets: Extract<MoneyItem, { kind: 'payment' }>['targets']) {
  return targets.map(({ id, kind, title, rest }) => ({
    id,
    title: title || copy.refund.targets[kind],
    rest: formatBRL(rest),
  }))
}

const named = (provider: string) => providerNames[provider] ?? provider

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
    backoffice: App['backoffice'],
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
    (backoffice, { id: setAsideId, form: _, ...decision }) =>
      backoffice.resolveSetAside({ setAsideId, ...decision }),
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
