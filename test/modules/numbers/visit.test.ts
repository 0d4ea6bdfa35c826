import { expect, test } from 'vitest'
import { visitSteps } from '../../../src/modules/numbers/domain/visit.ts'

test('the steps that are counted and stored', () => {
  expect(visitSteps).toEqual(['visit', 'service', 'plan'])
})
