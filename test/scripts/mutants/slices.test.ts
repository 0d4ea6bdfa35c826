import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openKept } from '../../../scripts/mutants/kept.ts'
import { totalOf, withRun } from '../../../scripts/mutants/measured.ts'
import { inOrder } from '../../../scripts/mutants/order.ts'
import { percentOfEach, sampleOfEach } from '../../../scripts/mutants/sample.ts'
import { targetsAmong } from '../../../scripts/mutants/targets.ts'
import { tiers } from '../../../scripts/mutants/tiers.ts'

const [first, second] = ['src/modules/payments/refunds/a.ts', 'src/modules/payments/ledger/b.ts']
const code = 'export const isMore = (a: number) => a > 1\n'
const sources = new Map([
  [first, code],
  [second, `${code}export const isLess = (a: number) => a < 1\n`],
  ['test/a.test.ts', 'a'],
])
const edited = new Map([...sources, [first, code.replace('> 1', '>= 1')]])
const tier = tiers.money
const resultsOf = (file: string, survived: number) =>
  targetsAmong(sources, tier.targets)
    .flatMap(({ mutants }) => mutants)
    .filter((mutant) => mutant.file === file)
    .map((mutant, index) => ({
      ...mutant,
      status: index < survived ? ('survived' as const) : ('caught' as const),
      tests: 1,
    }))

test('the score of all slices weights each file by its mutants, and states what it lacks', () => {
  const isExplained = () => true
  const run = { sources, tier, isExplained, on: '2026-11-22' }
  const one = withRun({}, { ...run, results: resultsOf(first, 1) })
  expect(one).toMatchObject({ [first]: { mutants: 4, judged: 4, caught: 3, listed: 1, on: '2026-11-22' } })
  const partly = totalOf(one, { sources, tier })
  expect(partly.percent).toBe(75)
  expect(partly.text).toContain(`not measured: ${second}`)
  // Half of the larger file's mutants are judged, of which half was caught: this score counts for all eight.
  const both = withRun(one, { ...run, results: resultsOf(second, 2).slice(0, 4) })
  const { percent, text } = totalOf(both, { sources, tier })
  expect(percent).toBeCloseTo((100 * (3 + 4)) / 12)
  expect(text).toMatch(/Total +12 +8 +5 +3 +58\.3%$/)
  expect(totalOf(both, { sources: edited, tier }).text).toContain(`changed since: ${first}`)
  expect(totalOf({}, { sources, tier }).percent).toBeUndefined()
})

test('a smaller sample replaces nothing, unless the file was changed', () => {
  const isExplained = () => false
  const whole = withRun({}, { results: resultsOf(first, 1), sources, tier, isExplained, on: '2026-11-22' })
  const sample = resultsOf(first, 0).slice(0, 2)
  const later = { results: sample, tier, isExplained, on: '2026-11-23' }
  expect(withRun(whole, { ...later, sources })).toEqual(whole)
  expect(withRun(whole, { ...later, sources: edited })).toMatchObject({ [first]: { judged: 2, caught: 2 } })
})

test('a sample of each file contains every smaller one', () => {
  const all = [...resultsOf(first, 0), ...resultsOf(second, 0)]
  const [two, three] = [sampleOfEach(all, 2), sampleOfEach(all, 3)]
  expect([two.length, three.length]).toEqual([4, 6])
  expect(three).toEqual(expect.arrayContaining(two))
})

test('a percentage sample takes its share of each file’s mutants, and at least one', () => {
  const all = [...resultsOf(first, 0), ...resultsOf(second, 0)]
  const count = (percent: number, file: string) =>
    percentOfEach(all, percent).filter((mutant) => mutant.file === file).length
  expect([1, 25, 26, 100].map((percent) => count(percent, first))).toEqual([1, 1, 2, 4])
  expect([1, 25, 26, 100].map((percent) => count(percent, second))).toEqual([1, 2, 3, 8])
})

test('of a mutant’s tests, those specific to it run first, then those that differ', () => {
  const candidate = (file: string, duration: number, reached: number[], more = 0) => ({
    ...{ file, duration, index: 0, reached },
    mutants: new Set([...reached, ...Array.from({ length: more }, (_, index) => 1000 + index)]),
  })
  const rare = candidate('rare', 100, [1, 2])
  const same = candidate('same', 100, [1, 3, 4], 5)
  const again = candidate('again', 100, [1, 3, 4], 5)
  const broad = candidate('broad', 100, [1, 2, 3, 4], 400)
  const slow = candidate('slow', 9000, [1, 2])
  const candidates = [broad, slow, same, again, rare]
  const order = (budgetMs: number, setUp = 0) =>
    inOrder(candidates, { budgetMs, setUpOf: () => setUp }).map(({ file }) => file)
  expect(order(1_000_000)).toEqual(['rare', 'same', 'again', 'slow', 'broad'])
  // Tests that do not fit the budget are left out, but not those after them.
  expect(order(1000)).toEqual(['rare', 'same', 'again', 'broad'])
  expect(order(200)).toEqual(['rare', 'same'])
  expect(order(200, 100)).toEqual(['rare'])
  // One test runs, however long it takes.
  expect(order(1)).toHaveLength(1)
  expect(order(Number.POSITIVE_INFINITY)).toHaveLength(5)
})

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (of: typeof sources, needed = first) =>
  openKept({
    ...{ folder, sources: of, targets: targetsAmong(of, tier.targets), needed: new Set([needed]) },
    reached: new Map([['test/a.test.ts', new Set(['test/a.test.ts', first, second])]]),
  })

test('coverage is reused while the test and the slice’s mutated files are unchanged', () => {
  const measured = { mutants: [1, 6], duration: 5 }
  const coverage = { atImport: [2], setUp: 1, byTest: [measured], hits: 3 }
  open(sources).keepCoverage('test/a.test.ts', coverage)
  expect(open(sources).coverageOf('test/a.test.ts')).toEqual(coverage)
  expect(open(new Map([...sources, ['test/a.test.ts', 'b']])).coverageOf('test/a.test.ts')).toBeUndefined()
  expect(open(edited).coverageOf('test/a.test.ts')).toBeUndefined()
  expect(open(edited, second).coverageOf('test/a.test.ts')).toMatchObject({ hits: 3 })
  expect(open(sources).coverageOf('test/b.test.ts')).toBeUndefined()
})

test('a mutant is judged again when its file changes; a survivor, also when its tests change', () => {
  const [caught, survived] = resultsOf(first, 0)
  if (!caught || !survived) throw new Error('no mutants')
  const judges = [{ file: 'test/a.test.ts', tests: [1, 3] }]
  const kept = open(sources)
  kept.keepStatus(caught, judges, 'caught')
  kept.keepStatus(survived, judges, 'survived')
  const statuses = (of: typeof sources) =>
    [caught, survived].map((mutant) => open(of).statusOf(mutant, judges))
  expect(statuses(sources)).toEqual(['caught', 'survived'])
  expect(statuses(new Map([...sources, ['test/a.test.ts', 'b']]))).toEqual(['caught', undefined])
  expect(statuses(edited)).toEqual([undefined, undefined])
  const others = [{ file: 'test/a.test.ts', tests: [1, 4] }]
  expect([caught, survived].map((mutant) => open(sources).statusOf(mutant, others))).toEqual([
    'caught',
    undefined,
  ])
  // A mutant that there was no time to judge again still counts as a survivor.
  expect([caught, survived].map((mutant) => open(sources).hasSurvived(mutant))).toEqual([false, true])
  expect(open(edited).hasSurvived(survived)).toBe(false)
})
