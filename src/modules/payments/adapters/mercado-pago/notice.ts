import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../../../core/json.ts'
import { type Outcome, ok, refuse } from '../../../../core/outcome.ts'
import type { Notice, NoticeRead, NoticeRefusal } from '../../ports.ts'

/** Only notices about payments say anything; the rest is genuine and of no use. Legacy `?topic=` notices are unsigned. */
export function readNotice(
  { query, headers, body }: Notice,
  { secret, now }: { secret: string; now: Date },
): Outcome<NoticeRead, NoticeRefusal> {
  const dataId = query.get('data.id') ?? undefined
  if (dataId === undefined && query.has('topic')) return refuse('legacy')
  const requestId = headers.get('x-request-id') ?? undefined
  const signature = headers.get('x-signature') ?? undefined
  const verified = verifySignature({ dataId, requestId, signature, secret, now })
  if (!verified.ok) return verified
  const hint = readHint(body)
  const kind = query.get('type') ?? hint.type
  if (kind !== 'payment' || dataId === undefined || !/^\d{1,20}$/.test(dataId)) return ok([])
  const deliveryKey = `${requestId ?? signature}:${dataId}`.slice(0, 300)
  return ok([{ deliveryKey, providerId: dataId, kind, ...(hint.action && { action: hint.action }) }])
}

function readHint(body: string): { type?: string | undefined; action?: string | undefined } {
  return hintSchema.safeParse(parseJson(body)).data ?? {}
}

const short = z
  .string()
  .transform((text) => text.slice(0, 60))
  .optional()
  .catch(undefined)
const hintSchema = z.object({ type: short, action: short })

export interface SignedNotice {
  /** `data.id` of the query, never of the body. */
  dataId: string | undefined
  /** `x-request-id` */
  requestId: string | undefined
  /** `x-signature`: `ts=<ts>,v1=<hex>` */
  signature: string | undefined
}

const day = 24 * 60 * 60 * 1000
/** Deliveries are retried for days under their first signature. */
const oldest = 20 * day
const mostAhead = day

/**
 * Whether a notice was signed with our key, in constant time. The text is `id:…;request-id:…;ts:…;` with absent pairs
 * left out; sources disagree on the case of ids, so the id is tried as sent, in lower and in upper case; `ts` is in
 * seconds, or in milliseconds above 1e12.
 */
export function verifySignature({
  dataId,
  requestId,
  signature,
  secret,
  now,
}: SignedNotice & { secret: string; now: Date }): Outcome<void, 'unsigned' | 'forged' | 'stale'> {
  const { ts, v1 } = partsOf(signature)
  if (!ts || !v1 || !/^\d{1,16}$/.test(ts) || !/^[0-9a-f]{64}$/i.test(v1)) return refuse('unsigned')
  const given = Buffer.from(v1, 'hex')
  const spellings = dataId === undefined ? [undefined] : [dataId, dataId.toLowerCase(), dataId.toUpperCase()]
  let isOurs = false
  for (const id of spellings) {
    if (timingSafeEqual(given, sign({ id, requestId, ts, secret }))) isOurs = true
  }
  if (!isOurs) return refuse('forged')
  const at = Number(ts) > 1e12 ? Number(ts) : Number(ts) * 1000
  const age = now.getTime() - at
  return age > oldest || age < -mostAhead ? refuse('stale', ts) : ok(undefined)
}

function sign({
  id,
  requestId,
  ts,
  secret,
}: {
  id: string | undefined
  requestId: string | undefined
  ts: string
  secret: string
}): Buffer {
  const pairs = [
    ['id', id],
    ['request-id', requestId],
    ['ts', ts],
  ] as const
  const text = pairs.map(([name, value]) => (value === undefined ? '' : `${name}:${value};`)).join('')
  return createHmac('sha256', secret).update(text).digest()
}

function partsOf(signature: string | undefined): { ts?: string | undefined; v1?: string | undefined } {
  const parts = new Map<string, string>()
  for (const part of signature?.split(',') ?? []) {
    const at = part.indexOf('=')
    if (at > 0) parts.set(part.slice(0, at).trim(), part.slice(at + 1).trim())
  }
  return { ts: parts.get('ts'), v1: parts.get('v1') }
}
