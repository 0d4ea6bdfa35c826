import { createHmac } from 'node:crypto'

export interface SignatureInput {
  secret: string
  /** `data.id` of the query string, as sent. */
  dataId: string
  requestId: string
  /** Milliseconds since 1970, as text. */
  ts: string
}

/** Returns the provider's v1 signature: HMAC-SHA256 in hex over `id:…;request-id:…;ts:…;`. The body is not signed. */
export function sign({ secret, dataId, requestId, ts }: SignatureInput): string {
  return createHmac('sha256', secret).update(`id:${dataId};request-id:${requestId};ts:${ts};`).digest('hex')
}
