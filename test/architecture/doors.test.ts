import { expect, test } from 'vitest'
import { sourcesUnder } from '../../scripts/lib/tree.ts'

/** For modules to come: docs/changing.md names it. */
const forLater = ['privacy.hasConsent']

/** The names that a door's `createX` returns: those at the depth of its object. */
function offeredBy(door: string): string[] {
  return [...door.matchAll(/^ {4}(?:async )?([a-z]\w*)(?=[:,(<])/gm)].map(([, name = '']) => name)
}

/** The names that a file reads from an object: `a.name`, `Pick<A, 'name'>`, `const { name } = a`, `const { name } of [a, b]`. */
function readBy(text: string): string[] {
  const single = [...text.matchAll(/\.(\w+)|'(\w+)'/g)].map(([, member, quoted]) => member ?? quoted ?? '')
  const taken = [...text.matchAll(/const \{([^{}]*)\} (?:=|of)/g)].flatMap(
    ([, names = '']) => names.match(/\w+/g) ?? [],
  )
  return [...single, ...taken]
}

test('no door of a module offers what only tests use', () => {
  const sources = sourcesUnder(['src', 'scripts', 'bench', 'simulator'])
  const readers = new Map<string, Set<string>>()
  for (const [file, text] of sources)
    for (const name of readBy(text)) readers.set(name, (readers.get(name) ?? new Set()).add(file))
  const doors = [...sources].flatMap(([file, text]) => {
    const [, module] = /^src\/modules\/(\w+)\/index\.server\.ts$/.exec(file) ?? []
    return module ? offeredBy(text).map((name) => ({ file, module, name })) : []
  })
  expect(doors.length).toBeGreaterThan(300)
  const idle = doors.filter(({ file, name }) => {
    const files = readers.get(name) ?? new Set()
    return files.size === 0 || (files.size === 1 && files.has(file))
  })
  expect(idle.map(({ module, name }) => `${module}.${name}`)).toEqual(forLater)
})
