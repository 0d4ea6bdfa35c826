import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from './support/test.ts'

const assetName = /[\w.-]+-[\w-]{8}\.(?:js|css|svg|woff2)/g

test('every built asset is loaded by a page, stylesheet or script, and everything they load exists', async ({
  request,
}) => {
  const files = readdirSync('build/client/assets')
  const built = files.filter((name) => !/\.(br|gz)$/.test(name))
  const texts = built.filter((name) => !name.endsWith('.woff2'))
  expect(files.length - built.length, 'each text has a copy for each encoding').toBe(2 * texts.length)
  const named = new Set((await (await request.get('/')).text()).match(assetName))
  // Referenced only by the desk's pages, which only the team can open.
  const ofDesk = built.filter((name) => /^desk-[\w-]{8}\.css$/.test(name))
  expect(ofDesk).toHaveLength(1)
  for (const name of ofDesk) named.add(name)
  for (const name of named) {
    const answer = await request.get(`/assets/${name}`)
    expect(answer.status(), name).toBe(200)
    if (/\.(js|css)$/.test(name))
      for (const other of (await answer.text()).match(assetName) ?? []) named.add(other)
  }
  expect(named.size).toBeGreaterThan(10)
  expect([...named].sort()).toEqual(built.sort())
})

// docs/decisions/0081
test('no script calls what the browsers of older phones do not have: methods newer than ES2022', () => {
  const newer = methodsIn('lib.{es2023,es2024,es2025}.*')
  for (const name of methodsIn('lib.{es5,es201*,es2020*,es2021*,es2022*,dom*}')) newer.delete(name)
  expect([...newer]).toEqual(expect.arrayContaining(['toSorted', 'groupBy', 'withResolvers']))
  // CSS.escape is older than RegExp.escape.
  const called = new RegExp(`(?<!\\bCSS)\\.(?:${[...newer].join('|')})\\(`, 'g')
  expect('rows.toSorted()'.match(called)).toEqual(['.toSorted('])
  const scripts = globSync('build/client/assets/*.js').map((file) => readFileSync(file, 'utf8'))
  expect(scripts.length).toBeGreaterThan(50)
  expect(scripts.flatMap((script) => script.match(called) ?? [])).toEqual([])
  // Safari before 16.4 refuses a whole script that has a lookbehind, which no build replaces.
  expect(scripts.flatMap((script) => script.match(/\(\?<[=!].{20}/g) ?? [])).toEqual([])
})

/** The methods that TypeScript's own libraries declare. */
function methodsIn(libraries: string): Set<string> {
  const files = globSync(`node_modules/@typescript/*/lib/${libraries}.d.ts`)
  return new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(/(?<=^ +)\w+(?=[<(])/gm) ?? []))
}
