import type { IsoDate } from '../../core/calendar.ts'

/** The day the texts and prices of the catalogue and of the landing page last changed: change it with them. */
export const catalogueChanged: IsoDate = '2026-11-21'
