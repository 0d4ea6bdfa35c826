/**
 * Payment methods, instalment kinds and periods: one list each, shared by catalogue, contracts, charges, receipts and
 * database.
 */

export const paymentMethods = ['pix', 'credit_card'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** Channels of payments and refunds outside the providers. Stored. */
export const manualChannels = ['transfer', 'deposit', 'cash'] as const
export type ManualChannel = (typeof manualChannels)[number]

/** Kinds of instalments: the entry, one of several, or the whole price at once. */
export const instalmentKinds = ['entrada', 'parcela', 'a-vista'] as const
export type InstalmentKind = (typeof instalmentKinds)[number]

const cadences = ['once', 'weekly', 'monthly'] as const
export type Cadence = (typeof cadences)[number]

/** The period of an interest rate. */
const ratePeriods = ['week', 'month'] as const
export type RatePeriod = (typeof ratePeriods)[number]

/** How the days of a delivery deadline are counted. */
export const deadlineKinds = ['calendarDays', 'businessDays'] as const
export type DeadlineKind = (typeof deadlineKinds)[number]
