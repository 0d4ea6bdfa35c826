import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { acceptedEncoding } from '../../../src/platform/http/encoding.ts'
import { answerShared } from '../../../src/platform/http/shared-pages.ts'

function pages(make: () => Promise<Response>) {
  const answer = answerShared({ pathOf: () => '/page', edition: () => '2026-03-02' }, make)
  return async () => {
    const sent = { status: 0, headers: new Map<string, unknown>(), body: undefined as unknown }
    const response = {
      setHeader: (name: string, value: unknown) => sent.headers.set(name.toLowerCase(), value),
      writeHead(status: number) {
        sent.status = status
        return response
      },
      end(body: unknown) {
        sent.body = body
      },
    }
    const request = { method: 'GET', headers: {} } as IncomingMessage
    const isAnswered = await answer(request, response as unknown as ServerResponse)
    return { isAnswered, ...sent }
  }
}

const html = { 'Content-Type': 'text/html' }

test.each([
  ['a failure', () => new Response('x', { status: 503, headers: html })],
  ['a redirect', () => new Response(null, { status: 302, headers: { Location: '/auth' } })],
  ['a cookie', () => new Response('x', { headers: { ...html, 'Set-Cookie': 'rc_sessao=1' } })],
  ['an exception', () => Promise.reject(new Error('no database'))],
])('does not share %s, and makes the page again for the next request', async (_what, bad) => {
  let made = 0
  const ask = pages(async () => (made++ === 0 ? await bad() : new Response('page', { headers: html })))
  expect(await ask()).toMatchObject({ isAnswered: false, status: 0 })
  expect(await ask()).toMatchObject({ isAnswered: true, status: 200 })
  await ask()
  expect(made).toBe(2)
})

test('the headers of one response are not sent with the next', async () => {
  const headers = { ...html, 'X-Request-Id': 'first', 'Content-Length': '4', Date: 'then', 'X-Kept': '1' }
  const { headers: sent } = await pages(async () => new Response('page', { headers }))()
  expect([sent.get('x-request-id'), sent.get('date'), sent.get('x-kept')]).toEqual([
    undefined,
    undefined,
    '1',
  ])
})

test('a cache on the way keeps a page for each encoding', async () => {
  const { headers: sent } = await pages(async () => new Response('page', { headers: html }))()
  expect(sent.get('vary')).toBe('Accept-Encoding')
})

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip;q=0.5, br;q=0', 'gzip'],
  ['br ; q=0.0, gzip; q=0', undefined],
  ['br;q=0.1', 'br'],
  ['identity, brotli', undefined],
  ['', undefined],
  [undefined, undefined],
])('from %j chooses %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})
