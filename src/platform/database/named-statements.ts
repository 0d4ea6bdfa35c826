import pg from 'pg'

/** Maximum number of named statements: more would cost each connection of the server too much memory. */
const maxNames = 300
/** Number of uses before a statement gets a name: rarely used ones get none. */
const usesBeforeName = 3

/** Matches `select *` and `returning *`: their plans fail after a migration that adds a column. */
const everyColumn = /\b(?:select|returning)\s+(?:"?\w+"?\.)?\*/i

/**
 * Names the statements that a pool sends often, so that the server parses and plans each once per connection instead of every
 * time (docs/decisions/0037). Not for the embedded database, whose clients share one session, nor behind a pooler that does not
 * keep named statements (docs/configuration.md).
 */
export function nameStatements(pool: pg.Pool): void {
  const nameOf = createNames()
  pool.on('connect', (client) => {
    client.query = ((statement: unknown, values: unknown, ...rest: unknown[]) => {
      // Looked up at each call, because tests watch what is sent.
      const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
      return query.call(client, Array.isArray(values) ? named(statement, nameOf) : statement, values, ...rest)
    }) as typeof client.query
  })
}

/** Creates names for statements that are used again: 's1', 's2', …; undefined for the others. */
export function createNames(): (text: string) => string | undefined {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= maxNames || everyColumn.test(text)) return known
    const count = (uses.get(text) ?? 0) + 1
    // Statements of always different lengths must not fill the memory.
    if (uses.size > 10 * maxNames) uses.clear()
    uses.set(text, count)
    if (count < usesBeforeName) return undefined
    uses.delete(text)
    const name = `s${names.size + 1}`
    names.set(text, name)
    return name
  }
}

function named(statement: unknown, nameOf: (text: string) => string | undefined): unknown {
  if (typeof statement === 'string') return { text: statement, name: nameOf(statement) }
  if (!isStatement(statement) || statement.name) return statement
  return { ...statement, name: nameOf(statement.text) }
}

function isStatement(statement: unknown): statement is pg.QueryConfig {
  return (
    typeof statement === 'object' && statement !== null && 'text' in statement && !('submit' in statement)
  )
}
