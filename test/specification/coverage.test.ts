import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nameOf } from './demand.ts'
import { demands } from './demands/index.ts'

/** How many demands each section of the specification has at least: none may be dropped in passing. */
const least = { '§2': 171, '§3': 27, '§4': 41, '§5': 125, '§6': 13, '§7': 13, '§8': 63, '§9': 106 }

test('every demand is checked here or points at the test that checks it', () => {
  const bare = demands.filter((demand) => !('check' in demand) && !('coveredBy' in demand))
  expect(bare.map(nameOf)).toEqual([])
})

test('every pointer leads to a test of that title', () => {
  const lost = demands.flatMap((demand) => {
    if (!('coveredBy' in demand)) return []
    const { file, title } = demand.coveredBy
    const there = title !== '' && existsSync(file) && readFileSync(file, 'utf8').includes(title)
    return there ? [] : [`${nameOf(demand)} → ${file}: ${title}`]
  })
  expect(lost).toEqual([])
})

test('no demand is said twice', () => {
  const names = demands.map(nameOf)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test.each(Object.entries(least))('%s has its %i demands', (section, count) => {
  expect(demands.filter((demand) => demand.section === section).length).toBeGreaterThanOrEqual(count)
})
