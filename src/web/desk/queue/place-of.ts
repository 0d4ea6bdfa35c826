import type { ObligationKind } from '../../../modules/backoffice/public.ts'
import { paths } from '../../paths.ts'
import { messageListNames } from '../list-names.ts'
import { moneyPlace } from '../money/money-place.ts'

interface Placed {
  id: string
  orderId: string | null
  userId: string | null
}

const order = ({ orderId }: Placed) => (orderId ? paths.deskOrder(orderId) : undefined)
const lookup = ({ id }: Placed) => paths.deskLookup(id)

/** Screens of the kinds of obligations that have one. */
const places: { readonly [kind in ObligationKind]?: (item: Placed) => string | undefined } = {
  'lookup.deliver': lookup,
  'lookup.refund': lookup,
  'order.contact': order,
  'order.step': order,
  'order.decide': order,
  'document.review': ({ id }) => paths.deskDocument(id),
  'credit.decide': ({ id }) => moneyPlace('credit', id),
  'payment.review': ({ id }) => moneyPlace('payment', id),
  'charge.review': ({ id }) => moneyPlace('charge', id),
  'refund.decide': ({ id }) => moneyPlace('refund', id),
  'refund.follow': ({ id }) => moneyPlace('refund', id),
  'refund.approve': ({ id }) => moneyPlace('approval', id),
  'refund.transfer': ({ id }) => moneyPlace('refund', id),
  'payment.approve': ({ id }) => moneyPlace('manual', id),
  'renegotiation.review': ({ orderId }) => (orderId ? paths.deskRenegotiation(orderId) : undefined),
  'return.attribute': ({ id }) => moneyPlace('refund', id),
  'set-aside.resolve': ({ id }) => moneyPlace('set-aside', id),
  'proposal.answer': ({ id }) => paths.deskProposal(id),
  'privacy.answer': ({ id }) => paths.deskPrivacyRequest(id),
  'message.answer': ({ id, orderId, userId }) => {
    if (orderId) return paths.deskOrder(orderId, 'conversas')
    return userId ? paths.deskCustomer(userId, 'conversas') : paths.deskConversation(id)
  },
  'message.resend': () => paths.deskMessages({ ver: messageListNames.failed }),
  'job.decide': () => paths.deskOperation(),
  'forgotten.settle': () => paths.deskOperation({ esquecidos: '1' }),
  'evidence.review': () => paths.deskLog({}, 'provas'),
  'close.accept': ({ id }) => moneyPlace('close', id),
}

/** Returns the screen where an obligation is met; undefined for kinds without a screen. */
export function placeOf(item: Placed & { kind: ObligationKind }): string | undefined {
  return places[item.kind]?.(item)
}
