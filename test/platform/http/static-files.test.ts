import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
    'a.svg',
    'a.txt',
    'a.png',
    'a.webmanifest',
    'a.sql',
    '.vite/a.js',
  ])
    writeFileSync(join(folder, name), 'é')
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
  const answer = await fetch(url + path)
  expect(answer.headers.get('content-type')).toBe(type)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await answer.text()).toBe('é')
})

test.each([
  '/',
  '/assets',
  '/assets/',
  '/a.sql',
  '/.vite/a.js',
  '/assets/../a.txt.bak',
  '/assets/..%2fa.txt',
])('%s lists nothing and gives nothing', async (path) => {
  expect((await fetch(url + path)).status).toBe(404)
})
