import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/root.ts'
import { reportOf, scoreOf } from '../../../scripts/mutants/report.ts'
import { runMutants } from '../../../scripts/mutants/run.ts'
import { isListed, outdated } from '../../../scripts/mutants/survivors.ts'
import { tiers } from '../../../scripts/mutants/tiers.ts'

// Inside the repository, so that Vitest is found.
let folder: string
beforeEach(() => {
  mkdirSync(inRoot('test-results'), { recursive: true })
  folder = mkdtempSync(inRoot('test-results', 'mutants-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const code = `export const ages = [18, 21]
export function isAdult(age: number): boolean {
  return age >= 18
}
export function countdown(from: number): number {
  let left = from
  while (left > 0) left--
  return left
}
`
const strong = `import { expect, test } from 'vitest'
import { ages, countdown, isAdult } from '../../src/core/age.ts'
test('ages', () => expect(ages).toEqual([18, 21]))
test.each([[17, false], [18, true], [19, true]])('%s', (age, adult) => { expect(isAdult(age)).toBe(adult) })
test('countdown', async () => { expect(countdown(1)).toBe(0) })
`
const weak = strong.replace('[17, false], [18, true], ', '[0, false], ')

/** Judges the code by one of its tests. */
async function runFixture(text: string) {
  const files = new Map([
    ['src/core/age.ts', code],
    ['test/core/age.test.ts', text],
  ])
  for (const [path, content] of files) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return runMutants({
    folder,
    sources: files,
    tier: tiers.pure,
    tests: ['test/core/age.test.ts'],
    choose: (mutants) => mutants,
    workers: 1,
    progress: () => {},
  })
}

const named = (results: Awaited<ReturnType<typeof runFixture>>, status: string) =>
  results.filter((mutant) => mutant.status === status).map(({ operator, text }) => `${operator}: ${text}`)

test('mutants that a test detects are caught, an endless one is stopped, and both are counted', async () => {
  const results = await runFixture(strong)
  expect(named(results, 'timeout')).toContain('arithmetic: while (left > 0) left--')
  expect(named(results, 'caught')).toContain('boundary: return age >= 18')
  expect(named(results, 'survived')).toEqual([])
  expect(scoreOf(results, [])).toMatchObject({ mutants: results.length, survived: 0, percent: 100 })
})

test('a weak test leaves survivors, reported until they are listed with a reason', async () => {
  const results = await runFixture(weak)
  const survived = named(results, 'survived')
  expect(survived).toContain('boundary: return age >= 18')
  expect(scoreOf(results, []).percent).toBeLessThan(100)
  expect(reportOf(results, [])).toContain(
    'survived  src/core/age.ts:3  boundary\n    return age >= 18\n    -> (age) > (18)',
  )
  const known = { file: 'src/core/age.ts', text: 'return age >= 18', reason: 'a weak test' }
  const list = [
    { ...known, operator: 'boundary', replacement: '(age) > (18)' },
    { ...known, operator: 'number', replacement: '19' },
    { ...known, operator: 'number', replacement: '17' },
  ]
  expect(reportOf(results, list)).not.toContain('return age >= 18')
  expect(scoreOf(results, list).listed).toBe(survived.length)
  const [first] = results.filter((mutant) => mutant.status === 'survived')
  expect(first && isListed({ ...first, replacement: 'another' }, list)).toBe(false)
  const gone = { ...known, operator: 'negated', replacement: '(age) < (18)' }
  expect(outdated(results, [...list, gone])).toEqual([gone])
})

test('reports nothing about mutants when a test fails without them', async () => {
  await expect(runFixture(strong.replace('toBe(0)', 'toBe(1)'))).rejects.toThrow(
    /Without a mutant these fail: test\/core\/age/,
  )
})
