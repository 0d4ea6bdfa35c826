/** `suspected`: possible spam, stored without a reply until staff decide. `answered` is set in the back office. */
export const proposalStatuses = ['received', 'suspected', 'answered'] as const
export type ProposalStatus = (typeof proposalStatuses)[number]

/** Requests that staff have not answered. */
export const unansweredStatuses = ['received', 'suspected'] as const satisfies ProposalStatus[]

/**
 * Detects spam without a captcha: the honeypot field is filled, or a name, brand or model contains a URL. Nothing is
 * discarded.
 */
export function initialStatus({
  honeypot,
  texts,
}: {
  honeypot: string
  texts: readonly string[]
}): Exclude<ProposalStatus, 'answered'> {
  const trapped = honeypot.trim() !== ''
  const advertises = texts.some((text) => /https?:|www\.|\[url|<a\s|\.(?:com|ru|xyz|top|info)\b/i.test(text))
  return trapped || advertises ? 'suspected' : 'received'
}
