/**
 * A task or decision of the team for a customer, due by a certain time: one row of the desk's queue. Modules derive their
 * obligations from their own tables, so that one exists exactly as long as it is not met.
 */
export interface Obligation<Kind extends string = string> {
  /** Kind of work, such as 'lookup.deliver'. */
  kind: Kind
  /** Subject of the obligation. Unique within a kind. */
  id: string
  /** When the promise breaks. */
  dueAt: Date
  /** Since when it is open. */
  since: Date
  /** Changes when the same subject owes something new, such as another step or message. By default `since`. */
  revision?: string | undefined
  /** The customer concerned; null for a guest, or for money whose owner is unknown. */
  userId: string | null
  orderId: string | null
  /** Centavos at stake, when an amount is concerned. */
  amount: number | null
  /**
   * Text shown beside the person's name in the row, in the words of the customer or the shop: 'Limpeza de Nome',
   * 'rg.pdf'.
   */
  about: string
}

/** The revision of an obligation. A snooze is of one revision: whatever its subject owes later is shown. */
export function revisionOf({ revision, since }: Pick<Obligation, 'revision' | 'since'>): string {
  return revision ?? since.toISOString()
}

/**
 * Cursor of a list: the list continues after the obligation with this time and id, which may be of any kind. Ids are
 * compared as text, code unit by code unit.
 */
export interface ObligationPosition {
  dueAt: Date
  id: string
}

/**
 * The open obligations of one kind, as a module provides them to the desk. Each of its queries is served by an index.
 */
export interface ObligationSource<Kind extends string = string> {
  kind: Kind
  /** The open obligations by (dueAt, id), ascending. */
  open(which: { after?: ObligationPosition | undefined; limit: number }): Promise<Obligation<Kind>[]>
  /** The open obligations among these ids. */
  among(which: { ids: readonly string[] }): Promise<Obligation<Kind>[]>
  /** Number of open obligations; counts no further than `limit`. */
  count(which: { limit: number }): Promise<number>
}

/** Earlier due time first; smaller id first at the same time. */
export function compareDue(a: ObligationPosition, b: ObligationPosition): number {
  return a.dueAt.getTime() - b.dueAt.getTime() || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}
