import type pg from 'pg'

/**
 * Table whose rows belong to customers, and the columns that identify the customer: each column alone determines the customer.
 */
export interface CustomerTable {
  keys: Set<string>
}

/**
 * Columns that are not foreign keys but still identify the owner of a row: unique everywhere, so that a table partitioned by them
 * determines the customer; or the id of something that belongs to the customer. docs/scale.md names them.
 */
const alsoKeys: Readonly<Record<string, readonly string[]>> = {
  users: ['email'],
  sessions: ['token_hash'],
  charges: ['reference', 'provider_id', 'selection_key', 'purpose_id'],
  provider_payments: ['provider_id'],
  contract_acceptances: ['draft_id'],
  receipts: ['key'],
}

/**
 * Returns the tables of customers: those with a column `user_id`, and those from which foreign keys lead to one. Their keys:
 * `user_id`, their id, every column that references one of them, and the columns declared above.
 */
export async function customerTables(client: pg.Client): Promise<Map<string, CustomerTable>> {
  const { rows: columns } = await client.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' group by 1`,
  )
  const { rows: links } = await client.query<Link>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent, cardinality(conkey) as width,
       own.attname::text as column, theirs.attname::text as "parentColumn"
     from pg_constraint cross join lateral unnest(conkey, confkey) as pair (mine, other)
       join pg_attribute own on own.attrelid = conrelid and own.attnum = mine
       join pg_attribute theirs on theirs.attrelid = confrelid and theirs.attnum = other
     where contype = 'f'`,
  )
  const owning = columns.flatMap((each) => (each.columns.includes('user_id') ? each.name : []))
  const tables = new Map<string, CustomerTable>(
    ['users', ...owning].map((name) => [name, { keys: new Set() }]),
  )
  for (let before = 0; before < tables.size; ) {
    before = tables.size
    for (const { child, parent } of links) {
      if (tables.has(parent) && !tables.has(child)) tables.set(child, { keys: new Set() })
    }
  }
  for (const { name, columns: own } of columns) {
    const keys = tables.get(name)?.keys
    for (const key of ['user_id', 'id', ...(alsoKeys[name] ?? [])]) if (own.includes(key)) keys?.add(key)
  }
  // Of a composite foreign key, only the columns that identify the owner of the parent count.
  for (const { child, parent, column, parentColumn, width } of links.toSorted((a, b) => a.width - b.width)) {
    const parentKeys = tables.get(parent)?.keys
    if (parentKeys && (width === 1 || parentKeys.has(parentColumn))) tables.get(child)?.keys.add(column)
  }
  return tables
}

interface Link {
  child: string
  parent: string
  column: string
  parentColumn: string
  /** Number of columns of the foreign key. */
  width: number
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  Alias?: string
  Plans?: Node[]
  [condition: string]: unknown
}

/**
 * Returns the tables of customers that a statement reads or changes without identifying the customer: none of their keys equals a
 * given value, or a key of a table that is bound itself. Read from the statement's plan, where every condition is listed with its
 * table.
 */
export async function unboundTables(
  planner: pg.Client,
  { text, values, tables }: { text: string; values: unknown[]; tables: ReadonlyMap<string, CustomerTable> },
): Promise<string[]> {
  const { rows } = await planner.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
    `explain (verbose, format json) ${text}`,
    values,
  )
  const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => allNodes(Plan)))
  const places = new Map(
    nodes.flatMap((node) => {
      const table = node['Relation Name']
      const isRead = table && tables.has(table) && node['Node Type'] !== 'ModifyTable'
      return isRead ? [[node.Alias ?? table, table] as const] : []
    }),
  )
  const conditions = nodes.flatMap(conditionsOf)
  const bound = new Set<string>()
  for (let before = -1; before < bound.size; ) {
    before = bound.size
    for (const [alias, table] of places) {
      const keys = tables.get(table)?.keys ?? new Set()
      const binds = (condition: string) => bindsAlias(condition, { alias, keys, places, bound })
      if (conditions.some(binds)) bound.add(alias)
    }
  }
  return [...places].flatMap(([alias, table]) => (bound.has(alias) ? [] : table))
}

function allNodes(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(allNodes)]
}

/** Returns the conditions of a plan node. The index conditions of a bitmap are parts of what its heap scan rechecks. */
function conditionsOf(node: Node): string[] {
  if (node['Node Type'] === 'Bitmap Index Scan') return []
  return [
    'Index Cond',
    'Recheck Cond',
    'Filter',
    'Join Filter',
    'Hash Cond',
    'Merge Cond',
    'TID Cond',
  ].flatMap((name) => {
    const condition = node[name]
    return typeof condition === 'string' ? [condition] : []
  })
}

interface Binding {
  alias: string
  keys: ReadonlySet<string>
  places: ReadonlyMap<string, string>
  bound: ReadonlySet<string>
}

/** Checks whether a condition identifies the owner of an alias's rows: one part of an AND does, or every part of an OR. */
function bindsAlias(condition: string, binding: Binding): boolean {
  const inner = withoutParentheses(condition)
  const alternatives = split(inner, ' OR ')
  if (alternatives.length > 1) return alternatives.every((part) => bindsAlias(part, binding))
  const parts = split(inner, ' AND ')
  if (parts.length > 1) return parts.some((part) => bindsAlias(part, binding))
  const [left, right, ...more] = split(inner, ' = ')
  if (left === undefined || right === undefined || more.length > 0) return false
  return isKeyOf(left, binding) ? isKnown(right, binding) : isKeyOf(right, binding) && isKnown(left, binding)
}

function isKeyOf(side: string, { alias, keys }: Binding): boolean {
  const column = columnOf(side)
  return column?.alias === alias && keys.has(column.name)
}

/**
 * Checks whether a side is a value, or a column of a bound table; the result of a part of the statement is bound where that part
 * is.
 */
function isKnown(side: string, { places, bound }: Binding): boolean {
  const column = columnOf(side)
  return !column || !places.has(column.alias) || bound.has(column.alias)
}

function columnOf(side: string): { alias: string; name: string } | undefined {
  const [, alias, name] = /^\(*"?(\w+)"?\."?(\w+)"?\)*(?:::[\w ]+)?\)*$/.exec(side.trim()) ?? []
  return alias && name ? { alias, name } : undefined
}

function withoutParentheses(text: string): string {
  const inner = text.slice(1, -1)
  return text.startsWith('(') && text.endsWith(')') && split(text, ' ', true).length === 1 ? inner : text
}

/** Splits outside parentheses and quoted text. */
function split(text: string, by: string, whole = false): string[] {
  const parts: string[] = []
  let [depth, from, isQuoted] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "'") isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (text[at] === '(') depth++
    else if (text[at] === ')') {
      depth--
      if (whole && depth === 0 && at < text.length - 1) return [text, '']
    } else if (depth === 0 && text.startsWith(by, at)) {
      parts.push(text.slice(from, at))
      from = at + by.length
    }
  }
  return [...parts, text.slice(from)]
}
