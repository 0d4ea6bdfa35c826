import { parseSync } from 'vite'

/** A node of the syntax tree, without the specific shape of its type: `start` and `end` are offsets into the text. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** Type-level syntax with code inside: `x as T`, `x satisfies T`, `x!`. */
const WRAPPERS = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])
/** Node types that contain nothing to be evaluated as code of the file. */
const SKIPPED = new Set(['ImportDeclaration', 'ExportAllDeclaration', 'ImportExpression'])

/**
 * Visits every node that runs, parents first, with its ancestors (the nearest last). Types, imports and names of properties are
 * left out.
 *
 * @throws Error on a file that cannot be parsed
 */
export function walk(
  file: string,
  text: string,
  visit: (node: Node, parents: readonly Node[]) => void,
): void {
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const descend = (node: Node, parents: readonly Node[]): void => {
    if (SKIPPED.has(node.type) || (node.type.startsWith('TS') && !WRAPPERS.has(node.type))) return
    visit(node, parents)
    const path = [...parents, node]
    for (const [key, value] of Object.entries(node)) {
      if (isName(node, key)) continue
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) descend(child, path)
    }
  }
  descend(program as unknown as Node, [])
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

/** Returns a node without the parentheses and types around it. */
export function bare(node: Node): Node {
  const inner = node.expression
  const isWrapped = WRAPPERS.has(node.type) || node.type === 'ParenthesizedExpression'
  return isWrapped && isNode(inner) ? bare(inner) : node
}

/** Checks whether a child is only a name: the key of an object or the name after a dot, unless computed. */
function isName(node: Node, key: string): boolean {
  if (node.computed === true) return false
  return (key === 'key' && node.type !== 'PrivateIdentifier') || (key === 'property' && 'object' in node)
}
