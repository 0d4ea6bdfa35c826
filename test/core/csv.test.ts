import { expect, test } from 'vitest'
import { csvOf } from '../../src/core/csv.ts'

test('a table has its byte order mark, semicolons, decimal commas and CRLF', () => {
  const file = csvOf(
    ['Dia', 'Valor'],
    [
      ['01/03/2026', { centavos: 123_450 }],
      ['Total', { centavos: -5 }],
    ],
  )
  expect(file).toBe('\uFEFFDia;Valor\r\n01/03/2026;1234,50\r\nTotal;-0,05\r\n')
})

test('writes a count, a percentage and an empty value', () => {
  expect(csvOf(['a', 'b', 'c'], [[12_345, { percent: 33.3 }, { percent: undefined }]])).toContain(
    '12345;33,3;\r\n',
  )
})

test.each(['=1+1', '+55', '-1', '@sum', '\tx', '\rx', ' =1+1'])('%j does not become a formula', (text) => {
  const cell = csvOf(['a'], [[text]])
    .split('\r\n')
    .slice(1)
    .join('\r\n')
  expect(cell.replace(/^"/, '')).toMatch(/^'/)
})

test.each([
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '﹦1',
  '\u3000＝1',
  '\u200b=1',
  '\u202e=1',
  '\u00ad＝1',
  '\u0000=1',
  '\u0085=1',
  '\ufeff=1',
])('%j does not become a formula either, full-width or behind invisible characters', (text) => {
  expect(csvOf(['a'], [[text]])).toContain(`\n'${text}\r`)
})

test('keeps a sign within a text', () => {
  expect(csvOf(['a'], [['Limpeza - 12x + entrada']])).toContain('\r\nLimpeza - 12x + entrada\r\n')
})

test('quotes separators of cells and lines', () => {
  expect(csvOf(['a'], [['12x; "Pix"']])).toContain('"12x; ""Pix"""')
  expect(csvOf(['a'], [['one\ntwo']])).toContain('"one\ntwo"')
})

test('a formula that contains a separator does not become a formula either', () => {
  expect(csvOf(['a'], [['=a;b']])).toContain(`"'=a;b"`)
})
