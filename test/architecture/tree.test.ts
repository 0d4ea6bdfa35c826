import { expect, test } from 'vitest'
import { checkArchitecture } from '../../scripts/lib/architecture.ts'
import { productSources } from '../../scripts/lib/tree.ts'
import { rooms, uses } from '../../src/modules/uses.ts'

test('the product follows the import rules', () => {
  const { breaches, modules, imports } = checkArchitecture(productSources(), uses, rooms)
  expect(breaches).toEqual([])
  expect(modules.length).toBeGreaterThanOrEqual(8)
  expect(imports).toBeGreaterThan(300)
})

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
