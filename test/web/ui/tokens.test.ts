import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/root.ts'

const css = readFileSync(inRoot('src/web/tokens.css'), 'utf8')
const [byDay = '', inTheDark = ''] = css.split('@media (prefers-color-scheme: dark)')
const light = colorsIn(byDay)
const [rootBlock = '', nightBlock = ''] = inTheDark.split('.band-night')
const dark = { ...light, ...colorsIn(rootBlock) }

/** Backgrounds of text, controls and focus rings. */
const grounds = ['paper', 'surface', 'sunk'] as const

/** [foreground, background, minimum contrast] of WCAG 2.2: 4.5 for text (1.4.3), 3 for controls and focus (1.4.11, 2.4.13). */
const pairs: [string, string, number][] = [
  ...grounds.flatMap((ground): [string, string, number][] => [
    ['ink', ground, 7],
    ['ink-2', ground, 4.5],
    ['ink-3', ground, 4.5],
    ['mata', ground, 4.5],
    ['sol-ink', ground, 4.5],
    ['ok', ground, 4.5],
    ['bad', ground, 4.5],
    ['warn', ground, 4.5],
    ['edge', ground, 3],
  ]),
  ['mata', 'mata-tint', 4.5],
  ['mata', 'chosen', 4.5],
  ['ink', 'chosen', 7],
  ['ink-2', 'chosen', 4.5],
  ['ink-3', 'chosen', 4.5],
  ['sol-ink', 'chosen', 4.5],
  ['ok', 'chosen', 4.5],
  ['on-mata', 'mata', 4.5],
  ['on-mata', 'mata-hover', 4.5],
  ['on-bad', 'bad', 4.5],
  ['on-bad', 'bad-hover', 4.5],
  ['sol-ink', 'sol-tint', 4.5],
  ['ok', 'ok-tint', 4.5],
  ['ok-ink', 'ok-tint', 4.5],
  ['bad', 'bad-tint', 4.5],
  ['bad-ink', 'bad-tint', 4.5],
  ['ink', 'bad-tint', 4.5],
  ['ink-2', 'bad-tint', 4.5],
  ['ink', 'hill', 4.5],
  ['ink', 'dawn', 4.5],
  ['ink-2', 'dawn', 4.5],
  ['paper', 'ink', 4.5],
  // The focus ring: the sun between two lines of ink. A tab's ring is of ink only, inside it.
  ['focus', 'focus-edge', 3],
  // Night sections and the footer.
  ...['mata-2', 'mata-3'].flatMap((night): [string, string, number][] => [
    ['white', night, 7],
    ['night-ink', night, 7],
    ['leaf', night, 4.5],
    ['sol', night, 4.5],
  ]),
  ['mata-2', 'white', 7],
]

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s theme', (_, colors) => {
  test.each(pairs)('%s on %s has a contrast of %d or more', (front, back, minContrast) => {
    expect(contrast(colors, front, back)).toBeGreaterThanOrEqual(minContrast)
  })

  test.each([
    ...grounds,
    ...[
      'white',
      'hill',
      'mata-tint',
      'chosen',
      'sol-tint',
      'bad-tint',
      'dawn',
      'mata',
      'mata-2',
      'mata-3',
      'bad',
    ],
  ])('on %s, one of the two colours of the focus ring is visible', (ground) => {
    const both = ['focus', 'focus-edge'].map((line) => contrast(colors, line, ground))
    expect(Math.max(...both)).toBeGreaterThanOrEqual(3)
  })
})

test('the dark theme names no colour that the light one does not have', () => {
  expect(Object.keys(colorsIn(inTheDark)).filter((name) => !Object.hasOwn(light, name))).toEqual([])
})

test('in the dark theme, night sections keep the day’s green, on which white is legible', () => {
  const night = { ...dark, ...colorsIn(nightBlock) }
  expect(contrast(night, 'white', 'mata')).toBeGreaterThanOrEqual(4.5)
  expect(contrast(night, 'mata-2', 'mata-tint')).toBeGreaterThanOrEqual(4.5)
})

test('the browser’s bars have the paper colour of each theme', () => {
  const root = readFileSync(inRoot('src/web/root.tsx'), 'utf8')
  expect(root).toContain(`content="${light.paper}" media="(prefers-color-scheme: light)"`)
  expect(root).toContain(`content="${dark.paper}" media="(prefers-color-scheme: dark)"`)
})

test('no stylesheet has its own colour, except white on the night sections and inside data: URLs', () => {
  const sheets = readFileSync(inRoot('src/web/app.css'), 'utf8').match(/ui\/css\/[\w-]+\.css/g) ?? []
  expect(sheets.length).toBeGreaterThan(5)
  const own = sheets.flatMap((sheet) =>
    readFileSync(inRoot(`src/web/${sheet}`), 'utf8')
      .replace(/url\("data:[^"]*"\)/g, '')
      .split('\n')
      .filter((line) => /#[\da-f]{3,8}\b/i.test(line.replaceAll('#fff', '')))
      .map((line) => `${sheet}: ${line.trim()}`),
  )
  expect(own).toEqual([])
})

type Colors = Record<string, string>

function colorsIn(text: string): Colors {
  return Object.fromEntries(
    [...text.matchAll(/--color-([\w-]+): (#[\da-f]+);/g)].map(([, name, color]) => [name, color]),
  )
}

/** Returns WCAG's contrast of two colours, 1 to 21. */
function contrast(colors: Colors, front: string, back: string): number {
  const [a, b] = [luminance(colors[front]), luminance(colors[back])]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(color: string | undefined): number {
  if (!color) throw new Error('unknown colour')
  const digits =
    color.length === 4
      ? [...color.slice(1)].map((digit) => digit + digit)
      : (color.slice(1).match(/../g) ?? [])
  const [red = 0, green = 0, blue = 0] = digits.map((pair) => {
    const part = Number.parseInt(pair, 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
