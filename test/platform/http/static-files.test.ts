import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workerPolicy } from '../../../src/core/security-headers.ts'
import { loadStaticFiles } from '../../../src/platform/http/static-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'recomeco-test-'))
const server = createServer()
let url = ''

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, '.vite'))
  for (const name of [
    'assets/a.js',
    'assets/a.css',
    'assets/worker-a1.js',
    'a.svg',
    'a.txt',
    'a.png',
    'a.webmanifest',
    'a.sql',
    'a.sql.br',
    '.vite/a.js',
  ])
    writeFileSync(join(folder, name), 'é')
  // Only copies that say something else show which file was sent.
  writeFileSync(join(folder, 'assets/a.js.br'), brotliCompressSync('by br'))
  writeFileSync(join(folder, 'assets/a.js.gz'), gzipSync('by gzip'))
  const files = await loadStaticFiles(folder)
  server.on('request', (request, response) => {
    if (!files(request, response, (request.url ?? '').split('?', 1).join(''))) response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})

afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

test.each([
  ['/assets/a.js', 'text/javascript; charset=utf-8'],
  ['/assets/a.css', 'text/css; charset=utf-8'],
  ['/a.svg', 'image/svg+xml; charset=utf-8'],
  ['/a.txt', 'text/plain; charset=utf-8'],
  ['/a.png', 'image/png'],
  ['/a.webmanifest', 'application/manifest+json'],
])('%s is %s', async (path, type) => {
  const answer = await fetch(url + path, { headers: { 'Accept-Encoding': 'identity' } })
  expect(answer.headers.get('content-type')).toBe(type)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await answer.text()).toBe('é')
})

test('a built file is kept for ever, as its name has the hash of its content; any other for an hour', async () => {
  const cached = async (path: string) => (await fetch(url + path)).headers.get('cache-control')
  expect(await cached('/assets/a.css')).toBe('public, max-age=31536000, immutable')
  expect(await cached('/a.svg')).toBe('public, max-age=3600')
})

test('only the service worker may control every page', async () => {
  const allowed = async (path: string) => {
    const { headers } = await fetch(url + path)
    return [headers.get('service-worker-allowed'), headers.get('content-security-policy')]
  }
  expect(await allowed('/assets/worker-a1.js')).toEqual(['/', workerPolicy])
  expect(await allowed('/assets/a.js')).toEqual([null, null])
})

test.each([
  ['br, gzip', 'br', 'by br'],
  ['gzip', 'gzip', 'by gzip'],
  ['br;q=0, gzip;q=0', null, 'é'],
])('sends the copy compressed by the build for "%s"', async (accepted, encoding, text) => {
  const answer = await fetch(`${url}/assets/a.js`, { headers: { 'Accept-Encoding': accepted } })
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  expect(await answer.text()).toBe(text)
})

test('sends a file without copies as it is', async () => {
  const answer = await fetch(`${url}/a.png`, { headers: { 'Accept-Encoding': 'br, gzip' } })
  expect(answer.headers.get('content-encoding')).toBe(null)
  expect(await answer.text()).toBe('é')
})

test.each([
  '/',
  '/assets',
  '/assets/',
  '/a.sql',
  '/assets/a.js.br',
  '/assets/a.js.gz',
  '/.vite/a.js',
  '/assets/../a.txt.bak',
  '/assets/..%2fa.txt',
])('%s lists nothing and sends nothing', async (path) => {
  expect((await fetch(url + path)).status).toBe(404)
})
