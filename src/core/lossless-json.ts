/**
 * Lossless JSON: every value keeps its exact source text, so that an id beyond 2^53 and an amount keep their digits, and a
 * part of a document can be stored unchanged.
 */
export type JsonNode = { readonly source: string } & (
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, JsonNode>; readonly repeats: boolean }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null' }
)

/** Deeper than any document of ours or of a provider; the parser is recursive. */
const maxDepth = 64

/**
 * Parses a JSON text (RFC 8259); a leading byte order mark is skipped. An object with a duplicate member is marked
 * (`repeats`) and keeps the last value: parsers differ about this, so the caller decides.
 *
 * @returns undefined when the text is not JSON, or nested deeper than 64
 */
export function parseLosslessJson(text: string): JsonNode | undefined {
  const scanner = createScanner(text.startsWith('\ufeff') ? text.slice(1) : text)
  const node = scanner.value(0)
  return node && scanner.atEnd() ? node : undefined
}

/** The value as `JSON.parse` returns it, for content without digits to lose. */
export function plainValueOf(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries([...node.members].map(([name, member]) => [name, plainValueOf(member)]))
    case 'array':
      return node.items.map(plainValueOf)
    case 'number':
      return Number(node.source)
    case 'null':
      return null
    default:
      return node.value
  }
}

const space = /[\t\n\r ]*/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
/** Every character from the space upwards, except the quote and the backslash. */
const plainText = /[ !#-[\]-\u{10ffff}]*/uy
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const word = /true|false|null/y

function createScanner(text: string) {
  let at = 0

  /** Consumes and returns the text that a sticky pattern matches at the current position. */
  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }

  function takeSign(sign: string): boolean {
    take(space)
    if (text[at] !== sign) return false
    at++
    return true
  }

  function value(depth: number): JsonNode | undefined {
    take(space)
    const first = text[at]
    if (first === '{') return depth < maxDepth ? object(depth + 1) : undefined
    if (first === '[') return depth < maxDepth ? array(depth + 1) : undefined
    if (first === '"') return stringHere()
    const literal = take(word)
    if (literal === 'null') return { kind: 'null', source: literal }
    if (literal !== undefined) return { kind: 'boolean', value: literal === 'true', source: literal }
    const digits = take(number)
    return digits === undefined ? undefined : { kind: 'number', source: digits }
  }

  function stringHere(): Extract<JsonNode, { kind: 'string' }> | undefined {
    const start = at
    if (!takeSign('"')) return undefined
    do take(plainText)
    while (take(escaped) !== undefined)
    if (text[at] !== '"') return undefined
    const source = text.slice(start, ++at)
    return { kind: 'string', value: JSON.parse(source) as string, source }
  }

  function object(depth: number): JsonNode | undefined {
    const start = at++
    const members = new Map<string, JsonNode>()
    let repeats = false
    if (!takeSign('}')) {
      do {
        take(space)
        const name = stringHere()
        const member = name && takeSign(':') ? value(depth) : undefined
        if (!name || !member) return undefined
        repeats ||= members.has(name.value)
        members.set(name.value, member)
      } while (takeSign(','))
      if (!takeSign('}')) return undefined
    }
    return { kind: 'object', members, repeats, source: text.slice(start, at) }
  }

  function array(depth: number): JsonNode | undefined {
    const start = at++
    const items: JsonNode[] = []
    if (!takeSign(']')) {
      do {
        const item = value(depth)
        if (!item) return undefined
        items.push(item)
      } while (takeSign(','))
      if (!takeSign(']')) return undefined
    }
    return { kind: 'array', items, source: text.slice(start, at) }
  }

  return {
    value,
    atEnd() {
      take(space)
      return at === text.length
    },
  }
}
