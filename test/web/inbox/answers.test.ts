import { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { App } from '../../../src/composition.ts'
import { ok, refuse } from '../../../src/core/outcome.ts'
import { appContext, requestContext } from '../../../src/web/context.ts'
import { action as receiveMail } from '../../../src/web/routes/inbox/mail.ts'
import { action as receiveWhatsapp } from '../../../src/web/routes/inbox/whatsapp.ts'
import { overloadedError } from '../../support/overloaded-error.ts'

/*
 * What the servers of others are answered decides whether they send a message again: a mail server keeps what was not stored, and Meta
 * repeats for days what was not answered with 200.
 */

const stored = async () => ok(null)
const refused = (code: string) => async () => refuse(code)
const overloaded = () => Promise.reject(overloadedError())

async function answerTo(
  receive: typeof receiveMail | typeof receiveWhatsapp,
  received: () => Promise<unknown>,
) {
  const record = vi.fn()
  const inbox = { receiveMail: received, receiveWhatsapp: received }
  const context = new RouterContextProvider()
  context.set(appContext, { inbox, security: { record }, log: { warn() {} } } as unknown as App)
  context.set(requestContext, { id: 'r', ip: '203.0.113.7', userAgent: '', scriptUrl: '' })
  const request = new Request('https://loja.exemplo/webhooks', { method: 'POST', body: 'x' })
  const { status, headers } = await receive({ request, context } as never)
  return { status, retryAfter: headers.get('Retry-After'), isRecorded: record.mock.calls.length > 0 }
}

test.each([
  ['stored', stored, 200, null, false],
  ['overloaded', overloaded, 503, '60', false],
  ['not configured', refused('not_configured'), 404, null, false],
  ['unreadable', refused('unreadable'), 400, null, false],
  ['forged', refused('forged'), 401, null, true],
])('an e-mail that is %s', async (_, received, status, retryAfter, isRecorded) => {
  expect(await answerTo(receiveMail, received)).toEqual({ status, retryAfter, isRecorded })
})

test.each([
  ['stored', stored, 200, false],
  ['not configured', refused('not_configured'), 404, false],
  ['unreadable, though signed', refused('unreadable'), 200, false],
  ['unsigned', refused('unsigned'), 401, true],
  ['forged', refused('forged'), 401, true],
])('a notice of WhatsApp that is %s', async (_, received, status, isRecorded) => {
  expect(await answerTo(receiveWhatsapp, received)).toMatchObject({ status, isRecorded })
})
