import { parseSync, Visitor } from 'vite'

/** A hard-coded path of the site. */
export interface HandwrittenPath {
  readonly text: string
  readonly line: number
}

/** The paths of the site's routes, and their segments. */
export interface RouteSegments {
  /** Whole paths as the route table writes them, without the slash before: 'account/documentos/:id'. */
  readonly paths: ReadonlySet<string>
  /** First segments: 'account' of 'account/documentos/:id'. */
  readonly first: ReadonlySet<string>
  /** All segments except parameters. */
  readonly all: ReadonlySet<string>
}

/** Returns the paths of the route table and their segments, from every call whose first arguments are a path and a file. */
export function routeSegments(file: string, text: string): RouteSegments {
  const paths = new Set<string>()
  const first = new Set<string>()
  const all = new Set<string>()
  new Visitor({
    CallExpression({ arguments: [path, module] }) {
      if (!isText(path) || !isText(module) || !/\.tsx?$/.test(module.value)) return
      const segments = path.value.split('/').filter((segment) => /^[a-z]/.test(segment))
      if (segments[0]) {
        paths.add(path.value)
        first.add(segments[0])
      }
      for (const segment of segments) all.add(segment)
    },
  }).visit(parseSync(file, text).program)
  return { paths, first, all }
}

/**
 * Finds hard-coded site paths in a source: in strings, templates, attributes and regular expressions. '/' alone counts only where
 * it is a URL: `href="/"`, `redirect('/')`. Without the slash before, as the route table writes it, a path of several segments counts
 * anywhere, and of one in an array of nothing else: 'payments' alone is also a table, 'account' also a word.
 */
export function handwrittenPaths(
  file: string,
  text: string,
  { paths, first, all }: RouteSegments,
): HandwrittenPath[] {
  if (first.size === 0) return []
  const found: HandwrittenPath[] = []
  const at = (what: string, offset: number) =>
    found.push({ text: what, line: text.slice(0, offset).split('\n').length })
  const isSeveral = (value: string) => value.includes('/') && paths.has(value)
  // At the start of a text, after a host, or after a character that can precede a link or an attribute value.
  const whole = new RegExp(String.raw`(?:^|[\s("']|https?://[^\s/]+)/(?:${alternatives(first)})(?![\w-])`)
  // After a template expression: `${publicUrl}/payments`, `${here}/eventos`.
  const continued = new RegExp(String.raw`^/(?:${alternatives(all)})(?![\w-])`)
  const pattern = new RegExp(String.raw`\\/(?:\(\?:)?(?:${alternatives(first)})(?![\w-])`)

  new Visitor({
    Literal(node) {
      if ('regex' in node && node.regex) {
        if (pattern.test(node.regex.pattern)) at(`/${node.regex.pattern}/`, node.start)
      } else if (typeof node.value === 'string' && (whole.test(node.value) || isSeveral(node.value)))
        at(node.value, node.start)
    },
    ArrayExpression({ elements, start }) {
      const isList = elements.length > 1 && elements.every((one) => isText(one) && paths.has(one.value))
      if (isList) at(text.slice(start, text.indexOf(']', start) + 1), start)
    },
    TemplateLiteral({ quasis }) {
      for (const [index, { value, start }] of quasis.entries()) {
        const shown = value.cooked ?? value.raw
        if (whole.test(shown) || (index > 0 && continued.test(shown))) at(shown, start)
      }
    },
    JSXAttribute({ name, value, start }) {
      if (isAddress(name.name) && value?.type === 'Literal' && value.value === '/') at('/', start)
    },
    Property({ key, value, start }) {
      const name = key.type === 'Identifier' ? key.name : undefined
      if (isAddress(name) && isText(value) && value.value === '/') at('/', start)
    },
    CallExpression({ callee, arguments: given, start }) {
      if (callee.type !== 'Identifier' || !callee.name.startsWith('redirect')) return
      if (given.some((argument) => isText(argument) && argument.value === '/')) at('/', start)
    },
  }).visit(parseSync(file, text).program)
  return found
}

function isAddress(name: unknown): boolean {
  return typeof name === 'string' && ['href', 'to', 'action', 'path'].includes(name)
}

function isText(node: unknown): node is { type: 'Literal'; value: string } {
  const { type, value } = (node ?? {}) as { type?: unknown; value?: unknown }
  return type === 'Literal' && typeof value === 'string'
}

function alternatives(segments: ReadonlySet<string>): string {
  return [...segments].map((segment) => segment.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
}
