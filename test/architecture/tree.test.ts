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
