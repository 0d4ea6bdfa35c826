import type { Right } from '../team/public.ts'

/**
 * Every kind of obligation, with the right required to meet it: a member with that right sees it in the queue. The filter
 * uses this order.
 */
export const obligationRights = {
  'lookup.deliver': 'lookup.deliver',
  'lookup.refund': 'lookup.refund',
  'order.contact': 'order.contact',
  'order.step': 'order.step',
  'order.decide': 'order.resume',
  'document.review': 'document.review',
  'proposal.answer': 'proposal.answer',
  'privacy.answer': 'privacy.answer',
  'credit.decide': 'credit.apply',
  'payment.review': 'payment.review',
  'charge.review': 'charge.review',
  'refund.decide': 'refund.decide',
  'refund.follow': 'refund.decide',
  'refund.approve': 'refund.approve',
  'refund.transfer': 'refund.transfer',
  'payment.approve': 'payment.approve',
  'renegotiation.review': 'renegotiation.review',
  'return.attribute': 'refund.attribute',
  'set-aside.resolve': 'set-aside.resolve',
  'close.accept': 'close.accept',
  'message.answer': 'message.answer',
  'message.resend': 'message.resend',
  'job.decide': 'job.decide',
  'forgotten.settle': 'forgotten.settle',
  'evidence.review': 'evidence.review',
} as const satisfies Record<string, Right>

export type ObligationKind = keyof typeof obligationRights
