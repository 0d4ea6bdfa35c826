import { readFileSync } from 'node:fs'

/** Type declared in a `.d.ts` file: its members with their types, as written. */
type Declared = ReadonlyMap<string, { type: string; isOptional: boolean }>

/**
 * Reads the object types of `.d.ts` files, enough to check JSON against the types that a JavaScript client publishes but does not
 * validate itself. Supports members with a simple type, an array, a union of string literals, or a declared type.
 *
 * @param files in order of preference: of two types of the same name the first one counts
 */
export function readDeclaredTypes(files: readonly string[]) {
  const types = new Map<string, Declared>()
  for (const file of files) {
    const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    for (const [, name = '', body = ''] of text.matchAll(
      /export declare (?:type|interface) (\w+)(?: =| extends \w+)? \{([^}]*)\}/g,
    )) {
      if (!types.has(name)) types.set(name, membersOf(body))
    }
  }

  return {
    /**
     * Returns the differences between a JSON value and a type, such as '$.payer.id: number, not string'. Null counts as an absent
     * value.
     */
    departures(value: unknown, type: string, path = '$'): string[] {
      const element = /^Array<(.+)>$/.exec(type)?.[1] ?? /^(.+)\[\]$/.exec(type)?.[1]
      if (element) {
        if (!Array.isArray(value)) return [`${path}: not a list`]
        return value.flatMap((one, at) => this.departures(one, element, `${path}[${at}]`))
      }
      if (type === 'any') return []
      const declared = types.get(type)
      if (!declared) return isOf(value, type) ? [] : [`${path}: ${typeof value}, not ${type}`]
      if (typeof value !== 'object' || value === null) return [`${path}: not an object`]
      const found = Object.entries(value).flatMap(([name, member]) => {
        const field = declared.get(name)
        if (!field) return [`${path}.${name}: not declared`]
        return member === null ? [] : this.departures(member, field.type, `${path}.${name}`)
      })
      const missing = [...declared]
        .filter(([name, { isOptional }]) => !isOptional && !Object.hasOwn(value, name))
        .map(([name]) => `${path}.${name}: missing`)
      return [...found, ...missing]
    },

    /** Returns the members of a type that a value does not have, including optional ones. */
    absent(value: object, type: string): string[] {
      const declared = types.get(type)
      if (!declared) throw new Error(`no type ${type}`)
      return [...declared.keys()].filter((name) => !Object.hasOwn(value, name))
    },
  }
}

function membersOf(body: string): Declared {
  const members = body.matchAll(/^\s*'?([\w.]+)'?(\?)?: ([^;]+);/gm)
  return new Map(
    [...members].map(([, name = '', mark, type = '']) => [name, { type, isOptional: mark === '?' }]),
  )
}

function isOf(value: unknown, type: string): boolean {
  if (type.includes("'")) return type.split(' | ').includes(`'${String(value)}'`)
  if (type === 'string' || type === 'number' || type === 'boolean') return typeof value === type
  throw new Error(`the type ${type} is not understood`)
}
