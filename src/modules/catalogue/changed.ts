import type { IsoDate } from '../../core/calendar.ts'

/**
 * The day the prices of the catalogue and the texts of its pages last changed, for the sitemap, and their SHA-256:
 * test/modules/catalogue/changed.test.ts fails when they change without an update here.
 */
export const catalogueVersion: { changed: IsoDate; sha256: string } = {
  changed: '2026-11-27',
  sha256: 'ffabbe234ab51df6589e4eca2d9deb23a95c0546fa87d144d487d3636ad2e207',
}

export const catalogueChanged: IsoDate = catalogueVersion.changed
