/** `suspected` is kept and never answered by itself: a person decides. `answered` is set from the desk. */
export const proposalStatuses = ['received', 'suspected', 'answered'] as const
export type ProposalStatus = (typeof proposalStatuses)[number]

/**
 * Tells spam apart without troubling people: a field no person sees was filled, or a name, a brand or a model
 * carries an address. Nothing is thrown away.
 */
export function statusFor({
  trap,
  texts,
}: {
  trap: string
  texts: readonly string[]
}): Exclude<ProposalStatus, 'answered'> {
  const baited = trap.trim() !== ''
  const advertises = texts.some((text) => /https?:|www\.|\[url|<a\s|\.(?:com|ru|xyz|top|info)\b/i.test(text))
  return baited || advertises ? 'suspected' : 'received'
}
