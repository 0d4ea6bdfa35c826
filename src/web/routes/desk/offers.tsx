import { addDays, formatDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { formatBRL } from '../../../core/money.ts'
import { recordFrom } from '../../../core/records.ts'
import { findService, scheduledPaymentLabel, services } from '../../../modules/catalogue/public.ts'
import { offersCopy as copy } from '../../copy/desk-proposals.ts'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { OffersScreen, type ShownPreview } from '../../desk/proposals/offers-screen.tsx'
import { deskAction, deskLoader, refused } from '../../desk/screen.server.ts'
import { textIn } from '../../forms/text-in.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

const offersShown = 50
/** Days for which an offer is valid unless another day is chosen. */
const usualDays = 7

/** Loads the latest offers, and the form for a new one. */
export const loader = deskLoader(async ({ app: { proposals, identity, clock } }) => {
  const offers = await proposals.latestOffers({ limit: offersShown })
  const names = await identity.namesOf(offers.map(({ userId }) => userId))
  return {
    services: services().map(({ id, title }) => ({ id, title })),
    key: crypto.randomUUID() as string,
    until: addDays(todayInSaoPaulo(clock.now()), usualDays),
    offers: offers.map(({ id, userId, serviceId, title, total, status, validUntil }) => ({
      id,
      status,
      isOpen: status === 'sent' || status === 'expired',
      title: title ?? findService(serviceId)?.title ?? serviceId,
      name: names.get(userId) ?? '',
      total: formatBRL(total),
      validUntil: formatDate(validUntil),
    })),
  }
})

const fields = [
  'email',
  'servico',
  'variante',
  'tipo',
  'preco',
  'avista',
  'ate',
  'titulo',
  'linhas',
  'motivo',
] as const

function typedIn(form: FormData) {
  const typed = recordFrom(fields, (name) => textIn(form, name).trim())
  const { servico, variante, tipo, preco, avista, ate, titulo, linhas } = typed
  const lines = linhas.split('\n').filter((line) => line.trim() !== '')
  const offer = {
    serviceId: servico,
    paymentType: tipo,
    priceText: preco,
    validUntil: ate,
    lines,
    ...(variante && { variant: variante }),
    ...(avista && { cashPriceText: avista }),
    ...(titulo && { title: titulo }),
  }
  return { typed, offer }
}

export const action = deskAction({
  preview: {
    right: 'offer.send',
    async run({ form, app: { proposals } }) {
      const { typed, offer } = typedIn(form)
      const read = proposals.previewCustomOffer(offer)
      if (!read.ok) return refused(read.code)
      const { howToPay, cost, payments } = read.value
      const count = payments.filter(({ kind }) => kind === 'parcela').length
      const found: ShownPreview = {
        howToPay,
        typed,
        total: formatBRL(cost.total),
        cashPrice: formatBRL(cost.cashPrice),
        payments: payments.map((payment) => ({
          date: formatDate(payment.dueDate),
          label: scheduledPaymentLabel(payment, count),
          amount: formatBRL(payment.amount),
        })),
      }
      return { ok: true, done: copy.previewed, found }
    },
  },
  send: {
    right: 'offer.send',
    async run({ form, member, app: { backoffice } }) {
      const { typed, offer } = typedIn(form)
      const reason = textIn(form, 'motivo')
      const offerId = textIn(form, 'chave') || undefined
      const decision = { actor: member.id, reason }
      const sent = await backoffice.sendOffer({ ...offer, email: typed.email, offerId, ...decision })
      return sent.ok ? { ok: true, done: copy.sent } : refused(sent.code)
    },
  },
  withdraw: {
    right: 'offer.withdraw',
    async run({ form, member, app: { backoffice } }) {
      const withdrawn = await backoffice.withdrawOffer({
        offerId: textIn(form, 'id'),
        actor: member.id,
        reason: textIn(form, 'motivo'),
      })
      return withdrawn.ok ? { ok: true, done: copy.withdrawn } : refused(withdrawn.code)
    },
  },
})

export default deskPage('offers', OffersScreen)
