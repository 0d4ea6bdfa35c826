import { AwsClient } from 'aws4fetch'
import { bytesOf, checkedKey, type ListedStore, StorageError, untilRewritten } from './blob-store.ts'

export interface S3Settings {
  /** `https://s3.sa-east-1.amazonaws.com`, `http://minio:9000`: the bucket is added to the path. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/**
 * Stores files in an S3-compatible service, with path-style URLs. A call that fails or gets a 5xx response is retried once: all
 * operations are idempotent.
 *
 * @param timeout milliseconds per attempt
 */
export function s3Store({ endpoint, bucket, region, ...keys }: S3Settings, timeout = 20_000): ListedStore {
  // The client's own retries have no time limit; ours are limited below.
  const client = new AwsClient({ ...keys, region, service: 's3', retries: 0 })
  const bucketUrl = `${endpoint.replace(/\/+$/, '')}/${bucket}`
  const urlOf = (key: string) => `${bucketUrl}/${checkedKey(key)}`

  async function call(
    method: 'PUT' | 'GET' | 'DELETE',
    url: string,
    body?: Uint8Array<ArrayBuffer>,
    headers?: Record<string, string>,
  ) {
    let problem = 'no answer'
    for (const delay of [0, 250]) {
      if (delay) await new Promise((resolve) => setTimeout(resolve, delay))
      try {
        const signed = await client.sign(url, {
          method,
          ...(body ? { body } : {}),
          headers: {
            ...headers,
            'X-Amz-Content-Sha256': await sha256Hex(body ?? new Uint8Array()),
            ...(body ? { 'Content-Type': 'application/octet-stream' } : {}),
          },
        })
        // Not to `sign`: a request holds the signal that it was made with only weakly, and once it is collected nothing ends the call.
        const response = await fetch(signed, { signal: AbortSignal.timeout(timeout), redirect: 'error' })
        const bytes = new Uint8Array(await response.arrayBuffer())
        if (response.status < 500 && response.status !== 429) {
          return { status: response.status, bytes, etag: response.headers.get('etag') }
        }
        problem = `status ${response.status}`
      } catch (error) {
        problem = error instanceof Error ? error.name : 'no answer'
      }
    }
    throw new StorageError(`file storage: ${method} failed (${problem})`)
  }

  return {
    async put(key, body) {
      const answer = await call('PUT', urlOf(key), new Uint8Array(await bytesOf(body)))
      refuseUnlessStorage('PUT', answer)
    },

    async get(key) {
      const answer = await call('GET', urlOf(key))
      if (isUnknownKey(answer)) return undefined
      refuseUnlessStorage('GET', answer)
      return answer.bytes
    },

    async delete(key) {
      const answer = await call('DELETE', urlOf(key))
      // After any other answer, such as the page of a proxy with 200, the file may still be there.
      if (answer.status !== 204 && !isUnknownKey(answer))
        throw new StorageError(`file storage: DELETE refused (status ${answer.status})`)
    },

    async list(folder) {
      const prefix = `${checkedKey(folder)}/`
      const names: string[] = []
      for await (const key of listed(prefix, true)) names.push(key.slice(prefix.length))
      return names
    },

    keys: () => listed('', false),

    rewrite: (key, change) =>
      untilRewritten(async () => {
        const url = urlOf(key)
        const found = await call('GET', url)
        if (isUnknownKey(found)) return false
        const etag = refuseUnlessStorage('GET', found)
        const after = await change(found.bytes)
        if (!after) return false
        const put = await call('PUT', url, new Uint8Array(after), { 'If-Match': etag })
        // Deleted or changed meanwhile.
        if (isUnknownKey(put) || put.status === 409 || put.status === 412) return undefined
        refuseUnlessStorage('PUT', put)
        return true
      }),
  }

  /** Lists the keys with a prefix. @param flat omits those in folders below it */
  async function* listed(prefix: string, flat: boolean): AsyncGenerator<string> {
    let token: string | undefined
    do {
      // In the order in which the signature sorts the parameters.
      const query = [
        ...(token ? [`continuation-token=${encodeURIComponent(token)}`] : []),
        ...(flat ? ['delimiter=%2F'] : []),
        'list-type=2',
        `prefix=${encodeURIComponent(prefix)}`,
      ].join('&')
      const { status, bytes } = await call('GET', `${bucketUrl}?${query}`)
      if (status >= 300) throw new StorageError(`file storage: LIST refused (status ${status})`)
      const answer = Buffer.from(bytes).toString('utf8')
      if (!answer.includes('<ListBucketResult')) throw new StorageError('file storage: LIST got no list')
      token = /<NextContinuationToken>([^<]+)</.exec(answer)?.[1]
      // A back-up of half a list would lack files, and the check of files would miss them.
      const isWhole =
        answer.includes('</ListBucketResult>') && (token || !answer.includes('<IsTruncated>true<'))
      if (!isWhole) throw new StorageError('file storage: LIST was cut off')
      for (const [, key = ''] of answer.matchAll(/<Key>([^<]*)<\/Key>/g)) yield key
    } while (token)
  }
}

/** Computes the content hash, which is part of the signature, so that the service refuses bytes corrupted in transit. */
async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

/** Whether a storage says that it has no such file. A proxy, and a storage without the bucket, answer with 404 too. */
function isUnknownKey({ status, bytes }: { status: number; bytes: Uint8Array }): boolean {
  return status === 404 && Buffer.from(bytes).includes('<Code>NoSuchKey</Code>')
}

/**
 * Refuses an answer that is not of a stored object, and returns its ETag: without one, something else answered with 200, such as the
 * page of a proxy, and the bytes are not stored.
 */
function refuseUnlessStorage(
  method: 'PUT' | 'GET',
  { status, etag }: { status: number; etag: string | null },
): string {
  if (status >= 300) throw new StorageError(`file storage: ${method} refused (status ${status})`)
  if (!etag) throw new StorageError(`file storage: ${method} was not answered by a storage (no ETag)`)
  return etag
}
