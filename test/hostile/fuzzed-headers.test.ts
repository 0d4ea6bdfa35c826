import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isUnchanged } from '../../src/core/etag.ts'
import { isSentToLoopback } from '../../src/core/loopback.ts'
import { coarseNetworkOf, networksOf } from '../../src/core/networks.ts'
import { clientAddress } from '../../src/platform/http/client-address.ts'
import { acceptedEncoding } from '../../src/platform/http/encoding.ts'
import { refusalOf, requestId, routeLabel } from '../../src/platform/http/requests.ts'
import { byteRangeOf } from '../../src/web/byte-range.ts'
import routes from '../../src/web/routes.ts'
import { patternAt } from '../../src/web/routing/routing.ts'
import { visitStepsOf } from '../../src/web/visits.server.ts'
import '../support/property-seed.ts'

/* What chance writes in the headers and the address of a request. Cookies, forms and notices are in parsers.test.ts. */

/** Characters of a header as Node delivers it: Latin-1, on one line. */
const latin1 = Array.from({ length: 223 }, (_, index) => String.fromCharCode(index + 32)).filter(
  (each) => each !== '\u007f',
)
const header = fc.string({ unit: fc.constantFrom(...latin1), maxLength: 120 })
const sent = (headers: Record<string, string>, more: Partial<IncomingMessage> = {}) =>
  ({
    headers,
    rawHeaders: Object.entries(headers).flat(),
    httpVersion: '1.1',
    method: 'GET',
    ...more,
  }) as IncomingMessage
const from = (remoteAddress: string, forwarded?: string) =>
  sent(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }, {
    socket: { remoteAddress } as IncomingMessage['socket'],
  })

test('a requested file range is within the file', () => {
  const range = fc.oneof(
    header,
    fc.tuple(fc.bigInt({ min: 0n }), fc.bigInt({ min: 0n })).map(([one, other]) => `bytes=${one}-${other}`),
    fc.bigInt({ min: 0n }).map((one) => `bytes=-${one}`),
    fc.bigInt({ min: 0n }).map((one) => `bytes=${one}-`),
  )
  fc.assert(
    fc.property(range, fc.nat(), (asked, size) => {
      const part = byteRangeOf(asked, size)
      if (typeof part === 'string') return
      const { from: first, to: last } = part
      expect(Number.isSafeInteger(first) && first >= 0 && first <= last && last < size).toBe(true)
    }),
  )
})

test('whatever a client claims, its address is the one that the last trusted proxy saw', () => {
  const claims = fc.array(
    fc.oneof(header, fc.ipV4(), fc.ipV6(), fc.constantFrom('unknown', '', '_hidden', '"[::1]:80"')),
    {
      maxLength: 8,
    },
  )
  const own = fc.oneof(
    fc.ipV4().map((ip) => [ip, ip]),
    fc.ipV4().map((ip) => [ip, `${ip}:4711`]),
    fc.ipV4().map((ip) => [ip, `::ffff:${ip}`]),
    fc.ipV6().map((ip) => [ip, ip]),
    fc.ipV6().map((ip) => [ip, `[${ip}]`]),
    fc.ipV6().map((ip) => [ip, `[${ip}]:4711`]),
  )
  const beyond = fc.array(fc.ipV4(), { maxLength: 3 })
  fc.assert(
    fc.property(claims, own, beyond, (before, [ip = '', written = ''], after) => {
      const header = [...before, written, ...after].join(', ')
      const found = clientAddress(from('192.0.2.1', header), after.length + 1)
      // fast-check writes IPv4-mapped IPv6 addresses with this prefix.
      expect(found).toBe(ip.replace(/^::ffff:(?=\d+\.)/i, ''))
      expect(clientAddress(from('192.0.2.1', header), 0)).toBe('192.0.2.1')
    }),
  )
})

test('an address not written by our proxy becomes the proxy’s address, and every address has a network', () => {
  fc.assert(
    fc.property(header, fc.integer({ min: 1, max: 5 }), (forwarded, proxies) => {
      const found = clientAddress(from('::ffff:192.0.2.1', forwarded), proxies)
      expect(found === '192.0.2.1' || isIP(found) > 0).toBe(true)
      expect(networksOf(found).every(({ name }) => name !== '')).toBe(true)
      expect(coarseNetworkOf(found)).toMatch(/^(?:unknown|[\d.]+\/24|[0-9a-f:]+\/48)$/)
    }),
  )
})

test('one IPv6 subscriber is one network, however a proxy writes the address', () => {
  const written = [
    '2001:db8:1:2::9',
    '2001:0DB8:0001:0002::0009',
    '2001:db8:1:2:0:0:0:9',
    '2001:db8:1:2::9%eth0',
  ]
  expect(new Set(written.map((ip) => networksOf(ip)[0].name)).size).toBe(1)
})

test('sends only an encoding that the client named and did not refuse', () => {
  fc.assert(
    fc.property(header, (accepted) => {
      const encoding = acceptedEncoding(accepted)
      if (encoding !== undefined) expect(accepted).toContain(encoding)
    }),
  )
  expect(['br;q=0', 'gzip;q=0.000, br; q=0', 'x-gzip', 'GZIPX'].map(acceptedEncoding)).toEqual(
    Array(4).fill(undefined),
  )
})

test('answers 304 only to a client that names the current version of the page', () => {
  fc.assert(
    fc.property(header, (asked) => {
      const isNamed = asked.includes('"digest-br"') || asked.trim() === '*'
      expect(isNamed || !isUnchanged(asked, '"digest-br"')).toBe(true)
    }),
  )
})

test('accepts only paths that a browser reads the same way; their label is a route’s', () => {
  const labels = [...routes.map((route) => `/${route.path ?? ''}`), '/assets', '(none)']
  const piece = fc.oneof(
    header,
    fc.constantFrom('/', '//', '..', '%2e', '%2f', '%00', '\\', '@', ':80', '?', '#', '.data', '%ff'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const url = `/${pieces.join('')}`
      const path = url.split('?', 1)[0] ?? ''
      const refusal = refusalOf(sent({ host: 'localhost:3000' }, { url }), path)
      if (!refusal) expect(new URL(`http://localhost:3000${url}`).host).toBe('localhost:3000')
      expect(labels).toContain(routeLabel(path, patternAt))
      expect(visitStepsOf({ method: 'GET', url, headers: { 'sec-fetch-mode': 'navigate' } })).toEqual([])
    }),
  )
})

test('accepts a request only with a host that is a name and a port', () => {
  fc.assert(
    fc.property(header, (host) => {
      const refusal = refusalOf(sent({ host }, { url: '/' }), '/')
      if (!refusal) expect(host).toMatch(/^[\w.[\]:-]+$/)
      const local = refusalOf(sent({ host }, { url: '/' }), '/', { localOnly: true })
      if (!local) expect(isSentToLoopback(host)).toBe(true)
    }),
  )
})

test('accepts only request ids that a log and a header can repeat', () => {
  fc.assert(
    fc.property(header, (given) => {
      expect(requestId(sent({ 'x-request-id': given }))).toMatch(/^[\w-]{8,64}$/)
    }),
  )
  const digits = fc
    .integer({ min: 10, max: 14 })
    .chain((length) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length }),
    )
  const mark = fc.constantFrom('', '-', '_', 'a', 'cpf-', '_x')
  fc.assert(
    fc.property(mark, digits, mark, fc.constantFrom('', '-', '_'), (before, number, after, between) => {
      const given = before + [...number].join(between) + after
      expect(requestId(sent({ 'x-request-id': given }))).not.toBe(given)
    }),
  )
})
