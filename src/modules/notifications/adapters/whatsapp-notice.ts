import { z } from 'zod'
import { parseJson } from '../../../core/json.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import { oneLine, printable } from '../../../core/text.ts'
import { hmacSha256, sha256 } from '../../../platform/digest.ts'
import { isSameSecret } from '../../../platform/signing.ts'
import { deliveryStates } from '../domain/delivery-report.ts'
import { phoneOfWaId, unknownAddress } from '../domain/whatsapp-number.ts'
import type { InboundMessage, WhatsappNotice } from '../ports.ts'

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
  const expected = `sha256=${hmacSha256(appSecret, body, 'hex')}`
  if (!isSameSecret(signature, expected)) return refuse('forged')
  const envelope = noticeSchema.safeParse(parseJson(new TextDecoder().decode(body)))
  if (!envelope.success) return refuse('unreadable')
  const changes = envelope.data.entry.flatMap((entry) => entry.changes)
  if (partsOf(changes) > maxParts) return refuse('unreadable')
  const notice: WhatsappNotice = { deliveryReports: [], templates: [], messages: [], unreadable: 0 }
  for (const { field, value } of changes) {
    if (field === 'messages') readMessages(notice, value, phoneNumberId)
    if (field === 'message_template_status_update') readTemplate(notice, value)
  }
  return ok(notice)
}

const noticeSchema = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(z.object({ changes: z.array(z.object({ field: z.string(), value: z.unknown() })) })),
})

/** Meta puts at most a thousand into one notice. More would be read for seconds, in which no page is answered. */
const maxParts = 5_000

function partsOf(changes: readonly { value: unknown }[]): number {
  const lists = changes.flatMap(({ value }) =>
    value instanceof Object ? Object.values(value).filter(Array.isArray) : [],
  )
  return lists.reduce((sum, list) => sum + list.length, changes.length)
}

/** Skips parts with an unexpected form, so that the others are not lost. */
const ifReadable = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)
/** Seconds since 1970, as a string or a number. */
const timestamp = z.coerce
  .number()
  .int()
  .min(0)
  .max(4_102_444_800)
  .transform((seconds) => new Date(seconds * 1000))
/** Printable characters only: the database accepts no NUL. */
const providerId = z.string().regex(/^[\x21-\x7e]{1,300}$/)
const statusSchema = z.object({
  id: providerId,
  status: z.enum(deliveryStates),
  timestamp,
  biz_opaque_callback_data: ifReadable(z.string()),
  errors: ifReadable(z.array(z.object({ code: z.number() }))),
})
const caption = ifReadable(z.object({ caption: z.string() }))
const reply = ifReadable(z.object({ title: z.string() }))
const messageSchema = z.object({
  /** Missing for a person who has a user name instead. */
  from: ifReadable(z.string().regex(/^\d{8,15}$/)),
  from_user_id: ifReadable(z.string().regex(/^[\w.]{1,140}$/)),
  id: ifReadable(providerId),
  timestamp: ifReadable(timestamp.refine((at) => at.getTime() > 0)),
  type: ifReadable(z.string().regex(/^\w{1,40}$/)),
  text: ifReadable(z.object({ body: z.string() })),
  button: ifReadable(z.object({ text: z.string() })),
  interactive: ifReadable(z.object({ button_reply: reply, list_reply: reply })),
  image: caption,
  video: caption,
  document: caption,
  context: ifReadable(z.object({ id: providerId })),
})
const contactSchema = z.object({
  wa_id: ifReadable(z.string()),
  user_id: ifReadable(z.string()),
  profile: ifReadable(z.object({ name: z.string() })),
})
const valueSchema = z.object({
  metadata: ifReadable(z.object({ phone_number_id: z.string() })),
  contacts: z.array(contactSchema.catch({})).nullish().catch(undefined),
  statuses: z.array(z.unknown()).nullish(),
  messages: z.array(z.unknown()).nullish(),
})

/** A message that cannot be read is stored as it came, for a person to read. */
function readMessages(notice: WhatsappNotice, value: unknown, phoneNumberId: string): void {
  const known = valueSchema.safeParse(value).data
  if (!known) {
    notice.unreadable += 1
    notice.messages.push(readMessage(value, []))
    return
  }
  const { metadata } = known
  const contacts = known.contacts ?? []
  if (metadata && metadata.phone_number_id !== phoneNumberId) return
  for (const each of known.statuses ?? []) {
    const status = statusSchema.safeParse(each).data
    if (!status) {
      notice.unreadable += 1
      continue
    }
    const { id, status: state, timestamp: at, biz_opaque_callback_data: messageId } = status
    const code = status.errors?.[0]?.code
    notice.deliveryReports.push({
      state,
      providerId: id,
      messageId,
      at,
      ...(code !== undefined && { code: String(code) }),
    })
  }
  const messages = known.messages ?? []
  for (const each of messages) {
    const type = messageSchema.safeParse(each).data?.type
    // A reaction, or a message by Meta about the account, needs no answer.
    if (type === 'reaction' || type === 'system') continue
    const message = readMessage(each, contacts)
    if (message.address === unknownAddress) notice.unreadable += 1
    notice.messages.push(message)
  }
}

type Contact = z.infer<typeof contactSchema>

const maxText = 10_000

function readMessage(raw: unknown, contacts: readonly Contact[]): InboundMessage {
  const found = messageSchema.safeParse(raw).data
  const { from, from_user_id: userId, id, timestamp: at, type, context } = found ?? {}
  const contact = contacts.find(({ wa_id, user_id }) =>
    from === undefined ? userId !== undefined && user_id === userId : wa_id === from,
  )
  const words = wordsOf(found)
  const json = JSON.stringify(raw) ?? ''
  const isReadable = words !== undefined || type !== undefined
  return {
    channel: 'whatsapp',
    address: from === undefined ? (userId ?? unknownAddress) : phoneOfWaId(from),
    providerId: id ?? `sha256:${sha256(json)}`,
    at,
    text: printable(isReadable ? (words ?? '') : json).slice(0, maxText),
    name: oneLine(contact?.profile?.name ?? '').slice(0, 80),
    subject: '',
    repliesTo: context && { providerId: context.id },
    // Pictures, voice messages and files stay at Meta: nothing from a stranger is downloaded.
    left: isReadable && (found?.text || found?.button || found?.interactive) ? [] : [type ?? 'unreadable'],
  }
}

/** The text that a person wrote or chose; for a picture, its caption. */
function wordsOf(message: z.infer<typeof messageSchema> | undefined): string | undefined {
  const { text, button, interactive, image, video, document } = message ?? {}
  return (
    text?.body ??
    button?.text ??
    interactive?.button_reply?.title ??
    interactive?.list_reply?.title ??
    (image ?? video ?? document)?.caption
  )
}

/** Printable, because the database accepts no NUL, and a refused notice would keep the messages that came with it from being stored. */
export const line = z.string().transform(oneLine)
const templateSchema = z.object({
  event: line.pipe(z.string().max(60)),
  message_template_name: line.pipe(z.string().max(512)),
  message_template_language: line.pipe(z.string().max(20)),
  reason: line.nullish(),
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
