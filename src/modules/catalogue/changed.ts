import type { IsoDate } from '../../core/calendar.ts'

/**
 * The day the texts and prices of the catalogue and of the landing page last changed, for the sitemap, and their SHA-256:
 * test/modules/catalogue/changed.test.ts fails when they change without an update here.
 */
export const catalogueVersion: { changed: IsoDate; sha256: string } = {
  changed: '2026-11-22',
  sha256: 'ce69f4d4aa08c2e84644567a5890e7024ce26a3e06db0a931b982ce3d4a770b2',
}

export const catalogueChanged: IsoDate = catalogueVersion.changed
