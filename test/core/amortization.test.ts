import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AmortizationSystem, amortize, totalsOf } from '../../src/core/amortization.ts'

const loan = { principal: 12_000_000, months: 12, yearlyRate: 1200 }
const systems: AmortizationSystem[] = ['sacre', 'price', 'misto']

test('Price: R$ 120.000 in 12 months at 12 % a year pays R$ 10.661,85 every month', () => {
  const rows = amortize('price', loan)
  expect(rows.slice(0, 11).map(({ payment }) => payment)).toEqual(Array(11).fill(1_066_185))
  expect(rows[0]).toEqual({
    month: 1,
    payment: 1_066_185,
    interest: 120_000,
    amortization: 946_185,
    balance: 11_053_815,
  })
  expect(Math.abs((rows.at(-1)?.payment ?? 0) - 1_066_185)).toBeLessThan(12)
})

test('Misto: the first payment is the mean of Price (10.661,85) and constant amortization (11.200,00)', () => {
  expect(amortize('misto', loan)[0]?.payment).toBe(1_093_093)
})

test('Sacre: the payment is fixed for twelve months, then recalculated from the balance', () => {
  const rows = amortize('sacre', { principal: 12_000_000, months: 24, yearlyRate: 1200 })
  expect(rows.slice(0, 12).map(({ payment }) => payment)).toEqual(Array(12).fill(620_000))
  const { balance } = rows[11] ?? { balance: 0 }
  expect(rows[12]?.payment).toBe(Math.round(balance / 12) + Math.round(balance * 0.01))
  expect(rows[1]?.amortization).toBeGreaterThan(rows[0]?.amortization ?? 0)
})

test('without interest every system repays exactly the principal', () => {
  for (const system of systems) {
    expect(totalsOf(amortize(system, { ...loan, yearlyRate: 0 }))).toEqual({ paid: 12_000_000, interest: 0 })
  }
})

test('in every system the amortizations add up to the loan and the balance ends at zero', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...systems),
      fc.integer({ min: 100_000, max: 500_000_000 }),
      fc.integer({ min: 1, max: 420 }),
      fc.integer({ min: 0, max: 3000 }),
      (system, principal, months, yearlyRate) => {
        const rows = amortize(system, { principal, months, yearlyRate })
        expect(rows.reduce((sum, row) => sum + row.amortization, 0)).toBe(principal)
        expect(rows.at(-1)?.balance).toBe(0)
        for (const row of rows) expect(row.payment).toBe(row.interest + row.amortization)
      },
    ),
  )
})
