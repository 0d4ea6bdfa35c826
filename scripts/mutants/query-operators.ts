import type { Change } from './operators.ts'
import { isNode, type Node } from './syntax.ts'

type Text = (node: Node) => string

const CONDITIONS = new Set('eq ne gt gte lt lte isNull isNotNull inArray notInArray between like'.split(' '))
const JOINED = new Set(['and', 'or'])
/** Clauses that change a query when they are removed: lock, condition, conflict handling and others. */
const CLAUSES = new Set('for where onConflictDoNothing onConflictDoUpdate orderBy limit'.split(' '))
/** Properties by which a repeated movement, request or delivery is recognised. */
const KEYS = new Set('key idempotencyKey deliveryKey'.split(' '))

/**
 * Returns the changes to one node of a file that queries: a condition negated or left out, a lock or clause dropped, a key that
 * is always the same or never. `globalThis.__not` is the query builder's own `not` (host.ts).
 */
export function queryChangesOf(node: Node, parents: readonly Node[], text: Text): Change[] {
  const change = (operator: string, replacement: string): Change => {
    return { operator, start: node.start, end: node.end, replacement, kind: 'expression' }
  }
  if (node.type === 'TemplateLiteral') {
    const property = parents.at(-1)
    const name = property?.type === 'Property' && isNode(property.key) ? text(property.key) : ''
    if (!KEYS.has(name)) return []
    return [change('key', "'same'"), change('key', `${text(node)} + Math.random()`)]
  }
  if (node.type !== 'CallExpression') return []
  const callee = node.callee as Node
  const written = text(callee)
  const items = (node.arguments as Node[]).map(text)
  if (CONDITIONS.has(written)) return [change('condition', `globalThis.__not(${text(node)})`)]
  if (JOINED.has(written) && items.length > 1)
    return items.map((_, index) =>
      change('condition', `${written}(${items.filter((_, other) => other !== index).join(', ')})`),
    )
  const isClause = callee.type === 'MemberExpression' && !callee.computed && !callee.optional
  if (!isClause || parents.some(({ type }) => type === 'ChainExpression')) return []
  return CLAUSES.has(text(callee.property as Node)) ? [change('clause', text(callee.object as Node))] : []
}
