import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../scripts/lib/root.ts'

// For the steps of a release see docs/changing.md.

const read = (name: string) => readFileSync(inRoot(name), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }

interface Release {
  version: string
  /** Day of the release; undefined while it is not released. */
  day: string | undefined
}

/** Returns the releases in a changelog, newest first. @throws Error for a heading that is not a release */
function releasesOf(changelog: string): Release[] {
  return [...changelog.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => {
    const [, number, day] = /^(\d+\.\d+\.\d+) \((unreleased|\d{4}-\d{2}-\d{2})\)$/.exec(heading) ?? []
    if (number === undefined) throw new Error(`no release: ${heading}`)
    return { version: number, day: day === 'unreleased' ? undefined : day }
  })
}

/** Returns what is wrong with releases of which the newest should be this version. */
function problemsOf(releases: readonly Release[], current: string): string[] {
  const [newest, ...older] = releases
  return [
    ...(newest?.version === current ? [] : [`the newest of the changelog is ${newest?.version}`]),
    ...older.filter(({ day }) => day === undefined).map((one) => `${one.version} was never released`),
    ...(new Set(releases.map((one) => one.version)).size === releases.length ? [] : ['one is there twice']),
  ]
}

test.each([
  ['## 0.2.0 (unreleased)\n## 0.1.0 (2026-12-01)', []],
  ['## 0.2.0 (2027-01-05)\n## 0.1.0 (2026-12-01)', []],
  ['## 0.1.0 (2026-12-01)', ['the newest of the changelog is 0.1.0']],
  ['## 0.2.0 (unreleased)\n## 0.1.0 (unreleased)', ['0.1.0 was never released']],
  ['## 0.2.0 (2027-01-05)\n## 0.2.0 (2026-12-01)', ['one is there twice']],
])('%s', (changelog, problems) => {
  expect(problemsOf(releasesOf(changelog), '0.2.0')).toEqual(problems)
})

test('detects a heading that is not a release', () => {
  expect(() => releasesOf('## Unreleased')).toThrow('no release: Unreleased')
})

test('the changelog begins with the version of the package and of the lockfile', () => {
  expect(problemsOf(releasesOf(read('CHANGELOG.md')), version)).toEqual([])
  const lock = JSON.parse(read('package-lock.json')) as {
    version: string
    packages: { '': { version: string } }
  }
  expect([lock.version, lock.packages[''].version]).toEqual([version, version])
})
