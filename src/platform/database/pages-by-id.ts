/**
 * Reads many rows page after page, each after the last id of the one before it, until one is not full: nobody's rows hold the event loop
 * or the memory at once.
 *
 * @param read returns at most `limit` rows, in the order of their ids
 */
export async function* pagesById<Row>(
  limit: number,
  idOf: (row: Row) => string,
  read: (after: string | undefined) => PromiseLike<Row[]>,
): AsyncGenerator<Row[]> {
  let after: string | undefined
  for (;;) {
    const rows = await read(after)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < limit) return
    after = idOf(last)
  }
}
