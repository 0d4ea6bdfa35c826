import { expect, test } from 'vitest'
import { checkArchitecture } from '../../scripts/lib/architecture.ts'
import { productSources } from '../../scripts/lib/tree.ts'
import { uses } from '../../src/modules/uses.ts'

test('the product keeps the rules of who may import whom', () => {
  const { breaches, modules, imports } = checkArchitecture(productSources(), uses)
  expect(breaches).toEqual([])
  expect(modules.length).toBeGreaterThanOrEqual(8)
  expect(imports).toBeGreaterThan(300)
})

test('the list of uses names no use that nobody makes', () => {
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
