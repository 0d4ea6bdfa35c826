/**
 * Something the team has to do for a customer, or to decide, by a certain time: one row of the desk's queue. Modules derive
 * theirs from their own tables, so that one is there exactly as long as it is not met.
 */
export interface Obligation<Kind extends string = string> {
  /** What has to be done, such as 'lookup.deliver'. */
  kind: Kind
  /** What it is about. One kind never has the same id twice. */
  id: string
  /** When the promise breaks. */
  dueAt: Date
  /** Since when it is open. */
  since: Date
  /** Whose it is; null for a guest's, or for money whose owner is not known. */
  userId: string | null
  orderId: string | null
  /** Centavos at stake, where it is about an amount. */
  amount: number | null
  /** What its row says beside the person's name, in the words of the customer or the shop: 'Limpeza de Nome', 'rg.pdf'. */
  about: string
}

/**
 * Where a list goes on: after the obligation with this time and id, which may be of any kind. Ids are compared as text, code
 * unit by code unit.
 */
export interface ObligationPosition {
  dueAt: Date
  id: string
}

/** The open obligations of one kind, as a module offers them to the desk. Each of its queries is served by an index. */
export interface ObligationSource<Kind extends string = string> {
  kind: Kind
  /** The open ones by (dueAt, id), ascending. */
  open(which: { after?: ObligationPosition | undefined; limit: number }): Promise<Obligation<Kind>[]>
  /** Those of these ids that are open. */
  among(which: { ids: readonly string[] }): Promise<Obligation<Kind>[]>
  /** How many are open; counts no further than `limit`. */
  count(which: { limit: number }): Promise<number>
}
