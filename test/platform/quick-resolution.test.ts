import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { inRoot } from '../../scripts/lib/root.ts'
import { resolve } from '../../src/platform/quick-resolution.ts'

const packageFolder = realpathSync(inRoot('node_modules', 'drizzle-orm'))
const ours = new URL('../../src/composition.ts', import.meta.url).href
const conditions = ['node', 'import']
const asks = { importAttributes: {}, conditions }

test('every import between the files of Drizzle leads where Node would find it', () => {
  let imports = 0
  for (const file of globSync('**/*.js', { cwd: packageFolder })) {
    const parent = pathToFileURL(join(packageFolder, file))
    const text = readFileSync(parent, 'utf8')
    for (const [, specifier = ''] of text.matchAll(/(?:from|import\()\s*["'](\.[^"']+)["']/g)) {
      const next = vi.fn(() => ({ url: 'asked' }))
      const { url, format } = resolve(specifier, { ...asks, parentURL: parent.href }, next) as {
        url: string
        format?: string
      }
      expect([url, format, next.mock.calls.length]).toEqual([new URL(specifier, parent).href, 'module', 0])
      expect(readFileSync(new URL(url), 'utf8')).toBeDefined()
      imports++
    }
  }
  expect(imports).toBeGreaterThan(500)
  expect(JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))).toMatchObject({
    type: 'module',
  })
})

test('every import between our own files leads where Node would find it', () => {
  let imports = 0
  for (const file of globSync('{src,simulator,scripts}/**/*.ts', { cwd: inRoot() })) {
    const parent = pathToFileURL(inRoot(file))
    const text = readFileSync(parent, 'utf8')
    for (const [, specifier = ''] of text.matchAll(
      /(?:^import|^export|\bimport)\b[^'"`;]*?["'](\.[^"']+\.ts)["']/gm,
    )) {
      const next = vi.fn(() => ({ url: 'asked' }))
      const { url, format } = resolve(specifier, { ...asks, parentURL: parent.href }, next) as {
        url: string
        format?: string
      }
      expect([format, next.mock.calls.length]).toEqual(['module-typescript', 0])
      if (!specifier.includes('+types')) expect(existsSync(new URL(url)), `${file}: ${specifier}`).toBe(true)
      imports++
    }
  }
  expect(imports).toBeGreaterThan(3_000)
  expect(JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))).toMatchObject({ type: 'module' })
})

test('what Drizzle is by a name is asked once, and only for our own files', () => {
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
