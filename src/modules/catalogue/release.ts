import { exampleCompany } from '../../core/company.ts'
import { catalogueChanged } from './changed.ts'
import type { Catalogue } from './domain/catalogue.ts'
import { releaseClaims, releaseTestimonials } from './release-claims.ts'
import { releaseConsultations } from './release-consultations.ts'
import { releaseReminders } from './release-reminders.ts'
import { releaseServices } from './release-services.ts'

/** The first version of the catalogue: as this release of the program ships it, for an example of a company. */
export const release: Catalogue = {
  version: 'release',
  changed: catalogueChanged,
  company: exampleCompany,
  services: releaseServices,
  consultations: releaseConsultations,
  claims: releaseClaims,
  testimonials: releaseTestimonials,
  reminders: releaseReminders,
  // They come with the modules that send them (src/message-words.ts).
  messages: [],
  // They come with the pages themselves (src/web/copy/pages.ts).
  pages: [],
}
