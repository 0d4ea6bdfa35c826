import { cyclesOf } from './cycles.ts'
import { handwrittenPaths, routeSegments } from './handwritten-paths.ts'
import { type Import, type Parsed, parse, type Sources } from './imports.ts'

export type Uses = Readonly<Record<string, readonly string[]>>

/** The rooms (folders) of a module, and the other rooms of the module that each may import. */
export type Rooms = Readonly<Record<string, Uses>>

/** The rules, each with the sentence that a violation prints. */
export const RULES = {
  core: 'core imports only core',
  platform: 'platform imports core and packages',
  domain: 'domain/ imports only core and itself, and uses no clock, randomness, network or process',
  clock:
    'only src/platform/clock and the log read the clock of this machine; everything else is given the time',
  modules:
    'a module imports another module only if src/modules/uses.ts allows it, and only through its doors',
  rooms:
    'a room imports another room of its module only if src/modules/uses.ts allows it, and no top-level file that imports a room',
  tables: 'only its own module and the migrations import tables.server.ts',
  adapters: 'only src/composition.ts and src/adapters.ts import adapters',
  web: 'web imports core and doors, and platform and composition only as types; only composition imports web, and only its paths',
  paths: 'only src/web/routes.ts and src/web/paths.ts contain paths of the site',
  browser:
    'browser code imports only core, public doors, copy, schemas and zod; pages that React runs also ui, each other and React',
  simulator:
    'the simulator imports only core and the folder lock from the product; the folder lock imports nothing',
  cycles: 'imports have no cycles',
  literals: 'an object literal is not spread into another, whose properties the compiler would check',
  digests:
    'digests are computed, and secrets compared, by the functions of src/platform/digest.ts and src/platform/signing.ts',
  copies: 'web tests no object against a class from outside web: the built pages have their own copy of it',
  resolves: 'a relative import resolves to a file',
} as const
export type Rule = keyof typeof RULES

const ROUTES = 'src/web/routes.ts'
const PATHS = 'src/web/paths.ts'
const HREF = 'src/web/href.ts'

interface Breach {
  readonly rule: Rule
  readonly file: string
  readonly line: number
  readonly reason: string
}

export interface Findings {
  readonly breaches: readonly Breach[]
  readonly imports: number
  readonly modules: readonly string[]
}

/** The only file of platform that the simulator imports. It cannot be in core, because it uses the file system. */
const FOLDER_LOCK = 'src/platform/folder-lock.ts'

/** Checks the import rules on the files of src/ and simulator/. */
export function checkArchitecture(sources: Sources, uses: Uses, rooms: Rooms = {}): Findings {
  const code = [...sources].filter(([file]) => isCode(file))
  const parsed = new Map(code.map(([file, text]) => [file, parse(file, text, sources)]))
  const imports = [...parsed.values()].flatMap((file) => file.imports)
  const modules = [...new Set(code.flatMap(([file]) => moduleOf(file) ?? []))].sort()
  const breaches = [
    ...imports.flatMap((found) => [
      ...unresolved(found, sources),
      ...forbidden(found, uses),
      ...otherRooms(found, rooms),
    ]),
    ...impurities(parsed),
    ...ownClocks(parsed),
    ...pathsWrittenByHand(code),
    ...spreadLiterals(code),
    ...ownDigests(code),
    ...copiedClasses(code, imports),
    ...serverCodeInBrowser(parsed),
    ...importCycles(imports),
    ...declaredCycles(uses),
    ...Object.values(rooms).flatMap(declaredCycles),
    ...roomsBehindTopFiles(imports, rooms),
    ...undeclaredRooms(code, rooms),
  ]
  return { breaches, imports: imports.length, modules }
}

const isCode = (file: string) => /\.(ts|tsx|js|mjs)$/.test(file)

function unresolved(found: Import, sources: Sources): Breach[] {
  const { from, specifier, target } = found
  if (target === undefined || sources.has(target) || specifier.includes('/+types/')) return []
  if (target.startsWith('build/') && from === 'src/process.ts') return []
  return [breach('resolves', found, `${target} does not exist here`)]
}

/** Checks the rules that depend on a single import. */
function forbidden(found: Import, uses: Uses): Breach[] {
  const { from, target, typeOnly } = found
  const rule = layerOf(from)
  if (target === undefined) return packageForbidden(found)
  const to = layerOf(target)
  const own = moduleOf(from)
  const other = moduleOf(target)
  const breaches: Breach[] = []
  const say = (name: Rule, reason: string) => breaches.push(breach(name, found, reason))

  if (to === 'web' && rule !== 'web' && !(rule === 'composition' && target === PATHS)) {
    say('web', `only src/composition.ts may, and only ${PATHS}`)
  }
  // Composition loads `paths` in every process, including those without pages.
  if (from === PATHS && !typeOnly && target !== HREF) say('web', 'paths must load without the rest of web')
  if (to === 'adapters' && rule !== 'composition' && !(rule === 'adapters' && own === other)) {
    say('adapters', 'only src/composition.ts and src/adapters.ts may')
  }
  if (isTables(target) && own !== other) say('tables', `only the module ${other} may`)

  if (rule === 'core' && to !== 'core') say('core', 'not core')
  if (rule === 'platform' && to !== 'platform' && to !== 'core' && to !== 'outside')
    say('platform', 'not core')
  if (rule === 'domain' && to !== 'core' && !(to === 'domain' && own === other))
    say('domain', 'not core or itself')
  if (
    rule === 'simulator' &&
    to !== 'simulator' &&
    to !== 'core' &&
    to !== 'outside' &&
    target !== FOLDER_LOCK
  )
    say('simulator', 'not core')
  if (from === FOLDER_LOCK) say('simulator', 'the simulator would import it too')
  if (own !== undefined) {
    if (to === 'composition' || to === 'main' || to === 'simulator')
      say('modules', 'modules must not import it')
    if (other !== undefined && other !== own) {
      if (!uses[own]?.includes(other))
        say('modules', `src/modules/uses.ts does not allow ${own} to use ${other}`)
      if (!isDoor(target)) say('modules', `not a door of ${other}`)
    }
  } else if (other !== undefined && rule !== 'composition' && !isDoor(target)) {
    say('modules', `not a door of ${other}`)
  }
  if (rule === 'web') {
    if ((to === 'platform' || to === 'composition') && !typeOnly) say('web', `${to} only as a type`)
    if (to === 'main' || to === 'simulator') say('web', 'web must not import it')
    if (from.startsWith('src/web/enhance/') && !isForTheBrowser(target)) say('browser', 'not for the browser')
  }
  return breaches
}

/** Checks imports between the rooms of a module; `domain/`, `adapters/` and the files at its top are not rooms. */
function otherRooms(found: Import, rooms: Rooms): Breach[] {
  const { from, target } = found
  const own = roomOf(from, rooms)
  if (own === undefined || target === undefined || moduleOf(target) !== own.module) return []
  const other = roomOf(target, rooms)
  if (other === undefined || other.room === own.room) return []
  if (rooms[own.module]?.[own.room]?.includes(other.room)) return []
  return [breach('rooms', found, `src/modules/uses.ts does not allow ${own.room} to use ${other.room}`)]
}

/**
 * Finds imports of a room by a top-level file of its module that a room imports, directly or through other top-level files: a
 * lower room would reach a higher one through it.
 */
function roomsBehindTopFiles(imports: readonly Import[], rooms: Rooms): Breach[] {
  const isTop = (file: string | undefined): file is string =>
    file !== undefined &&
    rooms[moduleOf(file) ?? ''] !== undefined &&
    /^src\/modules\/[^/]+\/[^/]+$/.test(file)
  const targetsOf = (isFrom: (file: string) => boolean) =>
    imports.filter(({ from }) => isFrom(from)).flatMap(({ target }) => (isTop(target) ? [target] : []))
  const reached = new Set(targetsOf((file) => roomOf(file, rooms) !== undefined))
  for (const file of reached) for (const target of targetsOf((from) => from === file)) reached.add(target)
  return imports
    .filter(
      ({ from, target }) => reached.has(from) && target !== undefined && roomOf(target, rooms) !== undefined,
    )
    .filter(({ from, target }) => moduleOf(from) === moduleOf(target ?? ''))
    .map((found) => breach('rooms', found, 'a room imports this file'))
}

function undeclaredRooms(code: readonly (readonly [string, string])[], rooms: Rooms): Breach[] {
  const seen = new Map<string, Breach>()
  for (const [file] of code) {
    const found = roomOf(file, rooms)
    if (!found || rooms[found.module]?.[found.room]) continue
    const reason = `the room ${found.room} is not in src/modules/uses.ts`
    seen.set(`${found.module}/${found.room}`, { rule: 'rooms', file, line: 1, reason })
  }
  return [...seen.values()]
}

function roomOf(file: string, rooms: Rooms): { module: string; room: string } | undefined {
  const [, module = '', room = ''] = /^src\/modules\/([^/]+)\/([^/]+)\//.exec(file) ?? []
  if (!rooms[module] || room === '' || room === 'domain' || room === 'adapters') return undefined
  return { module, room }
}

function packageForbidden(found: Import): Breach[] {
  if (layerOf(found.from) === 'core') return [breach('core', found, 'a package')]
  if (layerOf(found.from) === 'domain') return [breach('domain', found, 'a package')]
  return []
}

function impurities(parsed: ReadonlyMap<string, Parsed>): Breach[] {
  return [...parsed].flatMap(([file, { impurities: found }]) =>
    layerOf(file) === 'domain'
      ? found.map(({ what, line }) => ({ rule: 'domain' as const, file, line, reason: `uses ${what}` }))
      : [],
  )
}

/**
 * Finds uses of this machine's clock: its time would be stored, or compared with times that other machines stored. Browsers and
 * the program that people run themselves have no other clock.
 */
function ownClocks(parsed: ReadonlyMap<string, Parsed>): Breach[] {
  const mayReadIt =
    /^src\/(?:platform\/(?:clock|telemetry\/log)|web\/(?:enhance|ui)\/|modules\/(?:[^/]+\/domain|receipts\/proof)\/)|^simulator\//
  return [...parsed].flatMap(([file, { impurities: found }]) =>
    mayReadIt.test(file)
      ? []
      : found
          .filter(({ what }) => what === 'new Date()' || what === 'Date.now')
          .map(({ what, line }) => ({ rule: 'clock' as const, file, line, reason: `uses ${what}` })),
  )
}

/**
 * Follows value imports from the browser's entry points, the code that React runs and every public entry of a module, that is,
 * everything that a bundle would contain.
 */
function serverCodeInBrowser(parsed: ReadonlyMap<string, Parsed>): Breach[] {
  const entries = [...parsed.keys()].filter(
    (file) =>
      /^src\/web\/(enhance|hydration)\/[^.]+\.tsx?$/.test(file) ||
      file === DESK_BROWSER ||
      (moduleOf(file) && file.endsWith('/public.ts')),
  )
  const reached = new Set<string>(entries)
  const breaches: Breach[] = []
  for (const file of reached) {
    for (const found of parsed.get(file)?.imports ?? []) {
      if (found.typeOnly) continue
      if (found.target === undefined) {
        if (!isBrowserPackage(found)) breaches.push(breach('browser', found, 'a package for the server'))
      } else if (/\.server\.tsx?$/.test(found.target) || layerOf(found.target) === 'platform') {
        breaches.push(breach('browser', found, 'for the server only'))
      } else {
        reached.add(found.target)
      }
    }
  }
  return breaches
}

/** Entry point of the code that browsers of the desk run. */
const DESK_BROWSER = 'src/web/desk/hydrate-desk.tsx'

/** Packages that the desk uses beside React; customers' pages have none of them (docs/decisions/0038). */
const deskPackages =
  /^(react|react-dom\/client|react-router|cmdk|@visx\/(axis|scale|shape)|@tanstack\/react-virtual)$/

/**
 * Checks whether a file may load this package in the browser. React runs only the components named in src/web/hydration and
 * src/web/desk; the small scripts of all other pages do not use it.
 */
function isBrowserPackage({ from, specifier }: Import): boolean {
  if (/^zod(\/|$)/.test(specifier)) return true
  if (from.startsWith('src/web/desk/') && deskPackages.test(specifier)) return true
  if (/^(react|react-dom\/client|uqr)$/.test(specifier))
    return /^src\/web\/(hydration|ui|routes)\//.test(from)
  return false
}

function pathsWrittenByHand(code: readonly (readonly [file: string, text: string])[]): Breach[] {
  const segments = routeSegments(ROUTES, code.find(([file]) => file === ROUTES)?.[1] ?? '')
  return code
    .filter(([file]) => file.startsWith('src/') && file !== ROUTES && file !== PATHS)
    .flatMap(([file, text]) =>
      handwrittenPaths(file, text, segments).map(({ text: written, line }) => ({
        rule: 'paths' as const,
        file,
        line,
        reason: `writes ${JSON.stringify(written)}: use paths, or in a module its links`,
      })),
    )
}

/** Outside JSX, where a spread is how several properties of one name are passed on. */
function spreadLiterals(code: readonly (readonly [file: string, text: string])[]): Breach[] {
  return code.flatMap(([file, text]) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        /(?<!\{)\.\.\.\{/.test(line)
          ? [{ rule: 'literals' as const, file, line: index + 1, reason: line.trim() }]
          : [],
      ),
  )
}

/** The files that may use these functions of node:crypto. The program with which others verify contracts stands alone. */
const digestHomes = {
  createHash: [
    'src/platform/digest.ts',
    'src/web/session/fingerprint.server.ts',
    'src/modules/receipts/proof/verificar-contrato.mjs',
  ],
  createHmac: ['src/platform/digest.ts'],
  timingSafeEqual: ['src/platform/signing.ts', 'src/modules/identity/password-hash.server.ts'],
}

function ownDigests(code: readonly (readonly [file: string, text: string])[]): Breach[] {
  return Object.entries(digestHomes).flatMap(([name, homes]) =>
    code
      .filter(([file, text]) => file.startsWith('src/') && !homes.includes(file) && text.includes(name))
      .map(([file, text]) => {
        const line = text.slice(0, text.indexOf(name)).split('\n').length
        return { rule: 'digests' as const, file, line, reason: `uses ${name}` }
      }),
  )
}

function copiedClasses(
  code: readonly (readonly [file: string, text: string])[],
  imports: readonly Import[],
): Breach[] {
  const outside = imports.filter(
    ({ from, target, typeOnly }) =>
      layerOf(from) === 'web' && target && layerOf(target) !== 'web' && !typeOnly,
  )
  return code.flatMap(([file, text]) =>
    [...text.matchAll(/\binstanceof (\w+)/g)].flatMap(([tested, name = '']) => {
      const found = outside.find(
        ({ from, line }) => from === file && new RegExp(`\\b${name}\\b`).test(statementAt(text, line)),
      )
      return found ? [breach('copies', found, tested)] : []
    }),
  )
}

/** Returns the import statement that begins in a line. */
function statementAt(text: string, line: number): string {
  const lines = text.split('\n').slice(line - 1)
  return lines.slice(0, lines.findIndex((one) => / from '/.test(one)) + 1).join('\n')
}

/** Checks that files of the repository outside the product import each other without cycles. */
export function checkCycles(sources: Sources): readonly Breach[] {
  const code = [...sources].filter(([file]) => isCode(file))
  return importCycles(code.flatMap(([file, text]) => parse(file, text, sources).imports))
}

function importCycles(imports: readonly Import[]): Breach[] {
  const edges = new Map<string, string[]>()
  for (const { from, target, typeOnly } of imports) {
    if (!typeOnly && target !== undefined) edges.set(from, [...(edges.get(from) ?? []), target])
  }
  return cyclesOf(edges).map((members) => cycleBreach(members[0] ?? '', members))
}

function declaredCycles(uses: Uses): Breach[] {
  return cyclesOf(new Map(Object.entries(uses))).map((members) => cycleBreach('src/modules/uses.ts', members))
}

function cycleBreach(file: string, members: readonly string[]): Breach {
  return { rule: 'cycles', file, line: 1, reason: `a cycle: ${members.join(' → ')} → ${members[0]}` }
}

function breach(rule: Rule, { from, line, specifier }: Import, reason: string): Breach {
  return { rule, file: from, line, reason: `imports ${specifier}: ${reason}` }
}

type Layer =
  | 'core'
  | 'platform'
  | 'domain'
  | 'adapters'
  | 'module'
  | 'web'
  | 'composition'
  | 'main'
  | 'simulator'
  | 'outside'

function layerOf(file: string): Layer {
  if (file.startsWith('src/core/')) return 'core'
  if (file.startsWith('src/platform/')) return 'platform'
  if (/^src\/modules\/[^/]+\/domain\//.test(file)) return 'domain'
  if (/^src\/modules\/[^/]+\/adapters\//.test(file)) return 'adapters'
  if (file.startsWith('src/modules/')) return 'module'
  if (file.startsWith('src/web/')) return 'web'
  if (file === 'src/composition.ts' || file === 'src/adapters.ts') return 'composition'
  if (file === 'src/main.ts' || file === 'src/process.ts') return 'main'
  if (file.startsWith('simulator/')) return 'simulator'
  return 'outside'
}

function moduleOf(file: string): string | undefined {
  return /^src\/modules\/([^/]+)\//.exec(file)?.[1]
}

function isDoor(file: string): boolean {
  return /^src\/modules\/[^/]+\/(public|index\.server)\.ts$/.test(file)
}

function isTables(file: string): boolean {
  return /^src\/modules\/[^/]+\/(?:[^/]+\/)?tables\.server\.ts$/.test(file)
}

function isForTheBrowser(file: string): boolean {
  return (
    /^src\/(core|web\/enhance|web\/copy|web\/forms)\//.test(file) ||
    file === 'src/web/hydration/hydrate.tsx' ||
    /^src\/modules\/[^/]+\/public\.ts$/.test(file)
  )
}
