/** How long each class of data is kept: the privacy policy says these numbers, and what erases the data reads them. */
export const retention = {
  /** Open hiring drafts: one day more than the cookie that leads to one. A daily job erases them. */
  draftDays: 3,
  /** After the service ended (CDC art. 26, II): uploads, reports, results of look-ups. */
  documentDays: 90,
  /** After the service ended: contracts, evidence, payments, messages about them (CDC art. 27, CTN art. 173). */
  contractYears: 5,
  /** A proposal, asked for or offered, that led to no contract. */
  proposalDays: 180,
  /** Records of access (Marco Civil art. 15). */
  accessMonths: 6,
  /** After a link sent by e-mail ran out: an old link is told from a made-up one. */
  linkDays: 30,
} as const
