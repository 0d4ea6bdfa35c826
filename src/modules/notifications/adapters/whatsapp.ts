import { z } from 'zod'
import { parseJson } from '../../../core/json.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import { cutTo } from '../../../core/text.ts'
import { exchange } from '../../../platform/http-client.ts'
import { templateLanguage } from '../domain/templates.ts'
import type { DeliveryRefusal, MessageChannel, OutgoingMessage, TemplateStatus } from '../ports.ts'
import { line } from './whatsapp-notice.ts'

export interface WhatsappSettings {
  /** Includes the version, e.g. `https://graph.facebook.com/v23.0`. */
  baseUrl: string
  phoneNumberId: string
  accessToken: string
  /** The account whose templates are read; without it they are assumed to be approved. */
  businessAccountId?: string | undefined
  /** Whether Meta's notices are delivered to this shop. */
  hasNotices?: boolean
  timeout?: number
}

/**
 * WhatsApp Cloud API. Within 24 hours of a person's last message the text is sent as it is; at other times only as the
 * parameter of an approved template. The API has no idempotency key: our id is sent as `biz_opaque_callback_data`, and its
 * notices repeat it.
 */
export function whatsappChannel({
  baseUrl,
  phoneNumberId,
  accessToken,
  businessAccountId,
  hasNotices = false,
  timeout = 10_000,
}: WhatsappSettings): MessageChannel {
  const headers = { authorization: `Bearer ${accessToken}` }
  return {
    hasDeliveryReports: hasNotices,

    async deliver(message, onSent) {
      if (!/^\+\d{8,15}$/.test(message.to)) return refuse('refused', 'not an E.164 telephone number')
      // Nothing says when the request was written.
      onSent?.()
      const answer = await exchange({
        method: 'POST',
        url: `${baseUrl}/${phoneNumberId}/messages`,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(requestOf(message)),
        timeout,
      })
      if (!answer.answered)
        return refuse(neverLeft.has(answer.reason) ? 'unavailable' : 'unknown', answer.reason)
      const { status } = answer
      const body = parseJson(answer.text)
      const sent = accepted.safeParse(body)
      if (status >= 200 && status < 300) {
        // An unreadable success response still counts as a success; only its reports will show it.
        return sent.success
          ? ok({ status: 'sent', providerId: sent.data.messages[0].id })
          : refuse('unknown', `status ${status}`)
      }
      return refusalOf(status, failed.safeParse(body).data?.error.code)
    },

    ...(businessAccountId && { listTemplates: () => listTemplates(businessAccountId) }),
  }

  async function listTemplates(account: string): Promise<Outcome<TemplateStatus[], 'unavailable'>> {
    const listed: TemplateStatus[] = []
    let after: string | undefined
    for (let page = 0; page < maxPages; page++) {
      const query = new URLSearchParams({
        fields: 'name,language,status,rejected_reason',
        limit: '100',
        ...(after && { after }),
      })
      const url = `${baseUrl}/${account}/message_templates?${query}`
      const answer = await exchange({ method: 'GET', url, headers, timeout })
      if (!answer.answered) return refuse('unavailable', answer.reason)
      const found = templatePage.safeParse(parseJson(answer.text))
      if (answer.status !== 200 || !found.success) return refuse('unavailable', `status ${answer.status}`)
      listed.push(
        ...found.data.data.map(({ name, language, status, rejected_reason }) => ({
          name,
          language,
          status,
          reason: rejected_reason && rejected_reason !== 'NONE' ? rejected_reason : '',
        })),
      )
      after = found.data.paging?.next ? found.data.paging.cursors?.after : undefined
      if (!after) break
    }
    return ok(listed)
  }
}

/** The request did not reach the server. */
const neverLeft = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** An account has at most some thousands of templates. */
const maxPages = 60

const accepted = z.object({ messages: z.tuple([z.object({ id: z.string().min(1) })], z.unknown()) })
const failed = z.object({ error: z.object({ code: z.number() }) })
const templatePage = z.object({
  data: z.array(
    z.object({
      name: line,
      language: line,
      status: line,
      rejected_reason: line.nullish(),
    }),
  ),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).partial().optional(), next: z.string().optional() })
    .optional(),
})

/**
 * Permanent errors, which a retry through the same channel would not resolve: 131021 sender and recipient are the same,
 * 131026 undeliverable, 131047 window closed, 131049, 131050 and 130472 withheld from this person by Meta, 132000, 132001,
 * 132005, 132007 and 132012 template and text do not match, 132015 and 132016 template paused or disabled. All others are
 * temporary or configuration errors: 190 token, 130429 rate limit, 131048 spam limit; 131056 the rate limit of one recipient.
 */
const permanentErrors = new Set([
  130472, 131021, 131026, 131047, 131049, 131050, 132000, 132001, 132005, 132007, 132012, 132015, 132016,
])

const recipientLimit = 131056

/** A refusal with a code is final; a server error without one may have occurred after the message was accepted. */
function refusalOf(status: number, code: number | undefined): Outcome<never, DeliveryRefusal> {
  if (code !== undefined && permanentErrors.has(code)) return refuse('refused', String(code))
  if (code === recipientLimit && status < 500) return refuse('deferred', String(code))
  if (code !== undefined && status < 500) return refuse('unavailable', String(code))
  return refuse(
    status >= 500 ? 'unknown' : 'unavailable',
    code === undefined ? `status ${status}` : String(code),
  )
}

function requestOf({ id, to, text, sentAs }: OutgoingMessage) {
  const common = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: to.slice(1),
    biz_opaque_callback_data: id,
  }
  if (sentAs === 'text') {
    return { ...common, type: 'text', text: { body: cutTo(4096, text), preview_url: false } }
  }
  return {
    ...common,
    type: 'template',
    template: {
      name: sentAs ?? 'aviso',
      language: { code: templateLanguage },
      components: [{ type: 'body', parameters: [{ type: 'text', text: asParameter(text) }] }],
    },
  }
}

/**
 * A parameter may contain no line breaks, tabs or runs of spaces, and a template body may have at most 1024 characters
 * including it.
 */
function asParameter(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= 900 ? line : `${cutTo(899, line)}…`
}
