import { z } from 'zod'
import { DAY } from '../../../../core/durations.ts'
import { parseJson } from '../../../../core/json.ts'
import { type Outcome, ok, refuse } from '../../../../core/outcome.ts'
import { printable } from '../../../../core/text.ts'
import { hmacSha256 } from '../../../../platform/digest.ts'
import { isSameSecret } from '../../../../platform/signing.ts'
import type { Notice, NoticeRefusal, NotifiedPayments } from '../../ports.ts'

/**
 * Reads a notice about a payment; returns no payment for an authentic notice about another subject. Legacy `?topic=` notices are
 * unsigned.
 */
export function readNotice(
  { query, headers, body }: Notice,
  { secret, now }: { secret: string; now: Date },
): Outcome<NotifiedPayments, NoticeRefusal> {
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
  .transform((text) => printable(text).slice(0, 60))
  .optional()
  .catch(undefined)
const hintSchema = z.object({ type: short, action: short })

export interface SignedNotice {
  /** `data.id` from the query, never from the body. */
  dataId: string | undefined
  /** `x-request-id` */
  requestId: string | undefined
  /** `x-signature`: `ts=<ts>,v1=<hex>` */
  signature: string | undefined
}

/** Deliveries are retried for days with their first signature. */
const maxAge = 20 * DAY
/** Tolerance for a provider's clock that is ahead of ours. */
const maxClockSkew = DAY

/**
 * Verifies that a notice was signed with our key, in constant time. The signed text is `id:…;request-id:…;ts:…;` without
 * the missing pairs. Sources disagree on the case of ids, so the id is tried as sent, in lower and in upper case. `ts` is
 * in seconds, or in milliseconds above 1e12.
 *
 * @returns refuses `unsigned`, `forged`, or `stale` for a timestamp out of range
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
  const ids = dataId === undefined ? [undefined] : [dataId, dataId.toLowerCase(), dataId.toUpperCase()]
  let isValid = false
  for (const id of ids) {
    if (isSameSecret(v1.toLowerCase(), sign({ id, requestId, ts, secret }))) isValid = true
  }
  if (!isValid) return refuse('forged')
  const signedAt = Number(ts) > 1e12 ? Number(ts) : Number(ts) * 1000
  const age = now.getTime() - signedAt
  return age > maxAge || age < -maxClockSkew ? refuse('stale', ts) : ok(undefined)
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
}): string {
  const pairs = [
    ['id', id],
    ['request-id', requestId],
    ['ts', ts],
  ] as const
  const text = pairs.map(([name, value]) => (value === undefined ? '' : `${name}:${value};`)).join('')
  return hmacSha256(secret, text, 'hex')
}

function partsOf(signature: string | undefined): { ts?: string | undefined; v1?: string | undefined } {
  const parts = new Map<string, string>()
  for (const part of signature?.split(',') ?? []) {
    const at = part.indexOf('=')
    if (at > 0) parts.set(part.slice(0, at).trim(), part.slice(at + 1).trim())
  }
  return { ts: parts.get('ts'), v1: parts.get('v1') }
}
