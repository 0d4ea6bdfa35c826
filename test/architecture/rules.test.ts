import { expect, test } from 'vitest'
import {
  checkArchitecture,
  checkCycles,
  type Rooms,
  type Rule,
  type Uses,
} from '../../scripts/lib/architecture.ts'

const uses: Uses = { orders: ['catalogue'], catalogue: [], payments: [] }

/** A small valid project; each case adds a violation. */
const house: Record<string, string> = {
  'src/core/money.ts': 'export const zero = 0',
  'src/platform/clock.ts':
    "import { zero } from '../core/money.ts'\nexport const now = () => Date.now() + zero",
  'src/modules/catalogue/domain/plan.ts':
    "import { zero } from '../../../core/money.ts'\nexport const plan = zero",
  'src/modules/catalogue/public.ts':
    "import { z } from 'zod'\nexport { plan } from './domain/plan.ts'\nexport const name = z",
  'src/modules/catalogue/index.server.ts': "export * from './tables.server.ts'",
  'src/modules/catalogue/tables.server.ts':
    "import { pgTable } from 'drizzle-orm/pg-core'\nexport const services = pgTable",
  'src/modules/orders/domain/order.ts': 'export const order = (now: Date) => new Date(now)',
  'src/modules/orders/place-order.ts':
    "import { plan } from '../catalogue/public.ts'\nexport const place = plan",
  'src/modules/orders/adapters/fax.server.ts': "import './fax-lines.ts'\nexport const fax = 1",
  'src/modules/orders/adapters/fax-lines.ts': 'export {}',
  'src/modules/orders/index.server.ts':
    "import { place } from './place-order.ts'\nexport const orders = place",
  'src/modules/payments/index.server.ts': 'export const payments = 1',
  'src/adapters.ts': "export { fax } from './modules/orders/adapters/fax.server.ts'",
  'src/composition.ts':
    "import { fax } from './modules/orders/adapters/fax.server.ts'\nimport { orders } from './modules/orders/index.server.ts'\nimport { paths } from './web/paths.ts'\nexport const links = paths\nexport type App = typeof orders & typeof fax",
  'src/web/routes.ts':
    "import { listed } from './routing.ts'\nexport default [listed('payments', 'routes/payments.tsx'), listed('tracking', 'routes/tracking.tsx'), listed('webhooks/pix/*', 'routes/pix.ts')]",
  'src/web/routing.ts':
    "export const listed = (path: string, file: string) => ({ path, file })\nexport const root = '/'.split('/')",
  'src/web/paths.ts':
    "import { href } from 'react-router'\nexport const paths = { payments: () => href('/payments') }",
  'src/main.ts': "await import('./process.ts')",
  'src/process.ts': "import './composition.ts'\nawait import('../build/server/index.js')",
  'src/web/context.ts': "import type { App } from '../composition.ts'\nexport type C = App",
  'src/web/routes/home.tsx':
    "import type { Route } from './+types/home'\nimport { name } from '../../modules/catalogue/public.ts'\nexport default () => <p>{String(name)}</p>",
  'src/web/enhance/qr.ts': "import { texts } from '../copy/qr.ts'\nexport const qr = texts",
  'src/web/copy/qr.ts': "export const texts = { pay: 'import x from \\'../../platform/clock.ts\\'' }",
  'src/platform/folder-lock.ts': "import { linkSync } from 'node:fs'\nexport const lock = linkSync",
  'simulator/main.ts': "import { zero } from '../src/core/money.ts'\nexport const sim = zero",
  'simulator/lock.ts': "import { lock } from '../src/platform/folder-lock.ts'\nexport const l = lock",
}

test('a valid project has no breach', () => {
  const { breaches, modules, imports } = checkArchitecture(new Map(Object.entries(house)), uses)
  expect(breaches).toEqual([])
  expect(modules).toEqual(['catalogue', 'orders', 'payments'])
  expect(imports).toBe(25)
})

const planted: [breach: string, rule: Rule, file: string, text: string][] = [
  ['core imports a package', 'core', 'src/core/id.ts', "import { v7 } from 'uuid'\nexport const id = v7"],
  [
    'core imports node',
    'core',
    'src/core/id.ts',
    "import { randomUUID } from 'node:crypto'\nexport const id = randomUUID",
  ],
  [
    'core imports platform',
    'core',
    'src/core/day.ts',
    "import { now } from '../platform/clock.ts'\nexport const day = now",
  ],
  [
    'core imports a type of a module',
    'core',
    'src/core/p.ts',
    "import type { name } from '../modules/catalogue/public.ts'\nexport type P = typeof name",
  ],
  [
    'platform imports a module',
    'platform',
    'src/platform/x.ts',
    "import { name } from '../modules/catalogue/public.ts'\nexport const x = name",
  ],
  [
    'platform imports a module as a type',
    'platform',
    'src/platform/x.ts',
    "export type X = typeof import('../modules/catalogue/public.ts')",
  ],
  [
    'domain imports a package',
    'domain',
    'src/modules/orders/domain/x.ts',
    "import { z } from 'zod'\nexport const x = z",
  ],
  [
    'domain imports its own store',
    'domain',
    'src/modules/orders/domain/x.ts',
    "import { place } from '../place-order.ts'\nexport const x = place",
  ],
  [
    'domain imports platform',
    'domain',
    'src/modules/orders/domain/x.ts',
    "import { now } from '../../../platform/clock.ts'\nexport const x = now",
  ],
  [
    "domain imports another module's domain",
    'domain',
    'src/modules/orders/domain/x.ts',
    "import { plan } from '../../catalogue/domain/plan.ts'\nexport const x = plan",
  ],
  ['domain reads the clock', 'domain', 'src/modules/orders/domain/x.ts', 'export const x = () => Date.now()'],
  [
    'domain makes a date from the current time',
    'domain',
    'src/modules/orders/domain/x.ts',
    'export const x = () => new Date()',
  ],
  ['a use case reads the clock', 'clock', 'src/modules/orders/x.ts', 'export const x = () => Date.now()'],
  [
    'a page makes a date from the current time',
    'clock',
    'src/web/routes/x.ts',
    'export const x = () => new Date()',
  ],
  ['domain rolls dice', 'domain', 'src/modules/orders/domain/x.ts', 'export const x = () => Math.random()'],
  [
    'domain reads the environment',
    'domain',
    'src/modules/orders/domain/x.ts',
    'export const x = () => process.env.X',
  ],
  [
    'domain calls the network',
    'domain',
    'src/modules/orders/domain/x.ts',
    "export const x = () => fetch('/')",
  ],
  [
    'domain makes ids',
    'domain',
    'src/modules/orders/domain/x.ts',
    'export const x = () => crypto.randomUUID()',
  ],
  [
    'a module uses one that the list does not give it',
    'modules',
    'src/modules/orders/x.ts',
    "import { payments } from '../payments/index.server.ts'\nexport const x = payments",
  ],
  [
    'a module uses another upwards, as a type',
    'modules',
    'src/modules/payments/x.ts',
    "import type { orders } from '../orders/index.server.ts'\nexport type X = typeof orders",
  ],
  [
    'a module enters another past its door',
    'modules',
    'src/modules/orders/x.ts',
    "import { plan } from '../catalogue/domain/plan.ts'\nexport const x = plan",
  ],
  [
    'a module imports composition',
    'modules',
    'src/modules/orders/x.ts',
    "import type { App } from '../../composition.ts'\nexport type X = App",
  ],
  [
    'web enters a module past its door',
    'modules',
    'src/web/routes/x.tsx',
    "import { plan } from '../../modules/catalogue/domain/plan.ts'\nexport const x = plan",
  ],
  [
    "a module uses another's tables",
    'tables',
    'src/modules/orders/x.ts',
    "import { services } from '../catalogue/tables.server.ts'\nexport const x = services",
  ],
  [
    'platform uses tables',
    'tables',
    'src/platform/x.ts',
    "import { services } from '../modules/catalogue/tables.server.ts'\nexport const x = services",
  ],
  [
    'a module imports its own adapter',
    'adapters',
    'src/modules/orders/x.ts',
    "import { fax } from './adapters/fax.server.ts'\nexport const x = fax",
  ],
  ['main imports an adapter', 'adapters', 'src/main.ts', "import './modules/orders/adapters/fax.server.ts'"],
  [
    'web imports platform as a value',
    'web',
    'src/web/routes/x.tsx',
    "import { now } from '../../platform/clock.ts'\nexport const x = now",
  ],
  [
    'web imports composition as a value',
    'web',
    'src/web/x.ts',
    "import * as app from '../composition.ts'\nexport const x = app",
  ],
  [
    'a module imports web',
    'web',
    'src/modules/orders/x.ts',
    "import { texts } from '../../web/copy/qr.ts'\nexport const x = texts",
  ],
  ['main imports web', 'web', 'src/main.ts', "import './web/context.ts'"],
  ['main imports the paths', 'web', 'src/main.ts', "import './web/paths.ts'"],
  [
    'a module imports the paths',
    'web',
    'src/modules/orders/x.ts',
    "import { paths } from '../../web/paths.ts'\nexport const x = paths",
  ],
  [
    'composition imports more of the web than its paths',
    'web',
    'src/composition.ts',
    "export { root } from './web/routing.ts'",
  ],
  [
    'the paths import the web',
    'web',
    'src/web/paths.ts',
    "import { root } from './routing.ts'\nexport const paths = root",
  ],
  ['a page writes a link', 'paths', 'src/web/routes/x.tsx', 'export default () => <a href="/payments">x</a>'],
  ['a page writes the link home', 'paths', 'src/web/routes/x.tsx', 'export default () => <a href="/">x</a>'],
  [
    'an action redirects to a path',
    'paths',
    'src/web/routes/x.ts',
    "import { redirect } from 'react-router'\nexport const action = () => redirect('/payments?aba=pagas')",
  ],
  [
    'an action redirects home',
    'paths',
    'src/web/routes/x.ts',
    "import { redirect } from 'react-router'\nexport const action = () => redirect('/')",
  ],
  [
    'a text of a page holds a link',
    'paths',
    'src/web/copy/x.ts',
    "export const x = 'Veja [aqui](/payments).'",
  ],
  [
    'a copy names an address',
    'paths',
    'src/web/copy/x.ts',
    "export const x = { href: '/', label: 'Início' }",
  ],
  [
    'a path is continued by hand',
    'paths',
    'src/web/routes/x.ts',
    `export const x = (here: string) => \`\${here}/pix\``,
  ],
  [
    'a second list of paths exists',
    'paths',
    'src/web/security/x.ts',
    'export const own = /^\\/(?:webhooks|uploads)(?:\\/|$)/',
  ],
  [
    'a second list writes paths as the route table does',
    'paths',
    'src/web/security/x.ts',
    "export const readable = new Set(['payments', 'tracking'])",
  ],
  [
    'a second list has one path as the route table writes it',
    'paths',
    'src/web/security/x.ts',
    "export const sizes = { 'webhooks/pix/*': 1024 }",
  ],
  [
    'a browser script knows a path',
    'paths',
    'src/web/enhance/x.ts',
    "export const protectedPages = ['/payments']",
  ],
  [
    'a message of a module holds a path',
    'paths',
    'src/modules/orders/x.ts',
    `export const text = (publicUrl: string) => \`Pague em \${publicUrl}/payments\``,
  ],
  [
    'an adapter of a module knows a path',
    'paths',
    'src/modules/orders/adapters/x.ts',
    `export const url = (base: string) => \`\${base}/webhooks/pix?source=1\``,
  ],
  ['composition writes a path', 'paths', 'src/composition.ts', "export const back = '/payments'"],
  [
    'a literal is spread into another',
    'literals',
    'src/modules/orders/x.ts',
    'export const x = (a: number) => ({ ...{ a }, b: 1 })',
  ],
  [
    'a module computes a digest of its own',
    'digests',
    'src/modules/orders/x.ts',
    "import { createHash } from 'node:crypto'\nexport const x = (a: string) => createHash('sha256').update(a).digest('hex')",
  ],
  [
    'a file that may compute digests signs with a key',
    'digests',
    'src/web/session/fingerprint.server.ts',
    "import crypto from 'node:crypto'\nexport const x = (a: string) => crypto.createHmac('sha256', a).digest('hex')",
  ],
  [
    'a module compares a secret of its own',
    'digests',
    'src/modules/orders/x.ts',
    "import { timingSafeEqual as same } from 'node:crypto'\nexport const x = (a: Buffer) => same(a, a)",
  ],
  [
    'a page tests for an error of the process by its class',
    'copies',
    'src/web/routes/x.ts',
    "import {\n  zero as none,\n  LateError,\n} from '../../core/money.ts'\nexport const x = (e: unknown) => (e instanceof LateError ? none : 1)",
  ],
  [
    'a message of a module holds an address of the site',
    'paths',
    'src/modules/orders/messages.ts',
    "export const text = 'Pague em https://www.exemplo.com.br/payments'",
  ],
  [
    'browser code imports a page',
    'browser',
    'src/web/enhance/x.ts',
    "import home from '../routes/home.tsx'\nexport const x = home",
  ],
  [
    'browser code imports a package',
    'browser',
    'src/web/enhance/x.ts',
    "import { useState } from 'react'\nexport const x = useState",
  ],
  [
    'a page that React runs imports its route',
    'browser',
    'src/web/hydration/hydrate.tsx',
    "import * as account from '../routes/account.server.ts'\nexport const x = account",
  ],
  [
    'a page that React runs reaches the router',
    'browser',
    'src/web/hydration/page.tsx',
    "import { useFetcher } from 'react-router'\nexport const x = useFetcher",
  ],
  [
    'browser code reaches the server through a copy',
    'browser',
    'src/web/copy/qr.ts',
    "import fs from 'node:fs'\nexport const texts = fs",
  ],
  [
    'a public door reaches the platform',
    'browser',
    'src/modules/payments/public.ts',
    "export { now } from '../../platform/clock.ts'",
  ],
  [
    'a public door imports a value beside a type from the server',
    'browser',
    'src/modules/payments/public.ts',
    "import { type payments as P, payments } from './index.server.ts'\nexport type Q = typeof P\nexport const q = payments",
  ],
  [
    'a public door re-exports the server',
    'browser',
    'src/modules/payments/public.ts',
    "export { payments } from './index.server.ts'",
  ],
  [
    'what the simulator shares imports the product',
    'simulator',
    'src/platform/folder-lock.ts',
    "import { zero } from '../core/money.ts'\nexport const lock = zero",
  ],
  [
    'the simulator imports platform',
    'simulator',
    'simulator/x.ts',
    "import { now } from '../src/platform/clock.ts'\nexport const x = now",
  ],
  [
    'two files import each other',
    'cycles',
    'src/core/money.ts',
    "import { one } from './one.ts'\nexport const zero = one",
  ],
  [
    'a thread imports the file that starts it',
    'cycles',
    'src/platform/clock.ts',
    "new URL('./clock.ts', import.meta.url)\nexport const now = 1",
  ],
  ['an import leads nowhere', 'resolves', 'src/core/x.ts', "export * from './nowhere.ts'"],
  ['main imports a missing file', 'resolves', 'src/main.ts', "import './compositon.ts'"],
]

test.each(planted)('%s: a breach of "%s"', (_, rule, file, text) => {
  const extra: Record<string, string> = {
    'src/core/one.ts': "import { zero } from './money.ts'\nexport const one = zero",
  }
  const sources = new Map(Object.entries({ ...house, ...(rule === 'cycles' ? extra : {}), [file]: text }))
  const { breaches } = checkArchitecture(sources, uses)
  expect(breaches.map((breach) => breach.rule)).toContain(rule)
})

test('declared cycles between modules are refused even without imports', () => {
  const { breaches } = checkArchitecture(new Map(), { orders: ['payments'], payments: ['orders'] })
  expect(breaches).toMatchObject([{ rule: 'cycles', file: 'src/modules/uses.ts' }])
})

test('a provider’s paths may end like ours', () => {
  const text = `export const a = '/v1/payments'; export const b = (id: string) => \`/pix/\${id}\`; export const c = '/payments-sum'`
  const sources = new Map(Object.entries({ ...house, 'src/modules/orders/adapters/x.ts': text }))
  expect(checkArchitecture(sources, uses).breaches).toEqual([])
})

test('a word that is also a path is not a link', () => {
  const text = `export const a = 'payments'; export const b = ['payments', 'orders']; export const c = { payments: ['tracking'] }`
  const sources = new Map(Object.entries({ ...house, 'src/modules/orders/x.ts': text }))
  expect(checkArchitecture(sources, uses).breaches).toEqual([])
})

test('type imports make no cycle', () => {
  const sources = new Map([
    ['src/core/a.ts', "import type { B } from './b.ts'\nexport type A = B"],
    ['src/core/b.ts', "import { type A } from './a.ts'\nexport type B = A"],
  ])
  expect(checkArchitecture(sources, {}).breaches).toEqual([])
})

test('a file that cannot be parsed is an error', () => {
  expect(() => checkArchitecture(new Map([['src/core/a.ts', 'export const = 1']]), {})).toThrow(
    'src/core/a.ts',
  )
})

const rooms: Rooms = { payments: { ledger: [], charges: ['ledger'] } }
/** A valid module with two rooms: `charges` may import the ledger, both may import the domain. */
const roomy: Record<string, string> = {
  'src/modules/payments/domain/entry.ts': 'export const entry = 1',
  'src/modules/payments/ledger/post.ts':
    "import { entry } from '../domain/entry.ts'\nexport const post = entry",
  'src/modules/payments/charges/charge.ts':
    "import { post } from '../ledger/post.ts'\nexport const charge = post",
  'src/modules/payments/index.server.ts':
    "import { charge } from './charges/charge.ts'\nexport const all = charge",
}

test('rooms that import each other as declared have no breach', () => {
  expect(checkArchitecture(new Map(Object.entries(roomy)), uses, rooms).breaches).toEqual([])
})

test.each([
  [
    'a lower room uses a higher one',
    'src/modules/payments/ledger/sum.ts',
    "import type { charge } from '../charges/charge.ts'\nexport type Sum = typeof charge",
  ],
  ['an undeclared room', 'src/modules/payments/attic/old.ts', 'export const old = 1'],
  [
    "a room reads another's tables",
    'src/modules/payments/ledger/read.ts',
    "import { table } from '../charges/tables.server.ts'\nexport const read = table",
  ],
])('%s: a breach of "rooms"', (_, file, text) => {
  const tables = { 'src/modules/payments/charges/tables.server.ts': 'export const table = 1' }
  const sources = new Map(Object.entries({ ...roomy, ...tables, [file]: text }))
  const { breaches } = checkArchitecture(sources, uses, rooms)
  expect(breaches).toMatchObject([{ rule: 'rooms', file }])
})

test.each([
  [
    'directly',
    {
      'src/modules/payments/notify.ts':
        "import { charge } from './charges/charge.ts'\nexport const notify = charge",
    },
  ],
  [
    'through another top-level file',
    {
      'src/modules/payments/notify.ts': "import { words } from './words.ts'\nexport const notify = words",
      'src/modules/payments/words.ts':
        "import type { charge } from './charges/charge.ts'\nexport const words: typeof charge | 0 = 0",
    },
  ],
])('a top-level file that a room imports may not reach a room %s', (_, top) => {
  const sum = "import { notify } from '../notify.ts'\nexport const sum = notify"
  const sources = new Map(Object.entries({ ...roomy, ...top, 'src/modules/payments/ledger/sum.ts': sum }))
  const { breaches } = checkArchitecture(sources, uses, rooms)
  expect(breaches).toMatchObject([{ rule: 'rooms', file: Object.keys(top).at(-1) }])
})

test("another module's tables may not be imported from any room", () => {
  const sources = new Map(
    Object.entries({
      ...roomy,
      'src/modules/payments/charges/tables.server.ts': 'export const table = 1',
      'src/modules/orders/read.ts':
        "import { table } from '../payments/charges/tables.server.ts'\nexport const read = table",
    }),
  )
  const found = checkArchitecture(sources, { ...uses, orders: ['payments'] }, rooms).breaches
  expect(found.map(({ rule }) => rule)).toContain('tables')
})

test('declared cycles between rooms are refused', () => {
  const circle: Rooms = { payments: { ledger: ['charges'], charges: ['ledger'] } }
  expect(checkArchitecture(new Map(), uses, circle).breaches).toMatchObject([{ rule: 'cycles' }])
})

test('files outside the product import in no circle, except by erased imports', () => {
  const circle = (statement: string) =>
    new Map(
      Object.entries({
        'test/one.ts': "import { other } from './other.ts'\nexport const one = () => other",
        'test/other.ts': `${statement} { one } from './one.ts'\nexport const other = 1`,
      }),
    )
  expect(checkCycles(circle('import'))).toMatchObject([{ rule: 'cycles' }])
  expect(checkCycles(circle('import type'))).toEqual([])
})
