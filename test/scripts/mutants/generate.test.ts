import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { instrument, mutantsOf } from '../../../scripts/mutants/generate.ts'
import { sampleOf } from '../../../scripts/mutants/sample.ts'
import { targetsAmong, targetsWith } from '../../../scripts/mutants/targets.ts'

const changed = (source: string) =>
  mutantsOf('a.ts', source).map(
    ({ operator, start, end, replacement }) =>
      `${operator}: ${source.slice(0, start)}${replacement}${source.slice(end)}`,
  )

test.each([
  ['x = a < b', ['statement: ', 'boundary: x = (a) <= (b)', 'negated: x = (a) >= (b)']],
  ['let x = a === b', ['negated: let x = (a) !== (b)']],
  ['let x = a && b', ['logic: let x = (a) || (b)']],
  ['let x = a * b', ['arithmetic: let x = (a) / (b)']],
  ['let x = 7', ['number: let x = 8', 'number: let x = 6']],
  ['let x = !a', ['negation: let x = !!(a)']],
  ['let x = a ? b : c', ['ternary: let x = (a) ? (c) : (b)']],
  ['if (a) b()', ['condition: if (true) b()', 'condition: if (false) b()', 'statement: if (a) ']],
  ['let x = [a, b]', ['element: let x = [b]', 'element: let x = [a]']],
  ['let x = Math.min(a, b)', ['method: let x = Math.max(a, b)']],
  ['let x = a.some(b)', ['method: let x = (a).every(b)']],
  ['let x = a.trim()', ['method: let x = a']],
  ["let x = a.join(', ')", ["text: let x = a.join('')"]],
  ['let x = /^a+$/i', ['pattern: let x = /a+$/i', 'pattern: let x = /^a+/i', 'pattern: let x = /^a$/i']],
  [
    'let x = z.string().check(a, b)',
    ['check: let x = z.string().check(b)', 'check: let x = z.string().check(a)'],
  ],
])('%s', (source, expected) => {
  expect(changed(source)).toEqual(expected)
})

test.each([
  "import a from 'b'",
  'type A = 1 | 2',
  "let x = refuse('invalid_price')",
  `let x = \`Olá, \${a}\``,
  "let x = 'a' + b",
  'let x = a?.b.trim()',
  "let x: Record<'a', 1> = y",
])('%s has no mutant: it is text, a type or no code', (source) => {
  expect(changed(source)).toEqual([])
})

/** Returns what the instrumented source gives with one mutant active, or with none. */
function run(source: string, on: number, ...args: readonly unknown[]): unknown {
  const mutants = mutantsOf('a.ts', source)
  const code = instrument(source, mutants, 1)
  const context = { __mutant: (number: number) => number === on }
  return new Function('globalThis', `${code}\nreturn f`)(context)(...args)
}

test('every mutant can be enabled alone, however deeply nested, and none changes the code by itself', () => {
  const source = 'function f(a, b) {\n  let n = 0\n  if (a > 1 && b) n += a * 2\n  return n + 1\n}'
  const mutants = mutantsOf('a.ts', source)
  expect(run(source, 0, 5, true)).toBe(11)
  for (const [index, { start, end, replacement }] of mutants.entries()) {
    const plain = `${source.slice(0, start)}${replacement || ';'}${source.slice(end)}`
    for (const args of [
      [5, true],
      [1, true],
      [2, false],
      [1, false],
    ]) {
      const expected: unknown = new Function(`${plain}\nreturn f`)()(...args)
      expect(run(source, index + 1, ...args), `${plain} ${args}`).toBe(expected)
    }
  }
  expect(mutants.length).toBeGreaterThan(12)
})

test('the same source gives the same mutants, and a changed line changes no other key', () => {
  const source = 'let a = 1\nlet b = 1 + 1\n'
  const keys = mutantsOf('a.ts', source).map(({ key }) => key)
  expect(mutantsOf('a.ts', source).map(({ key }) => key)).toEqual(keys)
  expect(new Set(keys).size).toBe(keys.length)
  const other = mutantsOf('a.ts', `// a line more\nlet a = 2\nlet b = 1 + 1\n`).map(({ key }) => key)
  expect(keys.filter((key) => !other.includes(key))).toEqual([
    'a.ts | number | let a = 1 | 1',
    'a.ts | number | let a = 1 | 2',
  ])
})

test('a sample is reproducible, spread over the files, and unchanged when an unpicked mutant disappears', () => {
  const mutants = ['a', 'b', 'c'].flatMap((file) =>
    Array.from({ length: 10 }, (_, index) => ({ file, key: `${file} ${index}` })),
  )
  const sample = sampleOf(mutants, 7)
  expect(sampleOf(mutants.toReversed(), 7)).toEqual(sample)
  const count = (file: string) => sample.filter((mutant) => mutant.file === file).length
  expect([count('a'), count('b'), count('c')].toSorted()).toEqual([2, 2, 3])
  const unpicked = mutants.find((mutant) => !sample.includes(mutant))
  expect(
    sampleOf(
      mutants.filter((mutant) => mutant !== unpicked),
      7,
    ),
  ).toEqual(sample)
  expect(sampleOf(mutants, 100)).toHaveLength(30)
})

test('only chosen mutants are in the code, and one that begins a statement is no argument of the line before', () => {
  const source = 'let left = Math.min(3, 5)\nleft -= 1\nleft'
  const targets = targetsAmong(
    new Map([
      ['a.ts', source],
      ['b.ts', 'a < b'],
    ]),
    () => true,
  )
  const chosen = targets
    .flatMap(({ mutants }) => mutants)
    .filter(({ replacement }) => replacement.includes('+='))
  const [{ file, first, mutants } = { file: '', first: 0, mutants: [] }, ...others] = targetsWith(
    targets,
    chosen,
  )
  expect([file, first, others]).toEqual(['a.ts', 1, []])
  expect(mutants.map(({ operator }) => operator)).toEqual(['statement', 'arithmetic'])
  const result = (on: number) =>
    runInNewContext(instrument(source, mutants, first), {
      __mutant: (asked: number) => asked === on,
    }) as number
  expect([0, 1, 2].map(result)).toEqual([2, 3, 4])
})
