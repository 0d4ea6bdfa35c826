import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../../core/json.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import { oneLine, printable } from '../../../core/text.ts'
import { isSameSecret } from '../../../platform/signing.ts'
import { phoneOfWaId } from '../domain/whatsapp-number.ts'
import type { WhatsappNotice } from '../ports.ts'

/**
 * Reads a notice of the Cloud API. Ignores what it does not recognise, because Meta adds fields and kinds of change at
 * any time.
 *
 * @param body the raw bytes, over which the signature is computed
 * @param signature of the header `X-Hub-Signature-256`
 * @param phoneNumberId ours: changes of another number of the same account are ignored
 */
export function readWhatsappNotice({
  body,
  signature,
  appSecret,
  phoneNumberId,
}: {
  body: Uint8Array
  signature: string
  appSecret: string
  phoneNumberId: string
}): Outcome<WhatsappNotice, 'forged' | 'unreadable'> {
  const expected = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`
  if (!isSameSecret(signature, expected)) return refuse('forged')
  const envelope = noticeSchema.safeParse(parseJson(new TextDecoder().decode(body)))
  if (!envelope.success) return refuse('unreadable')
  const notice: WhatsappNotice = { receipts: [], templates: [], messages: [] }
  for (const { field, value } of envelope.data.entry.flatMap(({ changes }) => changes)) {
    if (field === 'messages') readMessages(notice, value, phoneNumberId)
    if (field === 'message_template_status_update') readTemplate(notice, value)
  }
  return ok(notice)
}

const noticeSchema = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(z.object({ changes: z.array(z.object({ field: z.string(), value: z.unknown() })) })),
})

/** Seconds since 1970, as a string or a number. */
const timestamp = z.coerce
  .number()
  .int()
  .min(0)
  .max(4_102_444_800)
  .transform((seconds) => new Date(seconds * 1000))
/** Printable characters only: the database accepts no NUL. */
const providerId = z.string().regex(/^[\x21-\x7e]{1,300}$/)
const errors = z.array(z.object({ code: z.number() })).optional()
const statusSchema = z.object({
  id: providerId,
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  timestamp,
  biz_opaque_callback_data: z.string().optional(),
  errors,
})
const messageSchema = z.object({
  from: z.string().regex(/^\d{8,15}$/),
  id: providerId,
  timestamp,
  type: z.string().regex(/^\w{1,40}$/),
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
  context: z.object({ id: providerId }).partial().optional().catch(undefined),
})
const valueSchema = z.object({
  metadata: z.object({ phone_number_id: z.string() }).partial().optional(),
  contacts: z
    .array(
      z.object({ wa_id: z.string(), profile: z.object({ name: z.string() }).partial().optional() }).partial(),
    )
    .optional(),
  statuses: z.array(z.unknown()).optional(),
  messages: z.array(z.unknown()).optional(),
})

/** An unreadable message does not block the others of its batch. */
function readMessages(notice: WhatsappNotice, value: unknown, phoneNumberId: string): void {
  const known = valueSchema.safeParse(value)
  if (!known.success) return
  const { metadata, contacts = [], statuses = [], messages = [] } = known.data
  if (metadata?.phone_number_id !== undefined && metadata.phone_number_id !== phoneNumberId) return
  for (const each of statuses) {
    const status = statusSchema.safeParse(each).data
    if (!status) continue
    const { id, status: state, timestamp: at, biz_opaque_callback_data: messageId } = status
    const code = status.errors?.[0]?.code
    notice.receipts.push({
      state,
      providerId: id,
      messageId,
      at,
      ...(code !== undefined && { code: String(code) }),
    })
  }
  for (const each of messages) {
    const message = messageSchema.safeParse(each).data
    // A reaction, or a message by Meta about the account, needs no answer.
    if (!message || message.type === 'reaction' || message.type === 'system') continue
    const { from, id, timestamp: at, type, context } = message
    const text = printable(message.text?.body ?? message.button?.text ?? '')
    notice.messages.push({
      ...{ channel: 'whatsapp', address: phoneOfWaId(from), providerId: id, at, text },
      name: oneLine(contacts.find(({ wa_id }) => wa_id === from)?.profile?.name ?? '').slice(0, 80),
      subject: '',
      repliesTo: context?.id ? { providerId: context.id } : undefined,
      // Pictures, voice messages and files stay at Meta: nothing from a stranger is downloaded.
      left: message.text || message.button ? [] : [type],
    })
  }
}

const templateSchema = z.object({
  event: z.string().max(60),
  message_template_name: z.string().max(512),
  message_template_language: z.string().max(20),
  reason: z.string().nullish(),
})

/** 'REINSTATED' means approved again; 'FLAGGED' warns of a coming pause, and the template may still be sent. */
const eventStatuses: Readonly<Record<string, string>> = { REINSTATED: 'APPROVED', FLAGGED: 'APPROVED' }

function readTemplate({ templates }: WhatsappNotice, value: unknown): void {
  const known = templateSchema.safeParse(value).data
  if (!known) return
  const { event, message_template_name: name, message_template_language: language, reason } = known
  const status = eventStatuses[event] ?? event
  templates.push({ name, language, status, reason: reason && reason !== 'NONE' ? reason : '' })
}
