import { expect, test } from 'vitest'
import { productSources } from '../../scripts/lib/tree.ts'
import { rooms, uses } from '../../src/modules/uses.ts'

// The opposite direction, that imports of the product are declared, is checked by scripts/check-architecture.ts.

test('every declared use of a module exists', () => {
  const sources = [...productSources()]
  const isMade = (own: string, other: string) =>
    sources.some(
      ([file, text]) =>
        file.startsWith(`src/modules/${own}/`) &&
        new RegExp(`from '[./]+/${other}/(?:public|index\\.server)\\.ts'`).test(text),
    )
  const idle = Object.entries(uses).flatMap(([own, others]) =>
    others.filter((other) => !isMade(own, other)).map((other) => `${own} → ${other}`),
  )
  expect(idle).toEqual([])
})

test('every declared use of a room exists', () => {
  const sources = [...productSources()]
  const isMade = (module: string, own: string, other: string) =>
    sources.some(
      ([file, text]) =>
        file.startsWith(`src/modules/${module}/${own}/`) && new RegExp(`from '\\.\\./${other}/`).test(text),
    )
  const idle = Object.entries(rooms).flatMap(([module, list]) =>
    Object.entries(list).flatMap(([own, others]) =>
      others.filter((other) => !isMade(module, own, other)).map((other) => `${module}: ${own} → ${other}`),
    ),
  )
  expect(idle).toEqual([])
})
