import { dirname, join, normalize } from 'node:path/posix'
import { type ParseResult, parseSync, Visitor } from 'vite'

/** File contents by path from the repository root, with `/` on every platform. */
export type Sources = ReadonlyMap<string, string>

export interface Import {
  readonly from: string
  /** The specifier as written in the source. */
  readonly specifier: string
  /** The file a relative import resolves to; it may not exist. */
  readonly target: string | undefined
  /** Whether the import is erased when types are stripped. */
  readonly typeOnly: boolean
  readonly line: number
}

interface Impurity {
  readonly what: string
  readonly line: number
}

export interface Parsed {
  readonly imports: readonly Import[]
  /** Uses of the clock, randomness, the process or the network, which `domain/` must not have. */
  readonly impurities: readonly Impurity[]
}

const GLOBALS = new Set(['process', 'crypto', 'performance', 'globalThis'])
const CALLS = new Set(['fetch', 'Date', 'setTimeout', 'setInterval', 'setImmediate'])

/**
 * Returns the imports of a file: statements, re-exports, `import('…')` as a value or a type, and `new URL('./x.ts', …)`, which
 * starts workers.
 *
 * @throws Error when the file cannot be parsed, because it would go unchecked
 */
export function parse(file: string, text: string, sources: Sources): Parsed {
  const result = parseSync(file, text)
  const fault = result.errors[0]
  if (fault) throw new Error(`${file}: ${fault.message}`)
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const imports: Import[] = []
  const impurities: Impurity[] = []
  const add = (specifier: string, typeOnly: boolean, offset: number) => {
    const target = specifier.startsWith('.') ? resolve(file, specifier, sources) : undefined
    imports.push({ from: file, specifier, target, typeOnly, line: lineOf(offset) })
  }

  for (const statement of statements(result)) add(statement.specifier, statement.typeOnly, statement.start)
  const impure = (what: string, offset: number) => impurities.push({ what, line: lineOf(offset) })
  new Visitor({
    ImportExpression({ source, start }) {
      if (source.type === 'Literal' && typeof source.value === 'string') add(source.value, false, start)
    },
    TSImportType({ source, start }) {
      add(source.value, true, start)
    },
    NewExpression({ callee, arguments: [first], start }) {
      if (callee.type !== 'Identifier') return
      if (callee.name === 'Date' && !first) impure('new Date()', start)
      if (callee.name !== 'URL' || first?.type !== 'Literal' || typeof first.value !== 'string') return
      if (/^\..*\.(ts|tsx|js|mjs)$/.test(first.value)) add(first.value, false, start)
    },
    CallExpression({ callee, start }) {
      if (callee.type === 'Identifier' && CALLS.has(callee.name)) impure(`${callee.name}()`, start)
    },
    MemberExpression({ object, property, start }) {
      if (object.type !== 'Identifier' || property.type !== 'Identifier') return
      const path = `${object.name}.${property.name}`
      if (GLOBALS.has(object.name) || path === 'Date.now' || path === 'Math.random') impure(path, start)
    },
  }).visit(result.program)
  return { imports, impurities }
}

interface Statement {
  readonly specifier: string
  readonly typeOnly: boolean
  readonly start: number
}

function statements({ module }: ParseResult): Statement[] {
  const imported = module.staticImports.map(({ moduleRequest, entries, start }) => ({
    specifier: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
    start,
  }))
  const exported = module.staticExports.flatMap(({ entries, start }) => {
    const specifier = entries[0]?.moduleRequest?.value
    return specifier === undefined
      ? []
      : [{ specifier, typeOnly: entries.every((entry) => entry.isType), start }]
  })
  return [...imported, ...exported]
}

function resolve(file: string, specifier: string, sources: Sources): string {
  const path = normalize(join(dirname(file), specifier.replace(/\?.*$/, '')))
  return [path, `${path}.ts`, `${path}.tsx`].find((candidate) => sources.has(candidate)) ?? path
}
