import { z } from 'zod'
import { parseJson } from '../../../core/json.ts'
import { ok, refuse } from '../../../core/outcome.ts'
import { exchange } from '../../../platform/http-client.ts'
import type { MessageChannel } from '../ports.ts'

/**
 * WhatsApp Cloud API. A business can start a conversation only with an approved template: the whole text goes into a
 * template whose body has a single parameter.
 *
 * @param baseUrl with the version, e.g. `https://graph.facebook.com/v23.0`
 */
export function whatsappChannel({
  baseUrl,
  phoneNumberId,
  accessToken,
  template = 'aviso',
  timeout = 10_000,
}: {
  baseUrl: string
  phoneNumberId: string
  accessToken: string
  template?: string
  timeout?: number
}): MessageChannel {
  return {
    async deliver({ to, text }) {
      if (!/^\+\d{8,15}$/.test(to)) return refuse('refused', 'not an E.164 telephone number')
      const answer = await exchange({
        method: 'POST',
        url: `${baseUrl}/${phoneNumberId}/messages`,
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(templateMessage({ to, text, template })),
        timeout,
      })
      if (!answer.answered) return refuse('unavailable', answer.reason)
      const { status } = answer
      const body = parseJson(answer.text)
      const sent = accepted.safeParse(body)
      if (status >= 200 && status < 300 && sent.success)
        return ok({ status: 'sent', providerId: sent.data.messages[0].id })
      const code = failed.safeParse(body).data?.error.code
      const detail = `status ${status}, code ${code ?? 'none'}`
      return code !== undefined && permanentErrors.has(code)
        ? refuse('refused', detail)
        : refuse('unavailable', detail)
    },
  }
}

const accepted = z.object({ messages: z.tuple([z.object({ id: z.string() })], z.unknown()) })
const failed = z.object({ error: z.object({ code: z.number() }) })

/**
 * Permanent errors, which a retry would not resolve: 131026 undeliverable, 131047 window closed, 132000, 132001 and
 * 132012 template and text do not match, 132016 template disabled. All others are temporary or configuration errors:
 * 190 token, 130429 and 131056 rate limit, 131048 spam limit, 132015 template paused.
 */
const permanentErrors = new Set([131026, 131047, 132000, 132001, 132012, 132016])

/** A parameter may contain no line breaks, tabs or runs of spaces, and at most 1024 characters. */
function templateMessage({ to, text, template }: { to: string; text: string; template: string }) {
  const parameter = text.replace(/\s+/g, ' ').trim().slice(0, 1024)
  return {
    messaging_product: 'whatsapp',
    to: to.slice(1),
    type: 'template',
    template: {
      name: template,
      language: { code: 'pt_BR' },
      components: [{ type: 'body', parameters: [{ type: 'text', text: parameter }] }],
    },
  }
}
