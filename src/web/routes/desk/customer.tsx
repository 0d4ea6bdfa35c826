import { formatDate, formatInstant, todayInSaoPaulo } from '../../../core/calendar.ts'
import { formatDocument } from '../../../core/documento.ts'
import { formatBRL } from '../../../core/money.ts'
import { formatPhone } from '../../../core/phone.ts'
import { findService } from '../../../modules/catalogue/public.ts'
import { stateOf } from '../../../modules/notifications/public.ts'
import { may } from '../../../modules/team/public.ts'
import { customersCopy as copy } from '../../copy/desk-customers.ts'
import { teamCopy } from '../../copy/desk-team.ts'
import { shownConversation } from '../../desk/conversations/shown-conversation.server.ts'
import { CustomerScreen } from '../../desk/customers/customer-screen.tsx'
import { deskHandle, deskLinks, deskMeta, deskPage } from '../../desk/desk.tsx'
import { documentRequestActions } from '../../desk/documents/request-actions.server.ts'
import { answerTo, deskAction, deskLoader, refused } from '../../desk/screen.server.ts'
import { textIn } from '../../forms/text-in.ts'

export const handle = deskHandle
export const links = deskLinks
export const meta = deskMeta(copy.title)

/** Loads everything about a customer, masked. */
export const loader = deskLoader(async ({ params: { id: userId = '' }, member, app }) => {
  const customer = await app.backoffice.readCustomer({ userId })
  if (!customer) return undefined
  const mayReadDocuments = may(member.role, 'document.read')
  const [orders, lookups, offers, owed, documents, messages, notes, members, conversations, requests] =
    await Promise.all([
      app.orders.ordersOf({ userId }),
      app.backoffice.lookupsOfCustomer({ userId, limit: 30 }),
      app.proposals.latestOffers({ userId, limit: 30 }),
      app.payments.totalsOwed({ userId }),
      mayReadDocuments ? app.documents.listOf({ userId }) : undefined,
      app.notifications.messagesOf({ userId, limit: 30 }),
      app.backoffice.notesOf({ userId }),
      app.team.members(),
      app.inbox.conversationsOf({ userId }),
      mayReadDocuments ? app.documents.requestsOf({ userId }) : undefined,
    ])
  const names = new Map(members.map(({ id, name, email }) => [id, name || email]))
  const { name, email, document, phone, isOfTeam } = customer
  return {
    id: userId,
    name,
    email,
    document,
    phone,
    since: formatDate(todayInSaoPaulo(customer.since)),
    mayEndSessions: !isOfTeam && may(member.role, 'customer.end-sessions'),
    orders: orders.map(({ id, number, serviceTitle, status, progress, createdAt }) => ({
      id,
      number,
      serviceTitle,
      status,
      progress,
      hired: formatDate(todayInSaoPaulo(createdAt)),
    })),
    lookups,
    offers: offers.map(({ id, serviceId, title, total, status, validUntil, orderId }) => ({
      id,
      title: title ?? findService(serviceId)?.title ?? serviceId,
      total: formatBRL(total),
      status,
      validUntil: formatDate(validUntil),
      orderId,
    })),
    now: app.clock.now(),
    ...owed,
    documents: documents?.length,
    requests,
    conversations: conversations.map(shownConversation),
    messages: messages.map(({ id, subject, createdAt, failureCode, ...sent }) => ({
      id,
      subject,
      failureCode,
      state: stateOf(sent),
      at: formatInstant(createdAt),
    })),
    notes: notes.map(({ id, by, text, at }) => ({
      id,
      by: names.get(by) ?? '',
      text,
      at: formatInstant(at),
    })),
  }
})

export const action = deskAction({
  reveal: {
    right: 'customer.reveal',
    async run({ params, member, app: { backoffice } }) {
      const input = { userId: params.id ?? '', actor: member.id, reason: copy.revealReason }
      const shown = await backoffice.revealCustomer(input)
      if (!shown.ok) return refused(shown.code)
      const { email, document, phone } = shown.value
      const found = {
        email,
        document: document && formatDocument(document),
        phone: phone && formatPhone(phone),
      }
      return { ok: true, done: copy.shown, found }
    },
  },
  ...documentRequestActions(({ params }) => params.id),
  'end-sessions': {
    right: 'customer.end-sessions',
    async run({ params, form, member, app: { backoffice } }) {
      const input = { userId: params.id ?? '', actor: member.id, reason: textIn(form, 'motivo') }
      return answerTo(await backoffice.endCustomerSessions(input), teamCopy.done.sessions)
    },
  },
  note: {
    right: 'customer.note',
    async run({ params, form, member, app: { backoffice } }) {
      const noted = await backoffice.noteCustomer({
        userId: params.id ?? '',
        note: textIn(form, 'anotacao'),
        actor: member.id,
        reason: copy.noteReason,
      })
      return noted.ok ? { ok: true, done: copy.noted } : refused(noted.code, 'anotacao')
    },
  },
})

export default deskPage('customer', CustomerScreen)
