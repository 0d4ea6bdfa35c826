import { z } from 'zod'
import { parseJson } from '../../../../core/json.ts'
import { type Outcome, ok, refuse } from '../../../../core/outcome.ts'
import { sha256 } from '../../../../platform/digest.ts'
import { isSameSecret } from '../../../../platform/signing.ts'
import type { Notice, NoticeRefusal, NotifiedPayments } from '../../ports.ts'

/**
 * The webhook URL registered with a bank. Banks append `/pix` to it as text, so that the received token ends in `/pix`; a
 * bank that parses the URL first calls the path followed by `/pix`, which is a route too.
 *
 * @param pixNotices absolute URL of the webhook route, without parameters
 */
export function noticeUrl(pixNotices: string, secret: string): string {
  return `${pixNotices}?${new URLSearchParams({ token: secret })}`
}

const noticeSchema = z.object({ pix: z.array(z.unknown()).default([]) })
const entrySchema = z.object({
  endToEndId: z.string().regex(/^[A-Za-z0-9]{32}$/),
  devolucoes: z.unknown().optional(),
})

/**
 * Reads a bank's notice. It is authenticated by the secret in the webhook URL and, where TLS is terminated, by the bank's
 * certificate. Its content is still only a hint. The bank sends another notice for a Pix when a return of it ends; a test
 * notice contains no Pix.
 */
export function readNotice(
  { query, body }: Notice,
  secret: string,
): Outcome<NotifiedPayments, NoticeRefusal> {
  const token = query.get('token')?.replace(/\/pix$/, '')
  if (!token) return refuse('unsigned')
  if (!isSameSecret(token, secret)) return refuse('forged')
  const parsed = noticeSchema.safeParse(parseJson(body))
  if (!parsed.success) return refuse('malformed')
  return ok(
    parsed.data.pix.flatMap((item) => {
      const entry = entrySchema.safeParse(item)
      if (!entry.success) return []
      const { endToEndId, devolucoes } = entry.data
      const text = textOf(devolucoes ?? [])
      if (text === undefined) return []
      const key = sha256(text).slice(0, 16)
      return [
        {
          deliveryKey: `${endToEndId}:${key}`,
          providerId: endToEndId,
          kind: 'pix',
          ...(devolucoes !== undefined && { action: 'devolucao' }),
        },
      ]
    }),
  )
}

/** The value as JSON; undefined when it is nested too deeply to serialize. */
function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}
