import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { MutantResult } from '../../../scripts/mutants/run.ts'
import figures from '../../../scripts/mutants/survivors.json' with { type: 'json' }
import { explainedBy, type Figures, isListed } from '../../../scripts/mutants/survivors.ts'
import moneyFigures from '../../../scripts/mutants/survivors-money.json' with { type: 'json' }

const mutant = (row: Partial<MutantResult>) =>
  ({
    ...{ file: 'a.ts', operator: 'number', text: 'const page = 200', replacement: '201', status: 'survived' },
    ...row,
  }) as MutantResult

test('a rule explains survivors of its operator in whole lines, whatever replaces the code', () => {
  const rules = [{ operator: 'number', line: 'const \\w+ = [\\d_]+', reason: 'a limit' }]
  const explained = (row: Partial<MutantResult>) => explainedBy(rules, [mutant(row)]).length
  expect([explained({}), explained({ replacement: '199', text: 'const max = 1_000' })]).toEqual([1, 1])
  for (const other of [
    { operator: 'boundary' },
    { text: 'const page = 200 * day' },
    { text: 'export const page = 200' },
    { status: 'caught' as const },
  ])
    expect(explained(other)).toBe(0)
  expect(isListed(mutant({}), explainedBy(rules, [mutant({})]))).toBe(true)
})

test.each<[string, Figures]>([
  ['survivors.json', figures],
  ['survivors-money.json', moneyFigures],
])('every entry of %s has a reason, and its line exists', (_, { survivors, rules = [] }) => {
  for (const { reason } of [...survivors, ...rules]) expect(reason.length).toBeGreaterThan(15)
  const sources = new Map<string, string[]>()
  const gone = survivors.filter(({ file, text }) => {
    const lines = sources.get(file) ?? readFileSync(file, 'utf8').split('\n')
    sources.set(file, lines)
    return !lines.some((line) => line.trim() === text)
  })
  expect(gone).toEqual([])
})
