import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { inRoot } from '../../scripts/lib/root.ts'

/** Requirements of levels 1 and 2 of ASVS 5.0.0, by section. */
const sections: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1, 2],
  '1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9],
  '1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '1.4': [1, 2, 3],
  '1.5': [1, 2],
  '2.1': [1, 2, 3],
  '2.2': [1, 2, 3],
  '2.3': [1, 2, 3, 4],
  '2.4': [1],
  '3.2': [1, 2],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5, 6],
  '3.5': [1, 2, 3, 4, 5],
  '3.7': [1, 2],
  '4.1': [1, 2, 3],
  '4.2': [1],
  '4.3': [1, 2],
  '4.4': [1, 2, 3, 4],
  '5.1': [1],
  '5.2': [1, 2, 3],
  '5.3': [1, 2],
  '5.4': [1, 2, 3],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '8.4': [1],
  '9.1': [1, 2, 3],
  '9.2': [1, 2, 3, 4],
  '10.1': [1, 2],
  '10.2': [1, 2],
  '10.3': [1, 2, 3, 4],
  '10.4': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '10.5': [1, 2, 3, 4, 5],
  '10.6': [1, 2],
  '10.7': [1, 2, 3],
  '11.1': [1, 2],
  '11.2': [1, 2, 3],
  '11.3': [1, 2, 3],
  '11.4': [1, 2, 3, 4],
  '11.5': [1],
  '11.6': [1],
  '12.1': [1, 2, 3],
  '12.2': [1, 2],
  '12.3': [1, 2, 3, 4],
  '13.1': [1],
  '13.2': [1, 2, 3, 4, 5],
  '13.3': [1, 2],
  '13.4': [1, 2, 3, 4, 5],
  '14.1': [1, 2],
  '14.2': [1, 2, 3, 4],
  '14.3': [1, 2, 3],
  '15.1': [1, 2, 3],
  '15.2': [1, 2, 3],
  '15.3': [1, 2, 3, 4, 5, 6, 7],
  '16.1': [1],
  '16.2': [1, 2, 3, 4, 5],
  '16.3': [1, 2, 3, 4],
  '16.4': [1, 2, 3],
  '16.5': [1, 2, 3],
  '17.1': [1],
  '17.2': [1, 2, 3, 4],
  '17.3': [1, 2],
}

const document = 'docs/asvs.md'
const text = readFileSync(inRoot(document), 'utf8')

const rows = text
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [id = '', level = '', name = '', state = '', how = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    return { id, level, name, state, how, cells: line.split('|').length - 2 }
  })

test('every requirement of levels 1 and 2 is there once, in order', () => {
  const expected = Object.entries(sections).flatMap(([section, numbers]) =>
    numbers.map((number) => `${section}.${number}`),
  )
  expect(expected).toHaveLength(253)
  expect(rows.map(({ id }) => id)).toEqual(expected)
  expect(new Set(rows.map(({ level }) => level))).toEqual(new Set(['1', '2']))
})

test.each(rows)('$id states the requirement, whether it is met, and how', ({ name, state, how, cells }) => {
  expect(cells).toBe(5)
  expect(name.length).toBeGreaterThan(5)
  expect(['met', 'installation', 'not applicable', 'not met']).toContain(state)
  expect(how.length).toBeGreaterThan(5)
  expect(missingOf(how)).toEqual([])
  if (state === 'met') expect(proofsOf(how).length).toBeGreaterThan(0)
  if (state === 'not met') expect(how.length).toBeGreaterThan(60)
})

test('detects a missing path and a missing section', () => {
  expect(missingOf('`test/gone.test.ts`, [x](gone.md), [y](security-inventory.md#gone)')).toHaveLength(3)
})

test('the counts match the rows', () => {
  for (const state of ['met', 'installation', 'not applicable', 'not met'])
    expect(text).toContain(`\n| ${state} | ${rows.filter((row) => row.state === state).length} |`)
})

/** Returns the tests and the documents that a row refers to. */
function proofsOf(how: string): string[] {
  return [...pathsIn(how).filter((path) => /^(?:test|e2e)\//.test(path)), ...linksIn(how), ...rightsIn(how)]
}

/** Returns the rules of rights that are themselves the required document. */
function rightsIn(how: string): string[] {
  return pathsIn(how).filter((path) => path.endsWith('domain/rights.ts'))
}

function pathsIn(how: string): string[] {
  return [...how.matchAll(/`((?:src|test|e2e|scripts)\/[\w./-]+)`/g)].map(([, path = '']) => path)
}

function linksIn(how: string): string[] {
  return [...how.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
}

function missingOf(how: string): string[] {
  const links = linksIn(how).filter((target) => {
    const [file = '', section] = target.split('#')
    const path = inRoot(dirname(document), file)
    if (!existsSync(path)) return true
    return section !== undefined && !headingsOf(readFileSync(path, 'utf8')).includes(section)
  })
  return [...pathsIn(how).filter((path) => !existsSync(inRoot(path))), ...links]
}

/** Returns headings as GitHub names them: lower case, spaces as hyphens. */
function headingsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
}
