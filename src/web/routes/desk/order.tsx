import { redirect } from 'react-router'
import { formatDate, formatInstant, todayInSaoPaulo } from '../../../core/calendar.ts'
import { formatBRL, parseBRL } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import { stateOf } from '../../../modules/notifications/public.ts'
import type { DeskOrder } from '../../../modules/orders/public.ts'
import { moneyReasonWords } from '../../../modules/payments/public.ts'
import { may } from '../../../modules/team/public.ts'
import { manualCopy } from '../../copy/desk-manual.ts'
import { orderCopy as copy } from '../../copy/desk-orders.ts'
import type { DeskAnswer } from '../../desk/answers.ts'
import { shownConversation } from '../../desk/conversations/shown-conversation.server.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { readEvidence } from '../../desk/money/evidence-form.server.ts'
import { moneyPlace } from '../../desk/money/money-place.ts'
import { refundProgress } from '../../desk/money/refund-progress.ts'
import { OrderScreen } from '../../desk/orders/order-screen.tsx'
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

type App = ScreenArgs['app']

/** Maximum number of a customer's messages shown. */
const maxMessages = 12

/** Loads everything about one order. The customer's data are masked; revealing them is an action, recorded in the audit log. */
export const loader = deskLoader(async ({ params: { id = '' }, member, app }) => {
  const order = await app.orders.openForTeam({ text: id })
  if (!order) return undefined
  // The forms of the page are about the id in its address.
  if (id !== order.id) throw redirect(paths.deskOrder(order.id))
  const { userId } = order
  const [
    instalments,
    contract,
    documents,
    messages,
    customer,
    numbers,
    names,
    manual,
    proposed,
    conversations,
    refunds,
    credits,
    preferences,
  ] = await Promise.all([
    app.payments.ofOrder({ orderId: order.id }),
    app.contracting.signatureOf({ orderId: order.id, userId }),
    may(member.role, 'document.read') ? app.documents.listOf({ userId }) : [],
    app.notifications.messagesOf({ userId, limit: maxMessages }),
    app.backoffice.readCustomer({ userId }),
    app.orders.numbersOf({ userId }),
    namesIn(app, order),
    app.payments.manualOfOrder({ orderId: order.id }),
    app.contracting.renegotiationsFor({ orderId: order.id }),
    app.inbox.conversationsOf({ userId, orderId: order.id }),
    app.payments.openRefundsOfOrder(order.id),
    app.payments.creditsOf({ userId }),
    app.notifications.preferencesOf({ userId }),
  ])
  const now = app.clock.now()
  return {
    order,
    instalments,
    refunds: refunds.map(({ id: refundId, amount, createdAt, status, lastError }) => ({
      place: moneyPlace('refund', refundId),
      amount: formatBRL(amount),
      since: formatInstant(createdAt),
      progress: refundProgress({ status, lastError }),
    })),
    credits: credits.map(({ id: creditId, amount, reason, isGoingBack }) => ({
      place: moneyPlace('credit', creditId),
      amount: formatBRL(amount),
      state: copy.creditState(moneyReasonWords[reason], isGoingBack),
    })),
    contract,
    documents: documents.map(({ id: documentId, name, review, createdAt }) => ({
      id: documentId,
      name,
      review,
      createdAt,
    })),
    messages: messages.map(({ id: messageId, subject, channel, createdAt, failureCode, ...sent }) => ({
      id: messageId,
      subject,
      channel,
      createdAt,
      failureCode,
      state: stateOf(sent),
    })),
    conversations: conversations.map(shownConversation),
    customer: { name: '', document: '', phone: '', email: '', ...customer, orders: numbers.size },
    names,
    /** True when the customer receives no messages about steps. */
    hasProgressOff: preferences.channels.progress === 'none',
    renegotiating: proposed.some(({ state }) => state === 'open'),
    manual: {
      key: crypto.randomUUID() as string,
      above:
        app.config.approvalAbove === undefined
          ? undefined
          : manualCopy.above(formatBRL(app.config.approvalAbove)),
      waiting: manual.flatMap(({ id: manualId, amount, status }) =>
        status === 'waiting' ? [{ id: manualId, amount }] : [],
      ),
    },
    now,
    today: todayInSaoPaulo(now),
  }
})

/** Returns the names of the team members in an order's history and steps, by their ids. */
async function namesIn({ identity }: App, { steps, history }: DeskOrder): Promise<Record<string, string>> {
  const ids = [
    ...steps.map(({ completion }) => completion?.completedBy),
    ...history.map((event) => event.actorId),
  ]
  return Object.fromEntries(await identity.namesOf(ids.filter((id) => typeof id === 'string')))
}

export const action = deskAction({
  'complete-step': {
    right: 'order.step',
    async run({ form, member, app, params }) {
      const file = form.get('arquivo')
      const stepNumber = Number(form.get('etapa'))
      const done = await app.backoffice.completeStep({
        ...about(params, form),
        actor: member.id,
        stepNumber,
        words: textIn(form, 'palavras'),
        protocol: textIn(form, 'protocolo'),
        isShared: form.has('mostrar'),
        file: file instanceof File ? { name: file.name, bytes: await file.bytes() } : undefined,
      })
      if (!done.ok) return refusedHere(done.code)
      const fields = { intent: 'undo-step', completionId: done.value.completionId }
      const undo = { action: paths.deskOrder(params.id ?? ''), fields }
      return { ok: true, done: copy.did.completed(textIn(form, 'nome')), undo }
    },
  },
  'undo-step': kind('order.undo-step', (backoffice) => async (input, form) => {
    const completionId = textIn(form, 'completionId')
    const { orderId, actor } = input
    const undone = await backoffice.undoStep({ orderId, actor, completionId, reason: copy.undoReason })
    return undone.ok ? ok(copy.did.undone) : undone
  }),
  'reopen-step': kind('order.reopen-step', (backoffice) => async (input, form) => {
    const words = textIn(form, 'motivo')
    const stepNumber = Number(form.get('etapa'))
    const reopened = await backoffice.reopenStep({ ...input, stepNumber, words, reason: words })
    return reopened.ok ? ok(copy.did.reopened(reopened.value.isNotified)) : reopened
  }),
  deadline: kind('order.deadline', (backoffice) => async (input, form) => {
    const words = textIn(form, 'motivo')
    const step = { stepNumber: Number(form.get('etapa')), to: textIn(form, 'ate') }
    const moved = await backoffice.moveStepDeadline({ ...input, ...step, words, reason: words })
    return moved.ok ? ok(copy.did.moved(formatDate(moved.value.deliveryDate))) : moved
  }),
  contact: kind('order.contact', (backoffice) => async ({ orderId, actor }, form) => {
    const said = { channel: textIn(form, 'canal'), note: textIn(form, 'nota') }
    const recorded = await backoffice.recordContact({ orderId, actor, reason: copy.contactReason, ...said })
    return recorded.ok ? ok(copy.did.contacted) : recorded
  }),
  note: kind('order.note', (backoffice) => async ({ orderId, actor }, form) => {
    const note = textIn(form, 'nota')
    const noted = await backoffice.addNote({ orderId, actor, note, reason: copy.noteReason })
    return noted.ok ? ok(copy.did.noted) : noted
  }),
  start: kind('order.start', (backoffice) => async (input) => {
    const started = await backoffice.startWork({ ...input, reason: copy.startReason })
    return started.ok ? ok(copy.did.started) : started
  }),
  resume: kind('order.resume', (backoffice) => async (input, form) => {
    const resumed = await backoffice.resumeOrder({ ...input, reason: textIn(form, 'motivo') })
    return resumed.ok ? ok(copy.did.resumed) : resumed
  }),
  'verify-contract': {
    right: 'order.read',
    async run({ params: { id = '' }, app }) {
      const order = await app.orders.openForTeam({ text: id })
      const signed =
        order && (await app.contracting.verifySigned({ orderId: order.id, userId: order.userId }))
      if (!signed || signed.length === 0) return refused('not_found')
      const broken = signed.filter(({ isIntact, isLinked }) => !isIntact || !isLinked)
      if (broken.length === 0) return { ok: true, done: copy.contractIntact(signed.length - 1) }
      const message = copy.contractBroken(broken.map(copy.contractRecord), signed.length)
      return { ok: false, code: 'broken', message }
    },
  },
  'manual-payment': kind('payment.record', (backoffice) => async ({ orderId, actor }, form) => {
    const { day: receivedOn, ...evidence } = await readEvidence(form)
    const amount = parseBRL(textIn(form, 'valor'))
    if (amount === undefined) return refuse('invalid_amount')
    const recorded = await backoffice.recordManualPayment({
      orderId,
      actor,
      key: textIn(form, 'chave'),
      amount,
      receivedOn,
      ...evidence,
      instalmentIds: form.getAll('parcela').map(String),
    })
    if (!recorded.ok) return recorded
    if (recorded.value.isWaiting) return ok(manualCopy.doneWaiting)
    return ok(recorded.value.isLess ? manualCopy.doneLess : manualCopy.done)
  }),
  cancel: kind('order.cancel', (backoffice) => async (input, form) => {
    const decision = { reason: textIn(form, 'motivo'), words: textIn(form, 'palavras') }
    const refund = form.has('devolver')
    const cancelled = await backoffice.cancelOrder({ ...input, ...decision, refund })
    if (!cancelled.ok) return cancelled
    if (cancelled.value.unapproved) return ok(copy.did.cancelledAwaitingApproval)
    return ok(refund ? copy.did.cancelledRefunded(cancelled.value) : copy.did.cancelled)
  }),
})

type Backoffice = App['backoffice']
type Edit = ReturnType<typeof about> & { actor: string }

/** Returns an action whose response is a sentence. */
function kind(
  right: DeskActionKind['right'],
  work: (backoffice: Backoffice) => (input: Edit, form: FormData) => Promise<Outcome<string, string>>,
): DeskActionKind {
  return {
    right,
    async run({ form, member, app, params }) {
      const result = await work(app.backoffice)({ ...about(params, form), actor: member.id }, form)
      return result.ok ? { ok: true, done: result.value } : refusedHere(result.code, textIn(form, 'intent'))
    },
  }
}

/** Returns the order's id, and the version of it that the member saw. */
function about(params: ScreenArgs['params'], form: FormData): { orderId: string; version: number } {
  const version = Number(form.get('version'))
  // A form without a version was decided on version 0, never on the current version.
  return { orderId: params.id ?? '', version: Number.isInteger(version) ? version : 0 }
}

function refusedHere(code: string, intent?: string): DeskAnswer {
  const known: Readonly<Record<string, string>> = copy.refusals
  const message = intent === 'manual-payment' ? (manualCopy.refusals[code] ?? known[code]) : known[code]
  return message ? { ok: false, code, message } : refused(code)
}

export default deskPage('order', OrderScreen)
