/** Kinds of messages that orders send. Stored with every message. */
export const orderMessageKinds = [
  'order.paid',
  'order.on-hold',
  'order.money-returned',
  'order.started',
  'order.step-completed',
  'order.delivered',
  'order.step-reopened',
  'order.deadline-moved',
  'order.cancelled',
] as const
export type OrderMessageKind = (typeof orderMessageKinds)[number]
