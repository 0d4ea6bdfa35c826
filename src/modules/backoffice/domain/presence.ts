/** Seconds between the presence signals of a tab. */
export const PRESENCE_BEAT = 15

/** Seconds without a signal after which a tab counts as closed: its network failed, or its machine sleeps. */
export const PRESENCE_ENDS = 40

/** An open tab of a team member, and the order that it shows. */
export interface OpenTab {
  memberId: string
  orderId: string
}

/** The members who have each order open, by order: each member once, in the same order for the same tabs. */
export function viewersOf(tabs: readonly OpenTab[]): Record<string, string[]> {
  const byOrder = [...Map.groupBy(tabs, ({ orderId }) => orderId)]
  return Object.fromEntries(
    byOrder
      .map(([orderId, of]) => [orderId, [...new Set(of.map(({ memberId }) => memberId))].sort()] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}
