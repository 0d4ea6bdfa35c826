import type { IsoDate } from '../../../core/calendar.ts'
import type { Company } from '../../../core/company.ts'
import type { Claim, Testimonial } from './claim.ts'
import type { Consultation } from './consultation.ts'
import type { Message } from './message.ts'
import type { Page } from './page.ts'
import type { Reminder } from './reminder.ts'
import type { Service } from './service.ts'

/** Everything the shop sells and says at one moment. Never changed: another moment has another one. */
export type Catalogue = {
  /** Another text for any other content. */
  version: string
  /** Nobody can buy from it: the team looks at what it would be. */
  isPreview?: true
  /** The day on which any of it last changed, for the sitemap. */
  changed: IsoDate
  company: Company
  /** In the order of the shop, with those that are hidden. */
  services: readonly Service[]
  consultations: readonly Consultation[]
  claims: readonly Claim[]
  testimonials: readonly Testimonial[]
  /** Each of them once, in their order. */
  reminders: readonly Reminder[]
  /** To customers, of the kinds whose words can be edited. */
  messages: readonly Message[]
  /** Of the pages that have words of their own; a process without pages knows none. */
  pages: readonly Page[]
}
