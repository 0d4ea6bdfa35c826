import { type HttpRequest, type HttpResponse, isObject, json, readObject } from '../http.ts'
import type { Account } from './account.ts'
import { occurs } from './faults.ts'
import { isWindowOpen, type PhoneMessage, type State } from './state.ts'

/** Response of the API, or what it does with the connection. */
export type ApiAnswer = HttpResponse | 'hang'

/** Checks whether a path belongs to the Graph API, in any version. */
export const isApiPath = (path: string): boolean => /^\/v\d+\.\d+\//.test(path)

/** Implements the Cloud API: sending a message, listing the templates. */
export function answerApi(account: Account, request: HttpRequest): ApiAnswer {
  const [, , node, edge] = request.path.split('/')
  const { settings } = account
  if (request.headers.authorization !== `Bearer ${settings.accessToken}`) {
    return failure(401, 190, 'Invalid OAuth access token - Cannot parse access token')
  }
  if (request.method === 'POST' && node === settings.phoneNumberId && edge === 'messages') {
    return sendMessage(account, request)
  }
  if (request.method === 'GET' && node === settings.businessAccountId && edge === 'message_templates') {
    return listTemplates(account.state, request.query)
  }
  return failure(400, 100, `Unsupported ${request.method.toLowerCase()} request`)
}

function sendMessage(account: Account, { body }: HttpRequest): ApiAnswer {
  const { state, faults, random } = account
  state.requests++
  if (occurs(faults, 'rateLimit')) return failure(429, 130429, 'Rate limit hit')
  const isRandomFailure = random() < (faults.failProbability ?? 0)
  const isLost = isRandomFailure || (faults.fail ? occurs(faults, 'fail') : false)
  const hangs = !isLost && occurs(faults, 'hang')
  const isTaken = isRandomFailure ? random() < 0.5 : faults.afterTaking === true
  if ((isLost || hangs) && !isTaken) return hangs ? 'hang' : broken(faults.failStatus)

  const read = readMessage(account, readObject(body))
  if (!('wamid' in read)) return read
  account.take(read)
  if (isLost) return broken(faults.failStatus)
  if (hangs) return 'hang'
  return json(200, {
    messaging_product: 'whatsapp',
    contacts: [{ input: read.to, wa_id: read.to }],
    messages: [{ id: read.wamid, message_status: 'accepted' }],
  })
}

/**
 * Checks a message as the API does: a malformed one is refused at once, an undeliverable one fails later, which a notice reports.
 */
function readMessage(
  account: Account,
  sent: Record<string, unknown> | undefined,
): PhoneMessage | HttpResponse {
  const { state, clock, faults } = account
  if (sent?.messaging_product !== 'whatsapp') return failure(400, 100, 'messaging_product is required')
  const to = typeof sent.to === 'string' ? sent.to.replace(/^\+/, '') : ''
  if (!/^\d{8,15}$/.test(to)) return failure(400, 131009, 'Parameter value is not valid')
  const opaque = typeof sent.biz_opaque_callback_data === 'string' ? sent.biz_opaque_callback_data : undefined
  const said = sent.type === 'text' ? readText(sent.text) : readTemplate(state, sent)
  if ('body' in said) return said
  const isClosed = said.sentAs === 'text' && !isWindowOpen(state, to, clock.now())
  const code = state.absent.has(to) ? 131026 : isClosed ? 131047 : undefined
  if (code !== undefined && faults.refuseAtOnce) return failure(400, code, nameOf(code))
  return {
    wamid: account.newId(),
    to,
    opaque,
    code,
    ...said,
    status: 'accepted',
    at: clock.now().toISOString(),
  }
}

type Said = Pick<PhoneMessage, 'sentAs' | 'text'>

function readText(text: unknown): Said | HttpResponse {
  const body = isObject(text) ? text.body : undefined
  if (typeof body !== 'string' || body === '' || body.length > 4096) {
    return failure(400, 100, 'text.body must be 1 to 4096 characters')
  }
  return { sentAs: 'text', text: body }
}

function readTemplate(state: State, { type, template }: Record<string, unknown>): Said | HttpResponse {
  if (type !== 'template' || !isObject(template)) return failure(400, 131051, 'Unsupported message type')
  const name = String(template.name)
  const known = state.templates.get(name)
  const language = isObject(template.language) ? template.language.code : undefined
  if (!known || language !== 'pt_BR') {
    return failure(404, 132001, 'Template name does not exist in the translation')
  }
  if (known.status === 'PAUSED') return failure(400, 132015, nameOf(132015))
  if (known.status === 'DISABLED') return failure(400, 132016, 'Template is disabled')
  if (known.status !== 'APPROVED') return failure(404, 132001, 'Template is not approved')
  const parameters = parametersOf(template.components)
  if (parameters.length !== 1) {
    return failure(400, 132000, 'Number of parameters does not match the expected number of params')
  }
  const [parameter = ''] = parameters
  if (/[\n\t]| {5}/.test(parameter) || parameter === '') {
    return failure(
      400,
      132018,
      'Param text cannot have new-line/tab characters or more than 4 consecutive spaces',
    )
  }
  const text = known.body.replace('{{1}}', () => parameter)
  if (text.length > 1_100) return failure(400, 132005, 'Template hydrated text too long')
  return { sentAs: name, text }
}

function parametersOf(components: unknown): string[] {
  const body = (Array.isArray(components) ? components : []).find(
    (one) => isObject(one) && one.type === 'body',
  )
  const parameters: unknown[] = isObject(body) && Array.isArray(body.parameters) ? body.parameters : []
  return parameters.map((one) => (isObject(one) && typeof one.text === 'string' ? one.text : ''))
}

function listTemplates({ templates }: State, query: URLSearchParams): HttpResponse {
  const all = [...templates].map(([name, { body, status }], index) => ({
    name,
    language: 'pt_BR',
    status,
    category: 'UTILITY',
    id: String(1_600_000_000 + index),
    components: [{ type: 'BODY', text: body }],
    rejected_reason: 'NONE',
  }))
  const limit = Math.max(1, Math.min(100, Number(query.get('limit')) || 25))
  const from = Number(query.get('after')) || 0
  const after = String(from + limit)
  const hasNext = from + limit < all.length
  return json(200, {
    data: all.slice(from, from + limit),
    paging: { cursors: { before: String(from), after }, ...(hasNext && { next: `?after=${after}` }) },
  })
}

/** Builds an error in the Graph API's own format. */
function failure(status: number, code: number, details: string): HttpResponse {
  return json(status, {
    error: {
      message: `(#${code}) ${details}`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details },
      fbtrace_id: 'Adouble',
    },
  })
}

function broken(status = 500): HttpResponse {
  return { status, headers: { 'content-type': 'text/html' }, body: '<h1>Sorry, something went wrong.</h1>' }
}

const names: Readonly<Record<number, string>> = {
  131026: 'Message undeliverable',
  131047: 'Re-engagement message',
  132015: 'Template is paused',
}

/** Returns Meta's name of an error. */
export function nameOf(code: number): string {
  return names[code] ?? 'Something went wrong'
}
