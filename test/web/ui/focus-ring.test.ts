import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../../scripts/lib/root.ts'

const css = globSync('src/web/**/*.css', { cwd: inRoot() })
  .map((file) => readFileSync(inRoot(file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''))
  .join('\n')
const rules = [...css.matchAll(/([^{};]*:focus-visible[^{]*)\{([^}]*)\}/g)].map(
  ([, selector = '', body = '']) => ({
    selector: selector.trim(),
    body,
  }),
)

// The contrast of the ring's two colours is tested in tokens.test.ts.
test('the focus ring is the focus colour edged on both sides, also on elements with their own shadow', () => {
  const base = rules.find(({ selector }) => selector === ':focus-visible')?.body ?? ''
  const [, width = '', offset = ''] =
    /outline: (\d+)px solid var\(--color-focus\);\s*outline-offset: ([\d.]+)px;\s*box-shadow: var\(--shadow-focus\)/.exec(
      base,
    ) ?? []
  const [, spread = ''] = /--shadow-focus: 0 0 0 ([\d.]+)px var\(--color-focus-edge\)/.exec(css) ?? []
  expect(Number(width)).toBeGreaterThanOrEqual(2)
  expect(Number(offset)).toBeGreaterThanOrEqual(1)
  expect(Number(spread) - Number(offset) - Number(width)).toBeGreaterThanOrEqual(1)
})

test('every focus rule keeps the ring, belongs to a tab, or applies to what only a script focuses', () => {
  const without = rules.filter(({ body }) => !body.includes('var(--shadow-focus)'))
  // The card around a radio shows the radio's ring; the others are headings and boxes.
  expect(without.map(({ selector }) => selector).sort()).toEqual([
    '.choice :focus-visible',
    '.dialog-head h2:focus-visible',
    '.dialog:focus-visible',
    '.dialog[open]:modal:focus-visible',
    '.tab:focus-visible',
    'main:focus-visible',
  ])
})
