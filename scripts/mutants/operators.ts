import { bare, isNode, type Node } from './syntax.ts'

/** A change to a piece of the source text. */
export interface Change {
  readonly operator: string
  readonly start: number
  readonly end: number
  /** Replacement text; empty for a removed statement. */
  readonly replacement: string
  readonly kind: 'expression' | 'statement'
}

type Text = (node: Node) => string

const SWAPS = new Map<string, readonly (readonly [operator: string, replacement: string])[]>(
  Object.entries({
    '<': [
      ['boundary', '<='],
      ['negated', '>='],
    ],
    '<=': [
      ['boundary', '<'],
      ['negated', '>'],
    ],
    '>': [
      ['boundary', '>='],
      ['negated', '<='],
    ],
    '>=': [
      ['boundary', '>'],
      ['negated', '<'],
    ],
    '===': [['negated', '!==']],
    '!==': [['negated', '===']],
    '&&': [['logic', '||']],
    '||': [['logic', '&&']],
    '??': [['logic', '&&']],
    '+': [['arithmetic', '-']],
    '-': [['arithmetic', '+']],
    '*': [['arithmetic', '/']],
    '/': [['arithmetic', '*']],
    '%': [['arithmetic', '*']],
    '**': [['arithmetic', '*']],
    '+=': [['arithmetic', '-=']],
    '-=': [['arithmetic', '+=']],
    '*=': [['arithmetic', '/=']],
    '++': [['arithmetic', '--']],
    '--': [['arithmetic', '++']],
  }),
)

const METHODS = new Map<string, readonly string[]>(
  Object.entries({
    'Math.min': ['Math.max'],
    'Math.max': ['Math.min'],
    'Math.floor': ['Math.ceil'],
    'Math.ceil': ['Math.floor'],
    'Math.round': ['Math.floor', 'Math.ceil'],
    'Math.trunc': ['Math.ceil'],
  }),
)

const PREDICATES = new Map([
  ['some', 'every'],
  ['every', 'some'],
])
/** Calls that may be dropped: `x.trim()` becomes `x`. */
const DROPPED = new Set(
  'trim toLowerCase toUpperCase sort toSorted reverse toReversed filter slice normalize padStart'.split(' '),
)
const REMOVABLE = new Set(['ExpressionStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement'])

/** Returns the changes to one node, in a fixed order; none where a change would only affect wording. */
export function changesOf(node: Node, parents: readonly Node[], text: Text): Change[] {
  const parent = parents.at(-1)
  const change = (operator: string, replacement: string, at: Node = node): Change => {
    const { start, end } = at
    return { operator, start, end, replacement, kind: 'expression' }
  }
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return swaps(node, text).map(([operator, replacement]) => change(operator, replacement))
    case 'UpdateExpression': {
      const [operator, swapped] = SWAPS.get(String(node.operator))?.[0] ?? ['', '']
      const target = text(node.argument as Node)
      return [change(operator, node.prefix ? swapped + target : target + swapped)]
    }
    case 'UnaryExpression':
      if (node.operator === '-' && (node.argument as Node).type !== 'Literal')
        return [change('sign', `(${text(node.argument as Node)})`)]
      return node.operator === '!' ? [change('negation', `!!(${text(node.argument as Node)})`)] : []
    case 'ConditionalExpression': {
      const { test, consequent, alternate } = node as unknown as Record<string, Node>
      if (!test || !consequent || !alternate) return []
      return [change('ternary', `(${text(test)}) ? (${text(alternate)}) : (${text(consequent)})`)]
    }
    case 'IfStatement':
      return ['true', 'false'].map((value) => change('condition', value, node.test as Node))
    case 'WhileStatement':
      return [change('condition', 'false', node.test as Node)]
    case 'Literal':
      return literal(node, parents, text).map(([operator, replacement]) => change(operator, replacement))
    case 'TemplateLiteral':
      return isTagged(parent) || isMessage(text(node)) ? [] : [change('text', "''")]
    case 'ArrayExpression':
      return without(node.elements as Node[], text).map((rest) => change('element', `[${rest}]`))
    case 'CallExpression':
      return call(node, parents, text).map(([operator, replacement]) => change(operator, replacement))
    default:
      if (!REMOVABLE.has(node.type) || typeof node.directive === 'string') return []
      return [{ ...change('statement', ''), kind: 'statement' }]
  }
}

function swaps(node: Node, text: Text): [string, string][] {
  const [left, right] = [node.left as Node, node.right as Node]
  if (node.operator === '+' && [left, right].some((side) => isText(bare(side)))) return []
  return (SWAPS.get(String(node.operator)) ?? []).map(([operator, swapped]) => [
    operator,
    // `??` cannot be combined with `&&` without parentheses.
    node.type === 'AssignmentExpression'
      ? `${text(left)} ${swapped} (${text(right)})`
      : `(${text(left)}) ${swapped} (${text(right)})`,
  ])
}

function literal(node: Node, parents: readonly Node[], text: Text): [string, string][] {
  const { value } = node
  if (typeof value === 'boolean') return [['boolean', String(!value)]]
  if (typeof value === 'number')
    return [
      ['number', String(value + 1)],
      ['number', String(value - 1)],
    ]
  if (isNode(node) && 'regex' in node) return pattern(text(node))
  const parent = parents.at(-1)
  const isArgument = parent?.type === 'CallExpression' && parent.callee !== node
  if (!isArgument || typeof value !== 'string' || value === '' || isMessage(value)) return []
  const callee = text(parent.callee as Node)
  // Codes of refusals and texts of checks are only wording; texts that join, pad, split or replace are not.
  return callee.includes('.') && !callee.startsWith('z.') ? [['text', "''"]] : []
}

/** Returns a pattern without one of its anchors, or with one repetition fewer. */
function pattern(source: string): [string, string][] {
  const [, body = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(source) ?? []
  const changed = new Set<string>()
  if (body.startsWith('^') && body.length > 1) changed.add(body.slice(1))
  if (/[^\\]\$$/.test(body)) changed.add(body.slice(0, -1))
  const repeated = /[^\\(]([+*])(?![^[]*\])/.exec(body)
  if (repeated) changed.add(body.slice(0, repeated.index + 1) + body.slice(repeated.index + 2))
  return [...changed].map((text) => ['pattern', `/${text}/${flags}`])
}

function call(node: Node, parents: readonly Node[], text: Text): [string, string][] {
  const callee = node.callee as Node
  const written = text(callee)
  const list = (node.arguments as Node[]).map(text).join(', ')
  const swapped = (METHODS.get(written) ?? []).map((other): [string, string] => [
    'method',
    `${other}(${list})`,
  ])
  if (swapped.length > 0 || callee.type !== 'MemberExpression' || callee.computed) return swapped
  // Parentheses inside `a?.b.c()` would end the optional chain.
  if (callee.optional || parents.some(({ type }) => type === 'ChainExpression')) return []
  const [object, name] = [callee.object as Node, text(callee.property as Node)]
  const other = PREDICATES.get(name)
  if (other) return [['method', `(${text(object)}).${other}(${list})`]]
  if (name === 'check') {
    return without(node.arguments as Node[], text).map((rest) => ['check', `${written}(${rest})`])
  }
  return DROPPED.has(name) ? [['method', text(object)]] : []
}

/** Returns copies of the list, each without one of its items. */
function without(items: readonly (Node | null)[], text: Text): string[] {
  const written = items.map((item) => (item === null ? '' : text(item)))
  return items.map((_, index) => written.filter((_, other) => other !== index).join(', '))
}

function isText({ type, value }: Node): boolean {
  return type === 'TemplateLiteral' || typeof value === 'string'
}

function isTagged(parent: Node | undefined): boolean {
  return parent?.type === 'TaggedTemplateExpression'
}

/** Checks whether a text contains a word and is therefore written for people: no mutant can tell whether it is well written. */
function isMessage(text: string): boolean {
  return /\p{L}{3}/u.test(text.replace(/\$\{[^}]*\}/g, ''))
}
