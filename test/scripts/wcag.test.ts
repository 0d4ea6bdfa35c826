import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../scripts/lib/root.ts'

/** Criteria of levels A and AA of WCAG 2.2, by guideline. */
const guidelines: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1],
  '1.2': [1, 2, 3, 4, 5],
  '1.3': [1, 2, 3, 4, 5],
  '1.4': [1, 2, 3, 4, 5, 10, 11, 12, 13],
  '2.1': [1, 2, 4],
  '2.2': [1, 2],
  '2.3': [1],
  '2.4': [1, 2, 3, 4, 5, 6, 7, 11],
  '2.5': [1, 2, 3, 4, 7, 8],
  '3.1': [1, 2],
  '3.2': [1, 2, 3, 4, 6],
  '3.3': [1, 2, 3, 4, 7, 8],
  '4.1': [2, 3],
}

const text = readFileSync(inRoot('docs/wcag.md'), 'utf8')

const rows = text
  .split('\n')
  .filter((line) => /^\| \d\.\d\.\d/.test(line))
  .map((line) => {
    const [id = '', level = '', name = '', state = '', how = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    return { id, level, name, state, how, cells: line.split('|').length - 2 }
  })

test('every criterion of levels A and AA is there once, in order', () => {
  const expected = Object.entries(guidelines).flatMap(([guideline, numbers]) =>
    numbers.map((number) => `${guideline}.${number}`),
  )
  expect(rows.map(({ id }) => id)).toEqual(expected)
  // As many as the recommendation has, without 4.1.1, which it removed.
  expect(rows.filter(({ level }) => level === 'A')).toHaveLength(31)
  expect(rows.filter(({ level }) => level === 'AA')).toHaveLength(24)
})

test.each(rows)(
  '$id states the criterion, how far it is met, and what was tested',
  ({ name, state, how, cells }) => {
    expect(cells).toBe(5)
    expect(name.length).toBeGreaterThan(5)
    expect(['tested', 'read', 'partly', 'not applicable']).toContain(state)
    expect(how.length).toBeGreaterThan(5)
    const named = [...how.matchAll(/`((?:src|test|e2e)\/[\w./-]+)`/g)].map(([, path = '']) => path)
    expect(named.filter((path) => !existsSync(inRoot(path)))).toEqual([])
    if (state === 'tested') expect(named.some((path) => /^(?:test|e2e)\//.test(path))).toBe(true)
    if (state === 'partly') expect(how.length).toBeGreaterThan(60)
  },
)

test('the counts match the rows', () => {
  for (const state of ['tested', 'read', 'partly', 'not applicable'])
    expect(text).toContain(`\n| ${state} | ${rows.filter((row) => row.state === state).length} |`)
})
