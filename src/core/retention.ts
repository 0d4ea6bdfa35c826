/** Retention periods: `kept-data.ts` says of what, the privacy policy states them and the erasing jobs apply them. */
export const retention = {
  /** Open hiring drafts without an account: one day longer than their cookie. A daily job erases them. */
  draftDays: 3,
  /** Open hiring drafts of an account, which wait on every device of their owner; counted from the last change. */
  accountDraftDays: 30,
  /** After the service ended (CDC art. 26, II): uploads, reports, results of look-ups. */
  documentDays: 90,
  /** After the service ended: contracts, evidence, payments, and that messages about them were sent (CDC art. 27, CTN art. 173). */
  contractYears: 5,
  /** Look-ups that were never paid: who asked, and about whom. */
  unpaidLookupDays: 30,
  /** What a message said, after it was sent; that it was sent, to whom and when stays as long as its order. */
  messageDays: 180,
  /** Proposals and custom offers that led to no contract. */
  proposalDays: 180,
  /** Access logs (Marco Civil art. 15). */
  accessMonths: 6,
  /** The journal of sent messages outside the database: as old as a back-up that is restored may be. */
  journalDays: 35,
  /** What a payment provider says of a payment, in its own words, sealed; longer while the payment waits for a person. */
  rawPaymentDays: 180,
  /** Events that every listener has received: they are kept to look into what went wrong, and nothing reads them. */
  eventDays: 90,
  /** Notices of payment providers that were processed: until then a repeated one is recognised. */
  noticeDays: 180,
  /** After a link sent by e-mail expired, so that an expired link can be distinguished from an invalid one. */
  linkDays: 30,
  /** After its delivery, or after a new link was asked for: the link to the result of a look-up. */
  resultLinkDays: 30,
} as const

/** `contractYears` in whole days, each year as long as the longest: nothing ends a day early. */
export const CONTRACT_DAYS = retention.contractYears * 366

/** `accessMonths` in whole days, by months of mean length. */
export const ACCESS_DAYS = Math.ceil((retention.accessMonths * 365) / 12)
