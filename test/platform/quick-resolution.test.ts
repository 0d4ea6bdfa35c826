import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { inRoot } from '../../scripts/lib/root.ts'
import { resolve } from '../../src/platform/quick-resolution.ts'

const ours = new URL('../../src/composition.ts', import.meta.url).href
const conditions = ['node', 'import']
const asks = { importAttributes: {}, conditions }

/** Returns the imports between these files whose file, or whose kind of module, differs from what Node would find. */
function misled(folder: string, pattern: string, imports: RegExp, format: string) {
  let count = 0
  const wrong = globSync(pattern, { cwd: folder }).flatMap((file) => {
    const parent = pathToFileURL(join(folder, file))
    return [...readFileSync(parent, 'utf8').matchAll(imports)].flatMap(([, specifier = '']) => {
      count++
      const next = vi.fn(() => ({ url: 'asked' }))
      const found = resolve(specifier, { ...asks, parentURL: parent.href }, next) as {
        url: string
        format?: string
      }
      const expected = new URL(specifier, parent)
      const isRight = found.url === expected.href && found.format === format && next.mock.calls.length === 0
      return isRight && existsSync(expected) ? [] : [`${file}: ${specifier}`]
    })
  })
  return { count, wrong }
}

test.each([
  ['drizzle-orm', 500],
  ['pg-boss', 60],
  ['zod', 200],
])('every import between the files of %s resolves as in Node', (name, min) => {
  const folder = realpathSync(inRoot('node_modules', name))
  const { count, wrong } = misled(folder, '**/*.js', /(?:from|import\()\s*["'](\.[^"']+\.js)["']/g, 'module')
  expect(wrong).toEqual([])
  expect(count).toBeGreaterThan(min)
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({ type: 'module' })
})

test('every import between our own files resolves as in Node', () => {
  const imports = /(?:^import|^export|\bimport)\b[^'"`;]*?["'](\.(?!\/\+types)[^"']+\.ts)["']/gm
  const { count, wrong } = misled(inRoot(), '{src,simulator,scripts}/**/*.ts', imports, 'module-typescript')
  expect(wrong).toEqual([])
  expect(count).toBeGreaterThan(3_000)
  expect(JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))).toMatchObject({ type: 'module' })
})

test('a Drizzle module is resolved by name once, and only for our own files', () => {
  const next = vi.fn((specifier: string) => ({ url: `file:///found/${specifier}`, format: 'module' }))
  const from = (parentURL: string, specifier: string, others = conditions) =>
    resolve(specifier, { ...asks, conditions: others, parentURL }, next)
  const first = from(ours, 'drizzle-orm/test-only')
  expect(first).toMatchObject({ url: 'file:///found/drizzle-orm/test-only', shortCircuit: true })
  expect(from(new URL('../src/process.ts', ours).href, 'drizzle-orm/test-only')).toBe(first)
  expect(next).toHaveBeenCalledTimes(1)

  from('file:///srv/node_modules/other/index.js', 'drizzle-orm/test-only')
  from(ours, 'drizzle-orm/test-only', ['node', 'require'])
  from(ours, 'drizzle-orm-of-others')
  from('file:///srv/node_modules/other/index.ts', './deep.ts')
  from('data:text/javascript,', './composition.ts')
  from('file:///srv/node_modules/other/index.js', './deep.js')
  from('file:///srv/node_modules/drizzle-orm/index.cjs', './deep.js')
  from('file:///srv/node_modules/drizzle-orm/index.js', './deep.cjs')
  expect(next).toHaveBeenCalledTimes(9)
})
