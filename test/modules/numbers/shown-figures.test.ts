import { expect, test } from 'vitest'
import { consultationFigures } from '../../../src/modules/consultations/figures.ts'
import { shownFigures } from '../../../src/modules/numbers/domain/shown-figures.ts'
import { orderFigures } from '../../../src/modules/orders/figures.ts'
import { dueFigures } from '../../../src/modules/payments/instalments/due-figures.ts'
import { ledgerFigures } from '../../../src/modules/payments/ledger/ledger-figures.ts'

test('every figure that the desk shows is computed by exactly one module', () => {
  const sources = [dueFigures, ledgerFigures, ...orderFigures, ...consultationFigures]
  const computed = sources.flatMap(({ figures }) => figures)
  expect(new Set(computed).size).toBe(computed.length)
  expect(shownFigures.filter((figure) => !computed.includes(figure))).toEqual([])
})
