import { createHash } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../../../core/json.ts'
import { type Outcome, ok, refuse } from '../../../../core/outcome.ts'
import { isSameSecret } from '../../../../platform/signing.ts'
import type { Notice, NoticeRead, NoticeRefusal } from '../../ports.ts'

/**
 * The address a bank is given. It appends `/pix` to the text as it is, so that the token ends in `/pix` on arrival; a
 * bank that parses first calls the path with `/pix` behind it, which answers too.
 *
 * @param pixNotices where the route is that takes them, without parameters
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
 * A bank proves itself by its certificate, which whoever ends TLS for us checks, and by the secret in the address it
 * was given. What it says is a hint all the same. A Pix is told again whenever a return of it has ended; a test
 * without any Pix says nothing.
 */
export function readNotice({ query, body }: Notice, secret: string): Outcome<NoticeRead, NoticeRefusal> {
  const token = query.get('token')?.replace(/\/pix$/, '')
  if (!token) return refuse('unsigned')
  if (!isSameSecret(token, secret)) return refuse('forged')
  const read = noticeSchema.safeParse(parseJson(body))
  if (!read.success) return refuse('malformed')
  return ok(
    read.data.pix.flatMap((given) => {
      const entry = entrySchema.safeParse(given)
      if (!entry.success) return []
      const { endToEndId, devolucoes } = entry.data
      const key = createHash('sha256')
        .update(JSON.stringify(devolucoes ?? []))
        .digest('hex')
        .slice(0, 16)
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
