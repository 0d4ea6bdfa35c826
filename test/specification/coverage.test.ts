import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nameOf } from './demand.ts'
import { demands } from './demands/index.ts'
import { type Pointer, pointers } from './pointers.ts'

/** Minimum number of demands per section, so that none is lost by accident. */
const minDemands = { '§2': 162, '§3': 27, '§4': 48, '§5': 158, '§6': 13, '§7': 14, '§8': 63, '§9': 171 }

const used = demands.flatMap((demand): Pointer[] => ('coveredBy' in demand ? [demand.coveredBy] : []))

test('every demand is checked here or points to the test that checks it', () => {
  const bare = demands.filter((demand) => !('check' in demand) && !('coveredBy' in demand))
  expect(bare.map(nameOf)).toEqual([])
})

// scripts/check-pointers.ts checks at the end of `npm test` that the test also ran and passed.
test('every pointer leads to a test of that title', () => {
  const lost = used.filter(
    ({ file, title }) => title === '' || !existsSync(file) || !readFileSync(file, 'utf8').includes(title),
  )
  expect(lost).toEqual([])
})

test('the pointers of the demands are those that the run checks', () => {
  const known: readonly Pointer[] = Object.values(pointers)
  expect(used.filter((pointer) => !known.includes(pointer))).toEqual([])
  expect(known.filter((pointer) => !used.includes(pointer))).toEqual([])
})

test('no demand is listed twice', () => {
  const names = demands.map(nameOf)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test.each(Object.entries(minDemands))('%s has its %i demands', (section, count) => {
  expect(demands.filter((demand) => demand.section === section).length).toBeGreaterThanOrEqual(count)
})
