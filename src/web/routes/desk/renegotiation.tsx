import { redirect } from 'react-router'
import { addDays, formatDate, formatInstant, todayInSaoPaulo } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import { isToReview, MAX_FIRST_DUE_DAYS } from '../../../modules/contracting/public.ts'
import { renegotiationDeskCopy as copy } from '../../copy/desk-renegotiation.ts'
import type { DeskAnswer } from '../../desk/answers.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import {
  RenegotiationScreen,
  type ShownRenegotiation,
} from '../../desk/renegotiation/renegotiation-screen.tsx'
import { deskAction, deskLoader, refused, type ScreenArgs } from '../../desk/screen.server.ts'
import { textIn } from '../../forms/text-in.ts'
import { paths } from '../../paths.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

type App = ScreenArgs['app']

/** Days from today to the first due date unless another date is chosen. */
const usualFirstDays = 7

/** Loads the open part of an order, its proposals, and the form for a new one. */
export const loader = deskLoader(async ({ params: { id = '' }, app }) => {
  const order = await app.orders.openForTeam({ text: id })
  if (!order) return undefined
  if (id !== order.id) throw redirect(paths.deskRenegotiation(order.id))
  const today = todayInSaoPaulo(app.clock.now())
  const [open, proposals, customer] = await Promise.all([
    app.payments.openScheduleOf({ orderId: order.id, on: today }),
    app.contracting.renegotiationsFor({ orderId: order.id }),
    app.backoffice.readCustomer({ userId: order.userId }),
  ])
  return {
    order: {
      id: order.id,
      number: order.number,
      serviceTitle: order.serviceTitle,
      customer: customer?.name ?? '',
    },
    open: open && { rows: open.instalments, total: open.total, maxSurcharge: open.maxSurcharge },
    isWaiting: proposals.some(({ state }) => state === 'open'),
    proposals: proposals.map(({ id: proposalId, state, openAmount, newAmount, ...proposal }) => ({
      id: proposalId,
      state,
      openAmount,
      newAmount,
      answer: proposal.answer,
      until: formatDate(proposal.until),
      proposedAt: formatInstant(proposal.proposedAt),
      needsReview: isToReview(state) && !proposal.isReviewed,
    })),
    today,
    usualFirst: addDays(today, usualFirstDays),
    lastFirst: addDays(today, MAX_FIRST_DUE_DAYS),
  }
})

const text = (form: FormData, name: string) => textIn(form, name).trim()

/** Returns the typed schedule and its plan; without a typed total, the total is that of the open part. */
async function planIn(app: App, { orderId, form }: { orderId: string; form: FormData }) {
  const typed = { tipo: text(form, 'tipo'), preco: text(form, 'preco'), primeiro: text(form, 'primeiro') }
  const isMore = form.has('maior')
  const on = todayInSaoPaulo(app.clock.now())
  const open = typed.preco === '' ? await app.payments.openScheduleOf({ orderId, on }) : undefined
  const price = open ? formatBRL(open.total) : withSign(typed.preco)
  const plan = { orderId, paymentType: typed.tipo, priceText: price, firstDue: typed.primeiro, isMore }
  return { typed: { ...typed, maior: isMore ? '1' : '' }, plan }
}

/** Adds the currency sign to '1.500', as the notation requires. */
const withSign = (price: string) => (price.startsWith('R$') ? price : `R$ ${price}`)

export const action = deskAction({
  preview: {
    right: 'renegotiation.review',
    async run({ params: { id: orderId = '' }, form, app }) {
      const { typed, plan } = await planIn(app, { orderId, form })
      const planned = await app.contracting.planRenegotiation(plan)
      if (!planned.ok) return refusedHere(planned.code)
      const { rows, openAmount, newAmount } = planned.value
      const found: ShownRenegotiation = { typed, rows, openAmount, newAmount }
      return { ok: true, done: copy.previewed, found }
    },
  },
  propose: {
    right: 'renegotiation.propose',
    async run({ params: { id: orderId = '' }, form, member, app }) {
      const { plan } = await planIn(app, { orderId, form })
      const sent = await app.backoffice.proposeRenegotiation({
        ...plan,
        actor: member.id,
        reason: text(form, 'motivo'),
        words: text(form, 'palavras'),
        validDays: Number(form.get('dias')),
        shown: { openAmount: Number(form.get('aberto')), newAmount: Number(form.get('visto')) },
      })
      return sent.ok ? { ok: true, done: copy.sent } : refusedHere(sent.code)
    },
  },
  withdraw: {
    right: 'renegotiation.withdraw',
    async run({ form, member, app: { backoffice } }) {
      const decision = { actor: member.id, reason: text(form, 'motivo') }
      const done = await backoffice.withdrawRenegotiation({ renegotiationId: text(form, 'id'), ...decision })
      return done.ok ? { ok: true, done: copy.withdrawn } : refusedHere(done.code)
    },
  },
  review: {
    right: 'renegotiation.review',
    async run({ form, member, app: { backoffice } }) {
      const decision = { actor: member.id, reason: text(form, 'motivo') }
      const done = await backoffice.reviewRenegotiation({ renegotiationId: text(form, 'id'), ...decision })
      return done.ok ? { ok: true, done: copy.reviewed } : refusedHere(done.code)
    },
  },
})

function refusedHere(code: string): DeskAnswer {
  const message = copy.refusals[code]
  return message ? { ok: false, code, message } : refused(code)
}

export default deskPage('renegotiation', RenegotiationScreen)
