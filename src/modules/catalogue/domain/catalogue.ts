import type { IsoDate } from '../../../core/calendar.ts'
import type { Company } from '../../../core/company.ts'
import type { Claim, Testimonial } from './claim.ts'
import type { Consultation } from './consultation.ts'
import type { Message } from './message.ts'
import type { Page } from './page.ts'
import type { Reminder } from './reminder.ts'
import type { Service } from './service.ts'

/** Everything the shop sells and says at one moment. Immutable: every change makes a new one. */
export type Catalogue = {
  /** A text that differs for any other content. */
  version: string
  /** Set for a preview by the team, which sells nothing. */
  isPreview?: true
  /** The day of the last change to any of it, for the sitemap. */
  changed: IsoDate
  company: Company
  /** In shop order, including the hidden ones. */
  services: readonly Service[]
  consultations: readonly Consultation[]
  claims: readonly Claim[]
  testimonials: readonly Testimonial[]
  /** Each reminder once, in order. */
  reminders: readonly Reminder[]
  /** Messages to customers, of the kinds whose words can be edited. */
  messages: readonly Message[]
  /** Pages that have editable words; a process without pages has none. */
  pages: readonly Page[]
}
