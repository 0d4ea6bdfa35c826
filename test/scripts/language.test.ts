import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// What a developer runs prints English; what an operator runs (start, doctor, desk, backup, restore, rekey and migrate) prints Portuguese,
// each throughout. Logs are English everywhere.

/** The rows of a seeded shop, in Portuguese. */
const seedData = ['money', 'orders', 'people'].map((name) => `scripts/seed/${name}.ts`)

/** Goes into the package: an operator runs it. */
const packagedServer = 'scripts/package/server.mjs'

const developers = [
  ...scripts(
    ...['test', 'check', 'dev', 'bench', 'torture', 'mutants', 'model', 'seed', 'sbom', 'supply-chain'],
    ...[
      'package',
      'recovery',
      'migration',
      'check-architecture',
      'check-pointers',
      'empty-cluster',
      'og-images',
    ],
    ...['screenshots', 'mail-screenshots', 'tables-page', 'compliance-page'],
  ),
  ...filesIn('scripts/testing', 'scripts/torture', 'scripts/mutants', 'scripts/model', 'scripts/seed'),
  ...filesIn('scripts/supply-chain', 'scripts/package', 'bench'),
].filter((file) => !seedData.includes(file) && file !== packagedServer)
const operators = [
  ...scripts('start', 'doctor', 'desk', 'backup', 'restore', 'rekey', 'migrate'),
  ...filesIn('scripts/backup', 'scripts/doctor', 'scripts/desk'),
  ...[packagedServer, 'scripts/lib/operator-command.ts', 'src/process.ts', 'src/main.ts'],
]

test.each(developers)('%s prints no Portuguese', (file) => {
  const lines = readFileSync(file, 'utf8').split('\n')
  const portuguese = /[à-ÿ]|\b(?:não|porta|pasta|rodada|aplicação|páginas|pronto|uso|aguarde|erro)\b/i
  expect(lines.filter((line) => portuguese.test(line))).toEqual([])
})

test.each(operators)('%s prints no English', (file) => {
  expect(sentencesIn(readFileSync(file, 'utf8')).filter((text) => english.test(text))).toEqual([])
})

test('detects an English sentence of an operator command, but no log, query or option', () => {
  const found = (line: string) => sentencesIn(line).some((text) => english.test(text))
  expect(found("print('The database is not running.')")).toBe(true)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code that is searched
  expect(found('printError(`${file} could not be read`)')).toBe(true)
  expect(found("print('O banco de dados não está no ar.')")).toBe(false)
  expect(found("log.error({ err }, 'could not stop in time')")).toBe(false)
  expect(found("database.query('select id from orders where not done')")).toBe(false)
  expect(found("print('Uso: npm run migrate [-- --without-backup]')")).toBe(false)
  expect(found("// 'This is not printed'")).toBe(false)
})

test('no name in code contains a word that the glossary replaces', () => {
  expect(replaced.size).toBeGreaterThan(7)
  const folders = ['src', 'test', 'e2e', 'bench', 'scripts', 'simulator']
  const code = filesIn(...folders).filter((file) => /\.(?:tsx?|mjs)$/.test(file))
  expect(code.length).toBeGreaterThan(1_500)
  const found = code.flatMap((file) =>
    replacedNamesIn(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})

test('detects such a word as any part of a name, but not in a text, a comment, a query or a field of a provider', () => {
  expect(replacedNamesIn('const mostRuns = 8')).toEqual(['mostRuns'])
  expect(replacedNamesIn('let [running, most] = [0, 0]')).toEqual(['most'])
  expect(replacedNamesIn('async function told(response: Response) {}')).toEqual(['told'])
  expect(replacedNamesIn('const milliseconds = (most: number) => most')).toEqual(['most'])
  expect(replacedNamesIn('const rowsAtMost = 1, firstInstallment = 2')).toEqual([
    'rowsAtMost',
    'firstInstallment',
  ])
  expect(replacedNamesIn('  readonly told?: boolean')).toEqual(['told'])
  expect(replacedNamesIn('  told: true,')).toEqual(['told'])
  expect(replacedNamesIn('  tellTeam(input: Input): Promise<void>')).toEqual(['tellTeam'])
  expect(replacedNamesIn('  async tellTeam(input: Input) {')).toEqual(['tellTeam'])
  expect(replacedNamesIn('  tellTeam,')).toEqual(['tellTeam'])
  expect(replacedNamesIn("test('the team is told, at most once', () => {})")).toEqual([])
  expect(replacedNamesIn('// the team is told, at most once')).toEqual([])
  expect(replacedNamesIn('sql`least(a, b), most_instalments`')).toEqual([])
  expect(replacedNamesIn('payment_methods: { installments: 6 },')).toEqual([])
})

/** The words of the last table of the glossary. */
const replaced = new Set(
  (readFileSync('docs/glossary.md', 'utf8').split('## Names that are not used')[1] ?? '')
    .split('\n')
    .flatMap((row) => row.split('|')[1]?.match(/(?<=`)\w+(?=`)/g) ?? []),
)

/** The declared names that contain a replaced word. */
function replacedNamesIn(code: string): string[] {
  const names = code
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
    .flatMap((line) => line.replace(/'(?:[^'\\]|\\.)*'|`[^`]*`/g, "''").match(declared) ?? [])
  return names.filter((name) =>
    name.split(/(?<=[a-z\d])(?=[A-Z])/).some((part) => replaced.has(part.toLowerCase())),
  )
}

/**
 * After a keyword of a declaration, or as a parameter, a property or a part of a pattern; at the start of a line also as a method.
 * `installments` is a field of a provider.
 */
const declared =
  /(?<=\b(?:const|let|function|class|interface|type) )\w+|(?<=[([{,] ?|^\s*(?:(?:readonly|async|static) )*)(?!installments:)\w+(?=\??: |[,)}\]]| [=}])|(?<=^\s*(?:(?:async|static) )*)\w+(?=\()/g

const english =
  /\b(?:the|is|are|was|were|not|and|of|with|could|cannot|failed|from|this|has|have|missing|running|without|already|please)\b/i

/** The texts of more than one word in code, without logs, queries, imports and the names of options. */
function sentencesIn(code: string): string[] {
  return code
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .filter((line) => !/^\s*\/\/|^import |\.(?:error|warn|info)\(\{|\bselect /.test(line))
    .flatMap((line) => line.match(/'(?:[^'\\]|\\.)*'|`[^`]*`/g) ?? [])
    .map((text) => text.replace(/\$\{[^}]*\}|--[\w-]+/g, ''))
    .filter((text) => text.includes(' '))
}

function scripts(...names: string[]): string[] {
  return names.map((name) => `scripts/${name}.ts`)
}

function filesIn(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`),
  )
}
