/** Events of an order, as shown to the team in its history. Stored: a rename needs a migration. */
export const orderEventKinds = [
  'paid',
  'started',
  'contacted',
  'step_completed',
  'step_undone',
  'step_reopened',
  'deadline_moved',
  'held',
  'resumed',
  'cancelled',
  'noted',
] as const
export type OrderEventKind = (typeof orderEventKinds)[number]

/** Events of work on an order. */
export const workEventKinds = ['started', 'step_completed'] as const satisfies OrderEventKind[]

/** Channels by which the team contacts a customer. Stored. */
export const contactChannels = ['phone', 'whatsapp', 'email', 'in_person'] as const
export type ContactChannel = (typeof contactChannels)[number]

export function isContactChannel(text: string): text is ContactChannel {
  return (contactChannels as readonly string[]).includes(text)
}

/** Data of an event besides its text: choices and days, no personal data. */
export interface OrderEventDetail {
  channel?: ContactChannel
  /** For a deadline: the day before and after the change. */
  from?: string
  to?: string
  /** The completion concerned. */
  completionId?: string
}
