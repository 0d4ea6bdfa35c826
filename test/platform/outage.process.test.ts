import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build, isBuilt } from '../../scripts/lib/build.ts'
import type { Child } from '../../scripts/lib/child.ts'
import { freePorts } from '../../scripts/lib/ports.ts'
import { type Cluster, startPostgres } from '../../scripts/lib/postgres.ts'
import { answers, applicationUrl, startApplication } from '../../scripts/lib/system.ts'
import { type Answer, type Browser, openBrowser } from '../../scripts/torture/browser.ts'
import { DEMO_ACCOUNTS } from '../../src/platform/demo.ts'

// A database that stops, or says nothing more, seen from a visitor and from somebody who is signed in.
let folder: string
let cluster: Cluster
let way: Way
let web: Child
let url: string
let guest: Browser
let member: Browser

beforeAll(async () => {
  if (!isBuilt()) expect(await build().done).toBe(true)
  folder = mkdtempSync(join(tmpdir(), 'recomeco-outage-'))
  cluster = await startPostgres()
  const port = await freePorts(2)
  way = await openWay(port + 1, Number(new URL(cluster.url).port))
  url = applicationUrl(port)
  web = startApplication({
    port,
    dataDir: folder,
    output: openSync(join(folder, 'log'), 'a'),
    env: {
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
}, 120_000)

afterAll(async () => {
  await web?.stop(3_000)
  await way?.close()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

const storefront = ['/', '/service/clean-name', '/service/serasa-score', '/privacidade']
/** A statement, or a connection, is given up after ten seconds at most; a page has no more than two in a row to wait for. */
const limitMs = 25_000

test.each(['refuses', 'says nothing'] as const)('a database that %s', { timeout: 170_000 }, async (how) => {
  way.become(how)
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

type State = 'open' | 'refuses' | 'says nothing'
interface Way {
  become(state: State): void
  close(): Promise<void>
}

/** The way from the shop to its database, which can be cut (a server that was stopped) or go silent (one that is paused, or a network). */
async function openWay(port: number, target: number): Promise<Way> {
  const open = new Set<Socket>()
  let state: State = 'open'
  const server: Server = createServer((client) => {
    if (state === 'refuses') return void client.destroy()
    const backend = connect(target, '127.0.0.1')
    for (const socket of [client, backend]) {
      open.add(socket)
      socket.on('error', () => socket.destroy())
      socket.once('close', () => {
        open.delete(socket)
        client.destroy()
        backend.destroy()
      })
    }
    client.on('data', (chunk) => state === 'open' && backend.write(chunk))
    backend.on('data', (chunk) => state === 'open' && client.write(chunk))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    become(next) {
      // What was silent has lost what was said meanwhile.
      if (next === 'refuses' || (state === 'says nothing' && next === 'open'))
        for (const socket of open) socket.destroy()
      state = next
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
