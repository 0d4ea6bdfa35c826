/** What happened to an order, as its history shows the team. Stored: a rename needs a migration. */
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

/** How the team reached a customer. Stored. */
export const contactChannels = ['phone', 'whatsapp', 'email', 'in_person'] as const
export type ContactChannel = (typeof contactChannels)[number]

export function isContactChannel(text: string): text is ContactChannel {
  return (contactChannels as readonly string[]).includes(text)
}

/** What an event says besides its text: choices and days, no personal data. */
export interface OrderEventDetail {
  channel?: ContactChannel
  /** Of a deadline: the day before and after. */
  from?: string
  to?: string
  /** Which completion it is about. */
  completionId?: string
}
