import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AmortizationSystem,
  amortizationSystems,
  amortize,
  totalsOf,
} from '../../src/core/amortization.ts'

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

/** Computes the three systems by their formulas, payment by payment, without the shortcuts of the code under test. */
function reference(system: AmortizationSystem, { principal, months, yearlyRate }: typeof loan): number[] {
  const rounded = (value: number) => Math.floor(value + 0.5)
  const interestOn = (balance: number) => Number((BigInt(balance) * BigInt(yearlyRate) + 60_000n) / 120_000n)
  const growth = 1 + yearlyRate / 1_200 / 100
  const equal = rounded(
    yearlyRate === 0 ? principal / months : (principal * (growth - 1)) / (1 - growth ** -months),
  )
  const payments: number[] = []
  let balance = principal
  let current = 0
  for (let paid = 0; paid < months && balance > 0; paid++) {
    const left = months - paid
    if (paid % 12 === 0) current = rounded(balance / left) + interestOn(balance)
    const constant = rounded(principal / months) + interestOn(rounded((principal * left) / months))
    const wanted = { price: equal, misto: rounded((equal + constant) / 2), sacre: current }[system]
    const closing = balance + interestOn(balance)
    payments.push(left === 1 ? closing : Math.min(wanted, closing))
    balance = closing - (payments.at(-1) ?? 0)
  }
  return payments
}

test('every payment of every system follows its formula', () => {
  const loans = [0, 777, 1200, 3000].flatMap((yearlyRate) =>
    [1, 2, 3, 7, 13, 25, 37].flatMap((months) =>
      [100, 200, 1_001, 12_345_678].map((principal) => ({ principal, months, yearlyRate })),
    ),
  )
  for (const system of systems) {
    for (const one of loans) {
      const rows = amortize(system, one)
      const payments = rows.map(({ payment }) => payment)
      expect(payments, JSON.stringify([system, one])).toEqual(reference(system, one))
      expect(totalsOf(rows)).toEqual({
        paid: payments.reduce((sum, payment) => sum + payment, 0),
        interest: payments.reduce((sum, payment) => sum + payment, 0) - one.principal,
      })
      // A loan that is paid off has no further rows.
      expect(rows.slice(0, -1).every(({ balance }) => balance > 0)).toBe(true)
    }
  }
})

test('the systems, in the order in which they are offered', () => {
  expect(amortizationSystems).toEqual(['sacre', 'price', 'misto'])
})
