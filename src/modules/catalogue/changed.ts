import type { IsoDate } from '../../core/calendar.ts'

/**
 * The day the texts and prices of the catalogue and of the landing page last changed, for the sitemap, and their SHA-256:
 * test/modules/catalogue/changed.test.ts fails when they change without an update here.
 */
export const catalogueVersion: { changed: IsoDate; sha256: string } = {
  changed: '2026-11-22',
  sha256: '7b90d1b4269dcb0449de5fc746d3d8c2049c427eb641a3160195af380ce09d49',
}

export const catalogueChanged: IsoDate = catalogueVersion.changed
