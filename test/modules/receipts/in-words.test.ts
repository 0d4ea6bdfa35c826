import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inWords } from '../../../src/modules/receipts/domain/in-words.ts'

test.each([
  [0, 'zero reais'],
  [1, 'um centavo'],
  [50, 'cinquenta centavos'],
  [100, 'um real'],
  [101, 'um real e um centavo'],
  [1_619, 'dezesseis reais e dezenove centavos'],
  [2_100, 'vinte e um reais'],
  [10_000, 'cem reais'],
  [10_100, 'cento e um reais'],
  [99_999, 'novecentos e noventa e nove reais e noventa e nove centavos'],
  [100_000, 'mil reais'],
  [100_100, 'mil e um reais'],
  [109_900, 'mil e noventa e nove reais'],
  [110_000, 'mil e cem reais'],
  [123_400, 'mil, duzentos e trinta e quatro reais'],
  [239_800, 'dois mil, trezentos e noventa e oito reais'],
  [10_000_000, 'cem mil reais'],
  [100_000_000, 'um milhão de reais'],
  [100_000_100, 'um milhão e um reais'],
  [120_000_000, 'um milhão e duzentos mil reais'],
  [125_000_000, 'um milhão, duzentos e cinquenta mil reais'],
  [200_000_050, 'dois milhões de reais e cinquenta centavos'],
  [300_100_000, 'três milhões e mil reais'],
  [
    99_999_999_999,
    'novecentos e noventa e nove milhões, novecentos e noventa e nove mil, novecentos e noventa e nove reais e noventa e nove centavos',
  ],
])('%i centavos in words: %s', (amount, words) => {
  expect(inWords(amount)).toBe(words)
})

test('different amounts have different texts, without digits', () => {
  const amount = fc.integer({ min: 0, max: 99_999_999_999 })
  fc.assert(
    fc.property(amount, amount, (one, other) => {
      expect(inWords(one)).toMatch(/^[a-zêõãç]+(,? [a-zêõãç]+)*$/)
      expect(inWords(one) === inWords(other)).toBe(one === other)
    }),
  )
})

test.each([-1, 0.5, 100_000_000_000, Number.NaN])('%d is out of range', (amount) => {
  expect(() => inWords(amount)).toThrow(RangeError)
})
