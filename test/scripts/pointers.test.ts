import { expect, test } from 'vitest'
import { brokenPointers } from '../../scripts/lib/pointers.ts'
import { casesOf } from '../../scripts/lib/test-reports.ts'

const vitest = JSON.stringify({
  testResults: [
    {
      name: '/project/test/a.test.ts',
      assertionResults: [
        { title: 'a sign-up waits', status: 'passed' },
        { title: 'a sign-in fails', status: 'failed' },
        { title: 'a sign-out is skipped', status: 'pending' },
      ],
    },
  ],
})
const playwright = JSON.stringify({
  config: { rootDir: '/project/e2e' },
  suites: [
    {
      specs: [
        {
          title: '§2 the header stays in sight on every page',
          file: 'b.spec.ts',
          tests: [{ status: 'expected' }],
        },
      ],
      suites: [
        {
          specs: [
            { title: '§9 notices', file: 'b.spec.ts', tests: [{ status: 'skipped' }] },
            { title: '§5 forms: login', file: 'b.spec.ts', tests: [{ status: 'flaky' }] },
            { title: '§5 forms: signup', file: 'b.spec.ts', tests: [{ status: 'unexpected' }] },
          ],
        },
      ],
    },
  ],
})
const cases = [vitest, playwright].flatMap((report) => casesOf(report, '/project'))

test('reports of both runners give files from the root, titles and outcomes', () => {
  expect(cases).toEqual([
    { file: 'test/a.test.ts', title: 'a sign-up waits', outcome: 'passed' },
    { file: 'test/a.test.ts', title: 'a sign-in fails', outcome: 'failed' },
    { file: 'test/a.test.ts', title: 'a sign-out is skipped', outcome: 'skipped' },
    { file: 'e2e/b.spec.ts', title: '§2 the header stays in sight on every page', outcome: 'passed' },
    { file: 'e2e/b.spec.ts', title: '§9 notices', outcome: 'skipped' },
    { file: 'e2e/b.spec.ts', title: '§5 forms: login', outcome: 'passed' },
    { file: 'e2e/b.spec.ts', title: '§5 forms: signup', outcome: 'failed' },
  ])
})

test('a report with Windows path separators reads the same', () => {
  const report = vitest.replace('/project/test/a.test.ts', 'C:/project/test/a.test.ts')
  expect(casesOf(report, 'C:\\project')[0]?.file).toBe('test/a.test.ts')
})

test('any other JSON is not a report', () => {
  expect(() => casesOf('{"pages":[]}', '/project')).toThrow('Neither')
})

test.each([
  ['passed', 'test/a.test.ts', 'a sign-up', undefined, []],
  ['passed at its second try', 'e2e/b.spec.ts', '§5 forms: ', 'login', []],
  ['failed', 'test/a.test.ts', 'a sign-in', undefined, ["test/a.test.ts: 'a sign-in' failed"]],
  ['skipped', 'e2e/b.spec.ts', '§9', undefined, ["e2e/b.spec.ts: '§9' was skipped"]],
  ['renamed', 'test/a.test.ts', 'a sign-over', undefined, ["test/a.test.ts: 'a sign-over' did not run"]],
  ['of another file', 'test/b.test.ts', 'a sign-up', undefined, ["test/b.test.ts: 'a sign-up' did not run"]],
  ['one of several failed', 'e2e/b.spec.ts', '§5 forms: ', undefined, ["e2e/b.spec.ts: '§5 forms: ' failed"]],
] as const)('a pointed-at test that is %s', (_, file, title, of, expected) => {
  expect(brokenPointers([{ file, title, ...(of && { of }) }], cases)).toEqual(expected)
})

test('a test that failed in one run of a suite and passed in another counts as failed', () => {
  const both = [
    { file: 'test/a.test.ts', title: 'x', outcome: 'passed' },
    { file: 'test/a.test.ts', title: 'x', outcome: 'failed' },
  ] as const
  expect(brokenPointers([{ file: 'test/a.test.ts', title: 'x' }], both)).toHaveLength(1)
})
