import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Consultations } from '../consultations/index.server.ts'
import type { Contracting } from '../contracting/index.server.ts'
import type { Identity } from '../identity/index.server.ts'
import type { Notifications } from '../notifications/index.server.ts'
import type { Orders } from '../orders/index.server.ts'
import type { DisputedPayment, Payments } from '../payments/index.server.ts'
import type { DisputeFacts, PdfFile, Receipts } from '../receipts/index.server.ts'
import type { ActionRefusal, PerformDeps } from './perform.ts'
import { readAudited } from './read-audited.ts'

interface PackDeps extends PerformDeps {
  payments: Pick<Payments, 'disputedPayment'>
  orders: Pick<Orders, 'openForTeam' | 'openStepFile'>
  contracting: Pick<Contracting, 'evidenceOf'>
  consultations: Pick<Consultations, 'forTeam'>
  identity: PerformDeps['identity'] & Pick<Identity, 'personOf'>
  notifications: Pick<Notifications, 'messagesOf'>
  receipts: Pick<Receipts, 'disputePdf'>
}

/** Banks accept ten megabytes per upload; the document itself needs little of it. */
const maxFileBytes = 8_000_000

/** Maximum number of messages listed in the document: the newest. */
const maxMessages = 200

/**
 * Builds one PDF with everything that a bank requests about a contested payment, with the signed texts and the evidence that the
 * customer sees attached. It names a person in full, so the audit log records that it was made, by whom and for which payment.
 * It is built before the audit transaction, which must not wait for anything, and returned only when the access is recorded.
 */
export async function disputePack(
  deps: PackDeps,
  { actor, reason, paymentId }: { actor: string; reason: string; paymentId: string },
): Promise<Outcome<{ name: string; bytes: Uint8Array }, 'not_found' | ActionRefusal>> {
  const payment = await deps.payments.disputedPayment({ paymentId })
  const made = payment && (await makePack(deps, payment))
  const record = {
    action: 'dispute.pack' as const,
    subject: payment?.userId ?? paymentId,
    detail: { paymentId },
  }
  return readAudited(deps, { ...record, actor, reason }, async () => (made ? ok(made) : refuse('not_found')))
}

async function makePack(deps: PackDeps, payment: DisputedPayment) {
  const { userId, charge, providerId, receivedAt } = payment
  const orderIds = [...new Set(payment.instalments.map(({ orderId }) => orderId))]
  const orders = (await Promise.all(orderIds.map((orderId) => orderFacts(deps, orderId)))).filter(
    (order) => order !== undefined,
  )
  const person = userId ? await deps.identity.personOf({ userId }) : undefined
  const facts: Omit<DisputeFacts, 'issuer'> = {
    payment: { ...payment, requestedAt: charge?.createdAt },
    customer: person && { ...person, since: person.createdAt },
    lines: payment.instalments.map(({ orderId, ...line }) => ({
      ...line,
      orderNumber: orders.find((order) => order.id === orderId)?.number ?? '',
    })),
    orders,
    lookup: await lookupFacts(deps, payment),
    messages: userId ? await messagesSince(deps, { userId, orders, receivedAt }) : [],
    history: payment.history,
    returned: payment.returned,
  }
  const bytes = await deps.receipts.disputePdf({ facts, files: filesWithin(orders, maxFileBytes) })
  return { name: `defesa-${providerId.replaceAll(/[^\w-]/g, '-')}.pdf`, bytes }
}

type OrderFacts = DisputeFacts['orders'][number] & { id: string; signedAt: Date; files: PdfFile[] }

async function orderFacts(deps: PackDeps, orderId: string): Promise<OrderFacts | undefined> {
  const order = await deps.orders.openForTeam({ text: orderId })
  if (!order) return undefined
  const { id, number, userId, serviceTitle, status, progress, startDate, createdAt } = order
  const evidence = await deps.contracting.evidenceOf({ orderId, userId })
  // Evidence that the customer does not see may concern other people.
  const shared = order.steps.flatMap(({ completion }) =>
    completion?.isShared && completion.file ? [completion.file.id] : [],
  )
  const opened = await Promise.all(shared.map((fileId) => deps.orders.openStepFile({ orderId, fileId })))
  const files = opened.flatMap((file, index): PdfFile[] =>
    file.ok ? [{ ...file.value, description: `Prova ${index + 1} do pedido ${number}` }] : [],
  )
  return {
    id,
    number,
    serviceTitle,
    status,
    progress,
    startDate,
    signedAt: createdAt,
    files,
    party: evidence?.party.name ? evidence.party : undefined,
    signed: evidence?.signed ?? [],
    withdrawnAt: evidence?.withdrawnAt,
    steps: order.steps.map(({ name, completedAt, completion }) => ({
      name,
      completedAt,
      words: completion?.words ?? '',
      protocol: completion?.isShared ? completion.protocol : null,
      fileName: completion?.isShared ? completion.file?.name : undefined,
    })),
    contacts: order.history
      .filter(({ kind }) => kind === 'contacted')
      .map(({ at, detail }) => ({ at, channel: detail.channel ?? '' }))
      .reverse(),
  }
}

async function lookupFacts(
  { consultations }: Pick<PackDeps, 'consultations'>,
  { charge }: DisputedPayment,
): Promise<DisputeFacts['lookup']> {
  if (charge?.purpose !== 'consultation' || !charge.purposeId) return undefined
  const found = await consultations.forTeam({ id: charge.purposeId })
  if (!found) return undefined
  // Masked, as on the desk: the person who was looked up is not the buyer.
  const { title, cpf, name, email, phone, declaration, deliveredAt, views } = found
  return {
    title,
    subject: `${name}, CPF ${cpf}`,
    deliveredAt,
    buyer: [email, phone].filter(Boolean).join(', '),
    declaredAt: declaration.at,
    declarationVersion: declaration.version,
    views: views.map(({ at }) => at).reverse(),
  }
}

/** Messages sent since the first contract, or since the money arrived when there is no contract; oldest first. */
async function messagesSince(
  { notifications }: Pick<PackDeps, 'notifications'>,
  { userId, orders, receivedAt }: { userId: string; orders: readonly OrderFacts[]; receivedAt: Date },
): Promise<DisputeFacts['messages']> {
  const since = Math.min(...orders.map(({ signedAt }) => signedAt.getTime()), receivedAt.getTime())
  const all = await notifications.messagesOf({ userId, limit: maxMessages })
  return all
    .filter(({ status, createdAt }) => status === 'sent' && createdAt.getTime() >= since)
    .map(({ createdAt, channel, subject }) => ({ at: createdAt, channel, subject }))
    .reverse()
}

/** The files that fit into the limit, each under a unique name. */
function filesWithin(orders: readonly OrderFacts[], limit: number): PdfFile[] {
  let left = limit
  return orders.flatMap(({ number, files }) =>
    files.flatMap((file, index) => {
      if (file.bytes.length > left) return []
      left -= file.bytes.length
      return [{ ...file, name: `prova-${number}-${index + 1}-${file.name}` }]
    }),
  )
}
