import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { inRoot } from '../../scripts/lib/root.ts'
import {
  CONSUMER_LATE_FEE_PERCENT,
  LATE_FEE_PERCENT,
  LATE_INTEREST_PERCENT_MONTH,
} from '../../src/core/commitments.ts'
import { DAY } from '../../src/core/durations.ts'
import { MAX_DOCUMENTS, MAX_FILE_BYTES, MAX_TOTAL_BYTES } from '../../src/modules/documents/public.ts'
import { SESSION_LIFETIME, SESSION_MAX_AGE } from '../../src/modules/identity/public.ts'

const documents = globSync(['README.md', 'SECURITY.md', 'docs/**/*.md', 'simulator/README.md'], {
  cwd: inRoot(),
}).sort()

const folders = ['src', 'ops', 'test', 'e2e', 'bench', 'scripts', 'simulator', 'migrations', 'docs', 'public']
const files = globSync([`{${folders.join(',')}}/**/*.*`, '*.*'], { cwd: inRoot() }).map((file) => `/${file}`)

/** In decisions: names of files in packages, and one file that has been replaced since. */
const elsewhere = ['db/internal-adapter.mjs']

test.each(documents)('every path named in %s exists', (document) => {
  const text = readFileSync(inRoot(document), 'utf8')
  expect([...pathsIn(text).filter((path) => !isThere(path)), ...brokenLinks(document, text)]).toEqual([])
})

test.each([
  ['a missing file', '`src/core/gone.ts`'],
  ['a missing folder', '`src/modules/gone`'],
  ['the end of a path', '`settlement/gone.ts`'],
])('detects %s', (_, text) => {
  expect(pathsIn(text).filter((path) => !isThere(path))).toHaveLength(1)
})

test('docs/decisions/README.md lists every decision once, with its title', () => {
  const decisions = globSync('[0-9]*.md', { cwd: inRoot('docs/decisions') }).map((file) => {
    const [heading = ''] = readFileSync(inRoot(`docs/decisions/${file}`), 'utf8').split('\n')
    const [number = '', title = ''] = heading.replace('# ', '').split(/: (.*)/)
    return `- [${number}](${file}) ${title}`
  })
  const index = readFileSync(inRoot('docs/decisions/README.md'), 'utf8').split('\n')
  expect(index.filter((line) => line.startsWith('- ')).sort()).toEqual(decisions.sort())
})

test('detects a broken link', () => {
  expect(brokenLinks('docs/a.md', '[a](architecture.md) [b](gone.md) [c](https://exemplo.com.br)')).toEqual([
    'gone.md',
  ])
})

test.each(['README.md', 'docs/architecture.md', 'docs/changing.md', 'docs/glossary.md', 'docs/tables.md'])(
  'every function, type and field named in %s is in the code',
  (document) => {
    const [text = ''] = readFileSync(inRoot(document), 'utf8').split('## Names that are not used')
    expect(namesIn(text).filter((name) => !isInCode(name))).toEqual([])
  },
)

test('detects a function and a field that are not in the code', () => {
  const text =
    'Call `forgetEverything(tx, …)` or `publish`, with `order.neverThere`, `A CPF` and `src/core/money.ts`'
  expect(namesIn(text).filter((name) => !isInCode(name))).toEqual(['forgetEverything', 'neverThere'])
})

test('every npm command named in the documents exists', () => {
  const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { scripts: object }
  const named = documents.flatMap((document) => [
    ...readFileSync(inRoot(document), 'utf8').matchAll(/npm run ([\w-]+)/g),
  ])
  expect(named.length).toBeGreaterThan(5)
  expect(named.map(([, name = '']) => name).filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
})

test('docs/configuration.md has every variable that is read, and no other', () => {
  const source = ['environment', 'company'].map((name) =>
    readFileSync(inRoot(`src/platform/config/${name}.ts`), 'utf8'),
  )
  const read = [...source.join('\n').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name)
  const [product = ''] = readFileSync(inRoot('docs/configuration.md'), 'utf8').split('## Tools')
  const documented = [...product.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+|HOST|PORT|ROLE)`/g)].map(
    ([, name]) => name,
  )
  // The desk, a command line, reads these two itself.
  const expected = [...read, 'DESK_EMAIL', 'DESK_PASSWORD']
  expect([...new Set(documented)].sort()).toEqual(expected.sort())
})

test('docs/configuration.md states the caps of late charges', () => {
  const text = readFileSync(inRoot('docs/configuration.md'), 'utf8')
  const rowOf = (name: string) => text.split('\n').find((line) => line.startsWith(`| \`${name}\``))
  expect(rowOf('LATE_FEE_PERCENT')).toContain(`0 to ${LATE_FEE_PERCENT},`)
  expect(rowOf('LATE_FEE_PERCENT')).toContain(`never pays more than ${CONSUMER_LATE_FEE_PERCENT} |`)
  expect(rowOf('LATE_INTEREST_PERCENT_MONTH')).toContain(`0 to ${LATE_INTEREST_PERCENT_MONTH} |`)
})

test('docs/security-inventory.md states the length of a session and the limits of uploads', () => {
  const text = readFileSync(inRoot('docs/security-inventory.md'), 'utf8')
  const rowOf = (start: string) => text.split('\n').find((line) => line.startsWith(`| ${start}`))
  const [unused, max] = [SESSION_LIFETIME / DAY, SESSION_MAX_AGE / DAY]
  expect(rowOf('of an account')).toContain(`| ${unused} days | ${max} days |`)
  const megabytes = (bytes: number) => bytes / 1024 / 1024
  expect(rowOf('files')).toContain(
    `${megabytes(MAX_FILE_BYTES)} MB each, ${MAX_DOCUMENTS} and ${megabytes(MAX_TOTAL_BYTES)} MB a person`,
  )
})

/** Rows of the table in docs/specification.md, without its header. */
const differences = readFileSync(inRoot('docs/specification.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

test.each(differences)('docs/specification.md, %s: %s', (...cells) => {
  expect(cells).toHaveLength(4)
  const [section = '', ...texts] = cells
  expect(section).toMatch(/^§[1-9]$/)
  for (const text of texts) expect(text.length).toBeGreaterThan(8)
})

test('docs/specification.md lists the differences once each, in the order of the sections', () => {
  const sections = differences.map(([section = '']) => section)
  expect(sections.length).toBeGreaterThan(30)
  expect(sections).toEqual([...sections].sort())
  const stated = differences.map((cells) => cells.slice(0, 3).join(' | '))
  expect(stated.filter((line, index) => stated.indexOf(line) !== index)).toEqual([])
})

/** Returns the paths in code spans: from one of our folders, or the end of one, with the extension of a source. */
function pathsIn(text: string): string[] {
  const spans = [...text.matchAll(/`([\w./@-]+)`/g)].map(([, span = '']) => span.replace(/^\.\/|\/$/g, ''))
  // The output of a run is not in the repository.
  const inRepository = spans.filter((span) => !span.startsWith('test-results/'))
  return inRepository.filter(
    (span) => isOurs(span) || /^[\w-]+\/.*\.(?:tsx?|mjs|json|sql|css|md)$/.test(span),
  )
}

function isOurs(path: string): boolean {
  return folders.includes(path.split('/')[0] ?? '') && path.includes('/')
}

function isThere(path: string): boolean {
  if (elsewhere.includes(path)) return true
  return isOurs(path) ? existsSync(inRoot(path)) : files.some((file) => file.endsWith(`/${path}`))
}

/** Returns the names in code spans: `publish`, `publish(tx, …)`, both parts of `proposals.previewCustomOffer`. */
function namesIn(text: string): string[] {
  const spans = [...text.matchAll(/`([A-Za-z][A-Za-z0-9]*(?:\.[a-z][A-Za-z0-9]*)*)(?:\([^`\n]*\))?`/g)]
  const inCode = spans.map(([, span = '']) => span).filter((span) => !span.endsWith('.md'))
  return inCode.flatMap((span) => span.split('.')).filter((name) => name !== patternOfDoors)
}

/** Represents the function of each door. */
const patternOfDoors = 'createX'

const sources = globSync(
  ['{src,scripts,simulator,test,e2e,bench,ops}/**/*.{ts,tsx,mjs,css}', 'migrations/*.sql', '*.{ts,json}'],
  { cwd: inRoot() },
).filter((file) => file !== 'test/scripts/docs.test.ts')
const words = new Set(sources.flatMap((file) => readFileSync(inRoot(file), 'utf8').match(/\w+/g) ?? []))

/** Whether the code has a word, its plural or the type of its name. */
function isInCode(name: string): boolean {
  return [name, `${name}s`, name.charAt(0).toUpperCase() + name.slice(1)].some((word) => words.has(word))
}

function brokenLinks(document: string, text: string): string[] {
  const targets = [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(([, target = '']) => target)
  return targets.filter((target) => !existsSync(inRoot(dirname(document), target)))
}
