import { gzipSync } from 'node:zlib'
import type { Reply } from './mutation.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Alteration of status and headers; alters the body only where the headers declare its encoding. */
export type HeadMutation = (reply: Reply, random: SeededRandom) => Reply

const status = (code: number, ...headers: (readonly [string, string])[]): HeadMutation => {
  return (reply) => ({ ...reply, status: code, headers: [...reply.headers, ...headers] })
}
const header =
  (name: string, ...values: string[]): HeadMutation =>
  (reply) => ({
    ...reply,
    headers: [
      ...reply.headers.filter(([one]) => one !== name),
      ...values.map((value) => [name, value] as const),
    ],
  })
/** Sets a content length that differs from that of the body. */
const length =
  (lengthOf: (reply: Reply) => number): HeadMutation =>
  (reply, random) =>
    header('content-length', String(lengthOf(reply)))(reply, random)

export const headMutations: Readonly<Record<string, HeadMutation>> = {
  'status 100': status(100),
  'status 101': status(101, ['upgrade', 'websocket'], ['connection', 'upgrade']),
  'status 201': status(201),
  'status 202': status(202),
  'status 204': status(204),
  'status 206': status(206, ['content-range', 'bytes 0-9/9999']),
  'status 301': status(301, ['location', 'http://127.0.0.1:9/']),
  'status 302 to itself': status(302, ['location', '']),
  'status 304': status(304),
  'status 307': status(307, ['location', '//exemplo.com.br/']),
  'status 400': status(400),
  'status 401': status(401),
  'status 403': status(403),
  'status 404': status(404),
  'status 408': status(408),
  'status 409': status(409),
  'status 418': status(418),
  'status 423': status(423),
  'status 429 without a time': status(429),
  'status 429 for a year': status(429, ['retry-after', '31536000']),
  'status 429 until a date': status(429, ['retry-after', 'Fri, 31 Dec 1999 23:59:59 GMT']),
  'status 429 for minus one': status(429, ['retry-after', '-1']),
  'status 429 for infinity': status(429, ['retry-after', 'Infinity']),
  'status 500': status(500),
  'status 502': status(502),
  'status 503': status(503),
  'status 599': status(599),
  'status 700': status(700),
  'a page by its type': header('content-type', 'text/html; charset=iso-8859-1'),
  'no type': header('content-type'),
  'two types': header('content-type', 'application/json', 'text/plain'),
  'a charset of its own': header('content-type', 'application/json; charset=utf-7'),
  'compressed unasked': (reply) => compressed(reply, gzipSync(reply.body)),
  'compressed by its word alone': header('content-encoding', 'gzip'),
  'compressed twice': (reply) => compressed(reply, gzipSync(gzipSync(reply.body))),
  'compressed and cut': (reply) => compressed(reply, gzipSync(reply.body).subarray(0, -9)),
  'compressed from 50 MB': (reply) => {
    // Ten members of one gzip file: compressing a tenth and repeating it costs a tenth of the work.
    const part = gzipSync(Buffer.alloc(5_000_000, 0x20))
    return compressed(reply, Buffer.concat([gzipSync(reply.body), ...Array<Buffer>(10).fill(part)]))
  },
  'an unknown coding': header('content-encoding', 'zstd-of-tomorrow'),
  'a length too small': length(({ body }) => Math.floor(body.length / 2)),
  'a length too large': length(({ body }) => body.length + 10),
  'a length of zero': length(() => 0),
  'two lengths': (reply, random) =>
    header('content-length', String(reply.body.length), String(reply.body.length + 1))(reply, random),
  'a header of 40 KB': header('x-size', 'A'.repeat(40_000)),
  '3,000 headers': header('x-many', ...Array.from({ length: 3_000 }, (_, at) => String(at))),
}

function compressed(reply: Reply, body: Buffer): Reply {
  const kept = reply.headers.filter(([name]) => name !== 'content-length')
  return {
    ...reply,
    body,
    headers: [...kept, ['content-length', String(body.length)], ['content-encoding', 'gzip']],
  }
}
