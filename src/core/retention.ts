/**
 * Retention periods: `kept-data.ts` maps them to kinds of data, the privacy policy states them and the erasing jobs
 * apply them.
 */
export const retention = {
  /** Open hiring drafts without an account: one day longer than their cookie. A daily job erases them. */
  draftDays: 3,
  /**
   * Open hiring drafts of an account, which are available on every device of their owner; counted from the last change.
   */
  accountDraftDays: 30,
  /** After the service ended (CDC art. 26, II): uploads, reports, look-up results. */
  documentDays: 90,
  /**
   * After the service ended: contracts, evidence, payments, and the record that messages about them were sent (CDC art. 27, CTN
   * art. 173).
   */
  contractYears: 5,
  /** Look-ups that were never paid: the requester and the person searched. */
  unpaidLookupDays: 30,
  /**
   * The content of a message after it was sent; the record that it was sent, to whom and when is kept as long as its
   * order.
   */
  messageDays: 180,
  /** Proposals and custom offers that did not lead to a contract. */
  proposalDays: 180,
  /** Access logs (Marco Civil art. 15). */
  accessMonths: 6,
  /** The journal of sent messages outside the database: kept for the maximum age of a back-up that may be restored. */
  journalDays: 35,
  /** Raw payment texts of a provider, sealed; kept longer while the payment needs a decision by the team. */
  rawPaymentDays: 180,
  /** Events that every listener has received: kept for troubleshooting only. */
  eventDays: 90,
  /** Processed notices of payment providers: until they are deleted, a repeated notice is recognised. */
  noticeDays: 180,
  /** After a link sent by e-mail expired, so that an expired link can be distinguished from an invalid one. */
  linkDays: 30,
  /** After its delivery, or after a new link was requested: the link to the result of a look-up. */
  resultLinkDays: 30,
} as const

/** `contractYears` in whole days, counting every year as a leap year, so that nothing expires a day early. */
export const CONTRACT_DAYS = retention.contractYears * 366

/** `accessMonths` in whole days, with months of average length. */
export const ACCESS_DAYS = Math.ceil((retention.accessMonths * 365) / 12)
