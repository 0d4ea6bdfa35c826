/** How long each class of data is kept, as the policy says it. What erases them must keep to these numbers. */
export const retention = {
  /** Open hiring drafts are erased by a daily job once they are three days old. */
  draftDays: 4,
  /** After the service ended (CDC art. 26, II): uploads, reports, results of look-ups. */
  documentDays: 90,
  /** After the service ended: contracts, evidence, payments, messages about them (CDC art. 27, CTN art. 173). */
  contractYears: 5,
  /** A vehicle proposal that led to no contract. */
  proposalDays: 180,
  /** Records of access (Marco Civil art. 15). */
  accessMonths: 6,
  /** After a link sent by e-mail ran out. */
  linkDays: 30,
} as const
