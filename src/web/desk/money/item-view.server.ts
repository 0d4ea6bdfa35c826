import { formatDate, formatInstant, todayInSaoPaulo } from '../../../core/calendar.ts'
import { formatBRL, sum } from '../../../core/money.ts'
import { isKeyOf } from '../../../core/records.ts'
import type { MoneyItem } from '../../../modules/payments/index.server.ts'
import {
  acceptedError,
  awaitsPerson,
  moneyReasonWords,
  ownReasons,
  type RefundNote,
  wordsOf,
} from '../../../modules/payments/public.ts'
import { manualCopy } from '../../copy/desk-manual.ts'
import {
  moneyCopy as copy,
  providerErrorWords,
  providerNames,
  providerStatusWords,
} from '../../copy/desk-money.ts'
import { actionWords } from '../../copy/desk-team.ts'
import { paths } from '../../paths.ts'
import { memberNames } from '../member-names.server.ts'
import type { ScreenArgs } from '../screen.server.ts'
import type { MoneyPlaceKind } from './item-address.ts'
import { moneyPlace } from './money-place.ts'
import { refundProgress } from './refund-progress.ts'
import { instalmentName } from './shown-instalments.server.ts'

type App = ScreenArgs['app']

interface Place {
  kind: MoneyPlaceKind
  id: string
  memberId: string
}

/** Returns everything known about an item of money that the team decides; undefined when there is none. */
export async function viewMoneyItem(app: App, place: Place) {
  const item = await viewItem(app, place)
  return item && { ...item, decisions: await decisionsOn(app, place.id) }
}

/** What the team did about an item, newest first. */
async function decisionsOn(app: App, id: string) {
  const decisions = await app.backoffice.decisionsOn({ subject: id })
  if (decisions.length === 0) return []
  const names = await memberNames(
    app,
    decisions.map(({ actorId }) => actorId),
  )
  return decisions.map(({ position, at, actorId, reason, ...action }) => ({
    position,
    what: actionWords(action),
    who: copy.decisions.by(names.get(actorId) || actorId, formatInstant(at)),
    reason,
  }))
}

async function viewItem(app: App, { kind, id, memberId }: Place) {
  if (kind === 'approval') return approval(app, { id, memberId })
  if (kind === 'manual') return manual(app, { id, memberId })
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
    see: chargeId ? { to: moneyPlace('charge', chargeId), words: copy.item.see.charge } : undefined,
    defence: defenceOf(item),
    facts: factsOf(item),
    about: await aboutOf(app, item),
  }
}

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
    see: record.chargeId
      ? { to: moneyPlace('charge', record.chargeId), words: copy.item.see.charge }
      : undefined,
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
    see: {
      to: asked.kind === 'order' ? paths.deskOrder(asked.subjectId) : moneyPlace(asked.kind, asked.subjectId),
      words: copy.item.see[asked.kind],
    },
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
  if (item.kind === 'credit' && !item.isOpen) return titles.decidedCredit(amountOf(item))
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

const errorWords = (code: string | null) =>
  code && isKeyOf(providerErrorWords, code) ? providerErrorWords[code] : code

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
    if ('lastError' in item && !shownElsewhere.has(item.lastError))
      facts.push([words.error, errorWords(item.lastError)])
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
      return { kind: item.kind, isPerhapsOurs: item.reason === 'perhaps_ours', seen: item.seen }
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
