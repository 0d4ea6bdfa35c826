import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build, isBuilt } from '../../scripts/lib/build.ts'
import type { Child } from '../../scripts/lib/child.ts'
import { type NetworkLink, openLink } from '../../scripts/lib/network-link.ts'
import { freePorts } from '../../scripts/lib/ports.ts'
import { type Cluster, startPostgres } from '../../scripts/lib/postgres.ts'
import { shellEnvironment } from '../../scripts/lib/shell-environment.ts'
import { answers, applicationUrl, startApplication } from '../../scripts/lib/system.ts'
import { type Answer, type Browser, openBrowser } from '../../scripts/torture/browser.ts'
import { DEMO_ACCOUNTS } from '../../src/platform/demo.ts'

// A database that stops or no longer answers, as a visitor and a signed-in person experience it.
let folder: string
let cluster: Cluster
/** Network link from the shop to its database. */
let way: NetworkLink
let web: Child
let url: string
let guest: Browser
let member: Browser

beforeAll(async () => {
  if (!isBuilt()) expect(await build().done).toBe(true)
  folder = mkdtempSync(join(tmpdir(), 'recomeco-outage-'))
  cluster = await startPostgres()
  const port = await freePorts(2)
  const host = '127.0.0.1'
  way = await openLink({ host, port: port + 1 }, { host, port: Number(new URL(cluster.url).port) })
  url = applicationUrl(port)
  web = startApplication({
    port,
    dataDir: folder,
    output: openSync(join(folder, 'log'), 'a'),
    env: {
      ...shellEnvironment(),
      ROLE: 'web',
      PUBLIC_URL: url,
      DATABASE_URL: `postgresql://postgres@127.0.0.1:${port + 1}/postgres`,
      LOG_LEVEL: 'error',
      TRUST_PROXY: '1',
      DRAIN_SECONDS: '0',
    },
  })
  expect(await answers(`${url}/readyz`, web)).toBe(true)
  guest = openBrowser({ url, ip: '203.0.113.5', timeoutMs: 60_000 })
  member = openBrowser({ url, ip: '203.0.113.6', timeoutMs: 60_000 })
  const account = DEMO_ACCOUNTS.find(({ role }) => role === 'customer')
  await member.post('/auth', {
    intent: 'sign-in',
    email: account?.email ?? '',
    password: account?.password ?? '',
  })
  expect((await member.get('/payments')).status).toBe(200)
}, 240_000)

afterAll(async () => {
  await web?.stop(3_000)
  await way?.close()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
}, 240_000)

const storefront = ['/', '/service/clean-name', '/service/serasa-score', '/privacidade']
/** A statement or a connection is abandoned after at most ten seconds; a page waits for no more than two in sequence. */
const limitMs = 25_000

test.each([
  ['refuses', 'refuses'],
  ['says nothing', 'silent'],
] as const)('a database that %s', { timeout: 400_000 }, async (_, state) => {
  way.become(state)
  const pages = await Promise.all(
    [...storefront, ...storefront].map((path, index) => seen(index < 4 ? guest : member, path)),
  )
  expect(pages.map(({ status }) => status)).toEqual(Array(8).fill(200))
  const [own, posted, ready, alive] = await Promise.all([
    seen(member, '/payments'),
    timed(() =>
      guest.post('/auth', { intent: 'sign-in', email: 'ana@exemplo.com.br', password: 'Girassol@77' }),
    ),
    seen(guest, '/readyz'),
    seen(guest, '/healthz'),
  ])
  for (const { status, text } of [own, posted]) {
    expect(status).toBe(503)
    expect(text).toContain('<h1>Voltamos em instantes</h1>')
    expect(text).not.toContain('ECONN')
  }
  expect(posted.text).toContain('confira antes de enviar de novo')
  expect(own.text).not.toContain('confira antes de enviar de novo')
  expect([ready.status, alive.status]).toEqual([503, 200])
  for (const { ms } of [...pages, own, posted, ready]) expect(ms).toBeLessThan(limitMs)

  way.become('open')
  await expect.poll(async () => (await seen(guest, '/readyz')).status, { timeout: 30_000 }).toBe(200)
  expect((await seen(member, '/payments')).status).toBe(200)
})

function seen(browser: Browser, path: string): Promise<Seen> {
  return timed(() => browser.get(path))
}

interface Seen {
  status: number
  text: string
  ms: number
}

async function timed(ask: () => Promise<Answer>): Promise<Seen> {
  const began = performance.now()
  const { status, text } = await ask()
  return { status, text, ms: performance.now() - began }
}
