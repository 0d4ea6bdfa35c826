/** How often a tab says that it is still there, in seconds. */
export const PRESENCE_BEAT = 15

/** After how long without a word a tab counts as gone: its network died, or its machine sleeps. In seconds. */
export const PRESENCE_ENDS = 40

/** A tab of the team, and what it shows. */
export interface OpenTab {
  memberId: string
  orderId: string
}

/** By order the members who have it open, each once, in the same order for the same tabs. */
export function viewersOf(tabs: readonly OpenTab[]): Record<string, string[]> {
  const byOrder = [...Map.groupBy(tabs, ({ orderId }) => orderId)]
  return Object.fromEntries(
    byOrder
      .map(([orderId, of]) => [orderId, [...new Set(of.map(({ memberId }) => memberId))].sort()] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}
