import { type TeamRole, teamRoles } from '../../../core/roles.ts'

/**
 * The rights of each role of the team: the one table that every page, query and action of the desk is checked against.
 * An action's name here is its name in the audit log.
 */

const everyone = teamRoles
const support = ['support', 'staff', 'owner'] as const
const finance = ['finance', 'staff', 'owner'] as const
const operation = ['staff', 'owner'] as const
const owner = ['owner'] as const

export const rights = {
  // The queue
  'queue.read': everyone,
  'obligation.claim': everyone,
  'obligation.snooze': everyone,

  // Orders
  'order.read': everyone,
  'order.start': support,
  'order.contact': support,
  'order.step': support,
  'order.undo-step': support,
  'order.reopen-step': support,
  'order.evidence': everyone,
  'contract.open': everyone,
  'order.deadline': support,
  'order.note': everyone,
  'order.resume': finance,
  'order.cancel': finance,

  // Look-ups and documents
  'lookup.read': everyone,
  'lookup.deliver': support,
  'lookup.open': support,
  'lookup.link': support,
  'lookup.revoke-link': support,
  'lookup.refund': finance,
  'document.read': support,
  'document.open': support,
  'document.review': support,
  'document.request': support,
  'document.close-request': support,

  // Customers
  'customer.read': everyone,
  'customer.search': everyone,
  'customer.reveal': everyone,
  'customer.note': everyone,
  'customer.end-sessions': support,

  // Requests of people about their own data
  'privacy.read': support,
  'privacy.answer': support,
  'privacy.erase': operation,

  // Proposals and offers
  'proposal.read': support,
  'proposal.answer': support,
  'offer.send': support,
  'offer.withdraw': support,

  // Money
  'money.read': finance,
  'charge.refund': finance,
  'credit.refund': finance,
  'credit.apply': finance,
  'credit.dismiss': finance,
  'refund.attribute': finance,
  'refund.decide': finance,
  'refund.approve': finance,
  'refund.transfer': finance,
  'payment.record': finance,
  'payment.approve': finance,
  'payment.undo': finance,
  'renegotiation.propose': finance,
  'renegotiation.withdraw': finance,
  'renegotiation.review': finance,
  'day.close': finance,
  'payment.review': finance,
  'dispute.pack': finance,
  'charge.review': finance,
  'payout.record': finance,
  'close.accept': finance,
  'set-aside.read': finance,
  'set-aside.resolve': finance,
  'set-aside.confirm': finance,

  // Numbers
  'numbers.read': finance,

  // Operation
  'message.read': everyone,
  'message.resend': support,
  'message.answer': support,
  'message.close': support,
  'operation.read': operation,
  'job.decide': operation,
  'forgotten.settle': operation,

  // The catalogue, the shop's texts, and legal duties
  'catalogue.read': owner,
  'catalogue.edit': owner,
  'catalogue.publish': owner,
  'compliance.read': owner,

  // A member's own access
  'access.recovery-codes': everyone,

  // The team itself
  'team.read': owner,
  'team.invite': owner,
  'team.withdraw-invitation': owner,
  'team.role': owner,
  'team.reset-factor': owner,
  'team.end-sessions': owner,
  'team.end-every-session': owner,
  'log.read': owner,
  'evidence.review': owner,
} as const satisfies Record<string, readonly TeamRole[]>

export type Right = keyof typeof rights

/** Actions for which a colleague's unlocked computer must not be sufficient: they require the second factor again. */
const grave: readonly string[] = [
  'team.invite',
  'team.role',
  'team.reset-factor',
  'team.end-sessions',
  'team.end-every-session',
  'access.recovery-codes',
  'order.cancel',
  'charge.refund',
  'credit.refund',
  'refund.approve',
  'refund.transfer',
  'payment.record',
  'payment.approve',
  'payment.undo',
  'renegotiation.propose',
  'lookup.refund',
  'privacy.erase',
  'catalogue.publish',
] satisfies Right[]

export function isGrave(right: Right): boolean {
  return grave.includes(right)
}

/** Whether a role has a right. A value that is not a role of the team has none. */
export function may(role: string | undefined, right: Right): boolean {
  return (rights[right] as readonly string[]).includes(role ?? '')
}
