import { type HttpRequest, type HttpResponse, json, readFields, redirect, wantsPage } from '../http.ts'
import type { Account } from './account.ts'
import { readFaults } from './faults.ts'

/** Handles the actions of a test or a person on the simulator. A browser is redirected to the page it came from. */
export function answerControl(account: Account, request: HttpRequest): HttpResponse {
  const done = control(account, request)
  if (typeof done === 'string') return json(400, { error: done })
  if (done !== undefined) return json(200, done)
  return wantsPage(request) ? redirect(request.headers.referer ?? '/') : json(200, { ok: true })
}

/** Executes a control. Returns an error message, the content of the response, or undefined if it was done and has no content. */
function control(account: Account, request: HttpRequest): string | object | undefined {
  const { state, notices } = account
  const [, , what = '', id = '', verb = ''] = request.path.split('/').map(decodeURIComponent)
  if (request.method === 'GET') {
    if (what === 'faults') return account.faults
    if (what === 'truth.json') {
      const { messages, answers, requests, absent } = state
      const waiting = { waiting: notices.waiting(), abandoned: notices.abandoned() }
      const templates = Object.fromEntries([...state.templates].map(([name, { status }]) => [name, status]))
      return { messages, answers, requests, absent: [...absent], templates, notices: waiting }
    }
    return 'unknown control'
  }
  const fields = readFields(request)
  if (fields === undefined) return 'the body is neither a JSON object nor a form'
  const field = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  switch (what) {
    case 'faults': {
      const faults = readFaults(fields)
      if (typeof faults === 'string') return faults
      account.faults = faults
      return undefined
    }
    case 'reset':
      account.reset()
      return undefined
    case 'answers': {
      const from = field('from').replace(/\D/g, '')
      if (!/^\d{8,15}$/.test(from)) return 'from must be a number'
      account.hear({
        from,
        text: field('text') || 'Oi',
        ...(field('name') && { name: field('name') }),
        ...(field('type') && { type: field('type') }),
        ...(field('repliesTo') && { repliesTo: field('repliesTo') }),
      })
      return undefined
    }
    case 'messages': {
      const message = state.messages.find(({ wamid }) => wamid === id)
      if (!message) return 'unknown message'
      if (verb !== 'delivered' && verb !== 'read' && verb !== 'failed') return 'unknown status'
      account.move(message, verb, verb === 'failed' ? Number(fields.code) || 131026 : undefined)
      return undefined
    }
    case 'templates':
      if (!state.templates.has(id)) return 'unknown template'
      account.decideTemplate(id, field('status') || 'APPROVED')
      return undefined
    case 'phones':
      if (fields.absent === true || fields.absent === 'true') state.absent.add(id)
      else state.absent.delete(id)
      return undefined
    default:
      return 'unknown control'
  }
}
