import { expect, test } from 'vitest'
import { productSources } from '../../scripts/lib/tree.ts'
import { rooms, uses } from '../../src/modules/uses.ts'

// The opposite direction, that imports of the product are declared, is checked by scripts/check-architecture.ts.

test('every declared use of a module exists', () => {
  const sources = [...productSources()]
  const isMade = (own: string, other: string) =>
    sources.some(
      ([file, text]) =>
        file.startsWith(`src/modules/${own}/`) &&
        new RegExp(`from '[./]+/${other}/(?:public|index\\.server)\\.ts'`).test(text),
    )
  const idle = Object.entries(uses).flatMap(([own, others]) =>
    others.filter((other) => !isMade(own, other)).map((other) => `${own} → ${other}`),
  )
  expect(idle).toEqual([])
})

test('every declared use of a room exists', () => {
  const sources = [...productSources()]
  const isMade = (module: string, own: string, other: string) =>
    sources.some(
      ([file, text]) =>
        file.startsWith(`src/modules/${module}/${own}/`) && new RegExp(`from '\\.\\./${other}/`).test(text),
    )
  const idle = Object.entries(rooms).flatMap(([module, list]) =>
    Object.entries(list).flatMap(([own, others]) =>
      others.filter((other) => !isMade(module, own, other)).map((other) => `${module}: ${own} → ${other}`),
    ),
  )
  expect(idle).toEqual([])
})

/** The seconds or milliseconds of an hour or a day, typed: not in a cache's header, whose unit is HTTP's. */
const typedSpan = /(?<![\w.=])(?:3_?600|86_?400)(?:_?000)?(?!\w)|\b60 \* 60(?!\d)/

test('spans of time have one source, src/core/durations.ts', () => {
  const examples = ['window: 3_600,', '24 * 86400000', '60 * 60_000', 'max-age=3600', '36_000', '1.3600']
  expect(examples.map((text) => typedSpan.test(text))).toEqual([true, true, true, false, false, false])
  const typed = [...productSources()].flatMap(([file, text]) =>
    text
      .split('\n')
      .filter((line) => file.startsWith('src/') && /\.tsx?$/.test(file) && typedSpan.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(typed).toEqual([])
})
