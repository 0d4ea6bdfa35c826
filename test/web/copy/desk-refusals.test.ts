import { expect, test } from 'vitest'
import { MAX_INSTALMENTS } from '../../../src/modules/catalogue/public.ts'
import { catalogueCopy } from '../../../src/web/copy/desk-catalogue.ts'
import { deskRefusals } from '../../../src/web/copy/desk-refusals.ts'

test('a refused number of instalments comes with the limit', () => {
  const limit = `vai de 1 a ${MAX_INSTALMENTS}.`
  expect([deskRefusals.invalid_count, catalogueCopy.planProblems.invalid_count]).toEqual([
    `O número de parcelas ${limit}`,
    `o número de parcelas ${limit}`,
  ])
})
