/**
 * Returns the single row of a query that always has one, such as a sum without groups: a result without it is a bug, not a zero.
 *
 * @throws Error for no row
 */
export function onlyRow<R>(rows: readonly R[]): R {
  const [row] = rows
  if (row === undefined) throw new Error('a query that always answers with a row answered with none')
  return row
}
