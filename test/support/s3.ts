import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Settings } from '../../src/platform/storage/s3-store.ts'

/**
 * A status (200 is a page of something else), no response, a cut connection, the storage's answer for an unknown key, half of a list, or a
 * page of one without the way to the next.
 */
type Failure = number | 'silence' | 'cut' | 'unknown' | 'half' | 'no token'

const unknownKey = '<Error><Code>NoSuchKey</Code></Error>'

export interface S3Double {
  settings: S3Settings
  objects: Map<string, Buffer>
  /** Number of requests received, valid or not. */
  requests: () => number
  /** Failures for the next requests. */
  failNext: (...how: Failure[]) => void
  close: () => Promise<void>
}

/**
 * Starts a fake S3 on loopback with the operations that the product uses. It verifies each request's signature (AWS Signature
 * Version 4), content hash and date.
 */
export async function startS3(): Promise<S3Double> {
  const objects = new Map<string, Buffer>()
  const failures: Failure[] = []
  let count = 0
  const credentials = {
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'secret-of-the-double',
    region: 'sa-east-1',
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    count++
    const failure = failures.shift()
    if (failure === 'silence') return
    if (failure === 'cut') return void request.socket.destroy()
    if (failure === 'unknown') return void response.writeHead(404).end(unknownKey)
    const list = listed(objects, request.url ?? '')
    if (failure === 'half') return void response.end(list.slice(0, list.indexOf('</Key>') + 20))
    if (failure === 'no token') return void response.end(list.replace(/<Next.*<\/Next\w+>/, ''))
    if (failure !== undefined) return void response.writeHead(failure).end('<html>Entre na rede</html>')

    const problem = whyRefused(request, body, credentials)
    if (problem) return void response.writeHead(403).end(`<Error><Code>${problem}</Code></Error>`)
    const path = request.url ?? ''
    if (request.method === 'GET' && path.startsWith('/files?'))
      return void response.end(listed(objects, path))
    if (!path.startsWith('/files/')) return void response.writeHead(404).end()
    const stored = objects.get(path)
    const expected = request.headers['if-match']
    if (request.method === 'PUT' && expected !== undefined && (!stored || etagOf(stored) !== expected)) {
      return void response.writeHead(stored ? 412 : 404).end(stored ? '' : unknownKey)
    }
    if (request.method === 'PUT') {
      objects.set(path, body)
      return void response.writeHead(200, { etag: etagOf(body) }).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(path)
      return void response.writeHead(204).end()
    }
    response.writeHead(stored ? 200 : 404, stored && { etag: etagOf(stored) }).end(stored ?? unknownKey)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    settings: { endpoint: `http://127.0.0.1:${port}`, bucket: 'files', ...credentials },
    objects,
    requests: () => count,
    failNext: (...how) => void failures.push(...how),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`
}

/** Responds to ListObjectsV2 with two keys per page, so that every listing has several pages. */
function listed(objects: ReadonlyMap<string, Buffer>, path: string): string {
  const query = new URL(path, 'http://s3').searchParams
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? '\n'
  const keys = [...objects.keys()]
    .map((key) => key.slice('/files/'.length))
    .filter((key) => key.startsWith(prefix) && !key.slice(prefix.length).includes(delimiter))
    .sort()
  const start = Number(query.get('continuation-token')?.split('/')[1] ?? 0)
  const more = start + 2 < keys.length
  return [
    '<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>',
    `<IsTruncated>${more}</IsTruncated>`,
    ...keys.slice(start, start + 2).map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`),
    more ? `<NextContinuationToken>page/${start + 2}</NextContinuationToken>` : '',
    '</ListBucketResult>',
  ].join('')
}

function whyRefused(
  request: IncomingMessage,
  body: Buffer,
  { accessKeyId, secretAccessKey, region }: { accessKeyId: string; secretAccessKey: string; region: string },
): string | undefined {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!parts) return 'MissingSecurityHeader'
  const [, id = '', day = '', scope = '', signedHeaders = '', signature = ''] = parts
  const at = String(request.headers['x-amz-date'])
  const hash = String(request.headers['x-amz-content-sha256'])
  if (id !== accessKeyId) return 'InvalidAccessKeyId'
  if (scope !== region || !at.startsWith(day)) return 'AuthorizationHeaderMalformed'
  if (Math.abs(Date.now() - instantOf(at)) > 15 * 60_000) return 'RequestTimeTooSkewed'
  if (hash !== createHash('sha256').update(body).digest('hex')) return 'XAmzContentSHA256Mismatch'
  for (const needed of ['host', 'x-amz-date', 'x-amz-content-sha256']) {
    if (!signedHeaders.split(';').includes(needed)) return 'SignatureDoesNotMatch'
  }

  const url = new URL(request.url ?? '/', 'http://s3')
  const canonical = [
    request.method,
    url.pathname,
    url.search.slice(1),
    ...signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedHeaders,
    hash,
  ].join('\n')
  const text = [
    'AWS4-HMAC-SHA256',
    at,
    `${day}/${region}/s3/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n')
  let key: Buffer | string = `AWS4${secretAccessKey}`
  for (const step of [day, region, 's3', 'aws4_request'])
    key = createHmac('sha256', key).update(step).digest()
  const expected = createHmac('sha256', key).update(text).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch'
}

/** Parses an instant such as 20261121T130000Z. */
function instantOf(text: string): number {
  return Date.parse(
    text.replace(
      /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/,
      (_, y, m, d, h, i, s) => `${y}-${m}-${d}T${h}:${i}:${s}Z`,
    ),
  )
}
