import { exampleCompany } from '../../core/company.ts'
import { catalogueChanged } from './changed.ts'
import type { Catalogue } from './domain/catalogue.ts'
import { releaseClaims, releaseTestimonials } from './release-claims.ts'
import { releaseConsultations } from './release-consultations.ts'
import { releaseReminders } from './release-reminders.ts'
import { releaseServices } from './release-services.ts'

/** The first version of the catalogue: as this release of the program ships it, with an example company. */
export const release: Catalogue = {
  version: 'release',
  changed: catalogueChanged,
  company: exampleCompany,
  services: releaseServices,
  consultations: releaseConsultations,
  claims: releaseClaims,
  testimonials: releaseTestimonials,
  reminders: releaseReminders,
  // Provided by the modules that send them (src/message-words.ts).
  messages: [],
  // Provided by the pages themselves (src/web/copy/pages.ts).
  pages: [],
}
