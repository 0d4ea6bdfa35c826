// Databases: one
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { formatInstant } from '../../../src/core/calendar.ts'
import { MINUTE } from '../../../src/core/durations.ts'
import type { QueueView } from '../../../src/modules/backoffice/index.server.ts'
import type { ObligationKind } from '../../../src/modules/backoffice/public.ts'
import { newId } from '../../../src/platform/ids.ts'
import { decodeView, pageJson } from '../../../src/web/hydration/page-view.ts'
import { atDesk, demoAccount } from '../../support/desk.ts'
import { deliver } from '../../support/listeners.ts'
import { allPages, type Browser, publicUrl, webWith } from '../../support/web.ts'

const mailSecret = 'one-secret-of-the-mail-server'
const web = webWith(allPages, async () => ({ MAIL_WEBHOOK_SECRET: mailSecret }))
const until = '2026-03-30T09:00'
let support: Browser
const ids = { support: '', owner: '', customer: '' }

beforeAll(async () => {
  for (const role of ['support', 'owner', 'customer'] as const) {
    const account = await web.app.identity.accountOf(web.database, demoAccount(role).email)
    ids[role] = account?.userId ?? ''
  }
})
beforeEach(async () => {
  support = await atDesk(web, 'support')
})

/** An order that is paid, with its first step to do. */
async function paidOrder() {
  const orderId = newId()
  const { orders } = web.app
  await web.app.database.transaction(async (tx) => {
    await orders.openOrder(tx, {
      ...{ id: orderId, userId: ids.customer, serviceId: 'clean-name', planId: 'a-vista' },
      ...{ serviceTitle: 'Limpeza de Nome', servicePrice: 150_000, paymentType: 'PIX à vista' },
    })
    const steps = ['Análise', 'Envio'].map((name) => ({ name, description: 'a' }))
    await orders.createSteps(tx, { orderId, steps })
  })
  const payload = { orderId, instalmentId: newId(), userId: ids.customer, amount: 150_000 }
  await deliver(web.database, orders.listeners, {
    type: 'instalment.paid',
    payload: { ...payload, paidOn: '2026-03-02' },
  })
  return orderId
}

async function completeStep(orderId: string, etapa: string) {
  const order = await web.app.orders.openForTeam({ text: orderId })
  const words = { etapa, nome: 'a', palavras: 'Feito tudo.', protocolo: 'P-1' }
  const version = String(order?.version)
  const sent = await support.post(`/painel/pedidos/${orderId}`, {
    intent: 'complete-step',
    version,
    ...words,
  })
  expect(sent.status).toBe(302)
}

async function write(messageId: string, address: string, words: string) {
  const lines = [`From: Ana <${address}>`, 'Subject: Oi', `Message-ID: <${messageId}@x>`, '', words]
  const authorization = `Bearer ${mailSecret}`
  await web.browser().machine('/webhooks/correio', { authorization }, lines.join('\r\n'))
}

async function conversationOf(address: string) {
  const { rows } = await web.database.$client.query<{ id: string; version: number }>(
    'select id, version from conversations where address = $1',
    [address],
  )
  return rows[0] ?? { id: '', version: 0 }
}

async function answer(address: string) {
  const { id, version } = await conversationOf(address)
  const fields = { intent: 'answer', version: String(version), resposta: 'Pode mandar hoje mesmo.' }
  expect((await support.post(`/painel/conversas/${id}`, fields)).status).toBe(302)
}

const itemOf = (kind: ObligationKind, id: string) =>
  web.app.backoffice.readObligation({ kind, id, role: 'support' })

async function send(intent: string, kind: ObligationKind, id: string, fields: Record<string, string> = {}) {
  const version = String((await itemOf(kind, id))?.version)
  return support.post('/painel', { intent, item: `${kind}~${id}`, version, ...fields })
}

const snooze = (kind: ObligationKind, id: string, fields: Record<string, string> = {}) =>
  send('snooze', kind, id, { ate: until, motivo: 'esperando o cartório', ...fields })

async function idsIn(view: QueueView, kind: ObligationKind) {
  const asked = { role: 'support', memberId: ids.support, view, kinds: [kind], limit: 200 }
  return (await web.app.backoffice.readQueue(asked)).items.map(({ id }) => id)
}

test('completing a snoozed step puts the next one in the queue and ends the snooze', async () => {
  const orderId = await paidOrder()
  await snooze('order.step', orderId)
  expect(await idsIn('open', 'order.step')).not.toContain(orderId)
  await completeStep(orderId, '1')
  expect(await idsIn('open', 'order.step')).toContain(orderId)
  expect(await idsIn('snoozed', 'order.step')).not.toContain(orderId)
  expect(await itemOf('order.step', orderId)).toMatchObject({ snoozedUntil: null, snoozeReason: null })
})

test('the list of snoozed obligations says until when, and why', async () => {
  const orderId = await paidOrder()
  await snooze('order.step', orderId)
  const list = await (await support.get('/painel?ver=adiados&tipo=order.step')).text()
  expect(list.replaceAll('<!-- -->', '')).toContain('Adiado até 30/03, 09:00 · esperando o cartório')
  // Of another kind they are listed too: choosing one stays among the snoozed.
  expect(list).toContain('<input type="hidden" name="ver" value="adiados"/>')
  await completeStep(orderId, '1')
})

test('a day that an obligation is due on is that day, not the midnight after it', async () => {
  const orderId = await paidOrder()
  const html = await (await support.get(`/painel?item=order.step~${orderId}`)).text()
  const due = (await itemOf('order.step', orderId))?.dueAt ?? new Date(0)
  expect(html).toContain(formatInstant(new Date(due.getTime() - MINUTE)))
  expect(html).not.toContain(formatInstant(due))
  await completeStep(orderId, '1')
})

test('an obligation shows the colleagues who may meet it, and while it is snoozed a way to wake it', async () => {
  const id = newId()
  const address = `${id}@exemplo.com.br`
  await write(id, address, 'Quando fica pronto?')
  const { id: conversation } = await conversationOf(address)
  const beside = async () => {
    const html = await (await support.get(`/painel?item=message.answer~${conversation}`)).text()
    const [, to = ''] = /<select[^>]*name="para"[^>]*>(.*?)<\/select>/s.exec(html) ?? []
    const names = [...to.matchAll(/>([^<]+)<\/option>/g)].map(([, name = '']) => name)
    return { names, canWake: html.includes('value="wake"') }
  }
  // Finance answers no messages, and the desk offers nobody who does not.
  const { names, canWake } = await beside()
  expect(names).toContain('Atendimento')
  expect(names).not.toContain('Financeiro')
  expect(canWake).toBe(false)
  await snooze('message.answer', conversation)
  expect((await beside()).canWake).toBe(true)
})

test('a reopened step is not the one that was snoozed', async () => {
  const orderId = await paidOrder()
  await snooze('order.step', orderId)
  await completeStep(orderId, '1')
  web.pass(60)
  support = await atDesk(web, 'support')
  const order = await web.app.orders.openForTeam({ text: orderId })
  const fields = { etapa: '1', motivo: 'Faltou um bureau.', version: String(order?.version) }
  const reopened = await support.post(`/painel/pedidos/${orderId}`, { intent: 'reopen-step', ...fields })
  expect(reopened.status).toBe(302)
  expect(await idsIn('open', 'order.step')).toContain(orderId)
})

test('after answering a snoozed conversation, the customer’s next message is in the queue', async () => {
  await write('q1', 'ana.q1@exemplo.com.br', 'Quando posso mandar o documento?')
  const { id } = await conversationOf('ana.q1@exemplo.com.br')
  await snooze('message.answer', id)
  await answer('ana.q1@exemplo.com.br')
  await write('q2', 'ana.q1@exemplo.com.br', 'URGENTE: quero desistir!')
  expect(await idsIn('open', 'message.answer')).toContain(id)
  expect(await (await support.get('/painel')).text()).toContain(id)
})

test('a customer who writes again while the conversation is snoozed is in the queue', async () => {
  await write('q3', 'ana.q3@exemplo.com.br', 'Quando?')
  const { id } = await conversationOf('ana.q3@exemplo.com.br')
  await snooze('message.answer', id)
  expect(await idsIn('snoozed', 'message.answer')).toContain(id)
  await write('q4', 'ana.q3@exemplo.com.br', 'URGENTE: quero desistir!')
  expect(await idsIn('open', 'message.answer')).toContain(id)
})

test('a message written after the page was read is not snoozed with it', async () => {
  await write('q5', 'ana.q5@exemplo.com.br', 'Quando?')
  const { id } = await conversationOf('ana.q5@exemplo.com.br')
  const page = await (await support.get(`/painel?item=message.answer~${id}`)).text()
  const revision = /name="revision" value="([^"]+)"/.exec(page)?.[1] ?? ''
  expect(revision).toBe('2')
  await write('q6', 'ana.q5@exemplo.com.br', 'URGENTE: quero desistir!')
  expect((await snooze('message.answer', id, { revision })).status).toBe(422)
  expect(await idsIn('open', 'message.answer')).toContain(id)
})

test('a failed message that was snoozed and sent again is in the queue when it fails again', async () => {
  const messageId = newId()
  const fail = (text: string) => web.database.$client.query(text, [messageId])
  await fail(`insert into messages (id, "to", channel, kind, subject, text, links, status, created_at)
    values ($1, 'ana@exemplo.com.br', 'email', 'order.done', 'Pronto', 'a', '{}', 'failed', now())`)
  await snooze('message.resend', messageId)
  const again = { actor: ids.support, reason: 'endereço certo', messageId, resend: true }
  expect(await web.app.backoffice.decideMessage(again)).toMatchObject({ ok: true })
  await fail(`update messages set status = 'failed', waiting_since = null where id = $1`)
  expect(await idsIn('open', 'message.resend')).toContain(messageId)
})

test('a message that was snoozed and sent again after an outage is in the queue when it fails again', async () => {
  const messageId = newId()
  await web.database.$client.query(
    `insert into messages (id, "to", channel, kind, subject, text, links, status, created_at, unavailable_at)
     values ($1, 'ana@exemplo.com.br', 'email', 'order.done', 'Pronto', 'a', '{}', 'failed', now(), now())`,
    [messageId],
  )
  await snooze('message.resend', messageId)
  expect(await idsIn('open', 'message.resend')).not.toContain(messageId)
  const again = { actor: ids.support, reason: 'o servidor voltou' }
  expect(await web.app.backoffice.resendAfterOutage(again)).toMatchObject({
    value: { messageIds: [messageId] },
  })
  await web.database.$client.query(
    "update messages set status = 'failed', waiting_since = null where id = $1",
    [messageId],
  )
  expect(await idsIn('open', 'message.resend')).toContain(messageId)
})

test('an answered conversation is no longer claimed: the customer’s next message is free', async () => {
  await write('q7', 'ana.q7@exemplo.com.br', 'Quando?')
  const { id } = await conversationOf('ana.q7@exemplo.com.br')
  await send('claim', 'message.answer', id)
  expect(await idsIn('mine', 'message.answer')).toContain(id)
  await answer('ana.q7@exemplo.com.br')
  await write('q8', 'ana.q7@exemplo.com.br', 'Obrigada! E o contrato?')
  expect(await idsIn('free', 'message.answer')).toContain(id)
})

test('a member working on an order keeps it from step to step', async () => {
  const orderId = await paidOrder()
  await send('claim', 'order.step', orderId)
  await completeStep(orderId, '1')
  expect(await idsIn('mine', 'order.step')).toContain(orderId)
})

/** Sends a form of the queue as the script does, then the form that undoes it. */
async function doAndUndo(fields: Record<string, string>) {
  const cookie = [...support.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { Origin: publicUrl, Cookie: cookie, Accept: pageJson }
  const body = new URLSearchParams(fields)
  const request = new Request(new URL('/painel', publicUrl), { method: 'POST', headers, body })
  const answered = await web.handle(request, { address: '198.51.100.201' })
  const reply = decodeView(await answered.text()) as { answer: { undo: { fields: Record<string, string> } } }
  expect((await support.post('/painel', reply.answer.undo.fields)).status).toBe(302)
}

test('undoing returns an obligation to its previous claimant: a colleague, the member, nobody', async () => {
  const orderId = await paidOrder()
  const about = { kind: 'order.step', id: orderId, reason: 'assumiu' } as const
  const item = `order.step~${orderId}`
  const claimer = async () => (await itemOf('order.step', orderId))?.claimedBy
  const version = async () => String((await itemOf('order.step', orderId))?.version)
  const handOver = { intent: 'hand-over', item, para: ids.owner }
  await doAndUndo({ intent: 'claim', item, version: '0' })
  expect(await claimer()).toBeNull()
  await doAndUndo({ ...handOver, version: await version() })
  expect(await claimer()).toBeNull()
  await web.app.backoffice.claim({ ...about, version: Number(await version()), actor: ids.owner })
  await doAndUndo({ intent: 'claim', item, version: await version() })
  expect(await claimer()).toBe(ids.owner)
  await web.app.backoffice.claim({ ...about, version: Number(await version()), actor: ids.support })
  await doAndUndo({ ...handOver, version: await version() })
  expect(await claimer()).toBe(ids.support)
  await doAndUndo({ intent: 'release', item, version: await version() })
  expect(await claimer()).toBe(ids.support)
})

test('the badge of the queue counts what is late or due within the hour, not all that waits', async () => {
  await write(newId(), `${newId()}@exemplo.com.br`, 'Quando fica pronto?')
  web.pass(24 * 60)
  await paidOrder()
  const { urgent, kinds } = await web.app.backoffice.countQueue({ role: 'support' })
  expect(urgent).toBeGreaterThan(0)
  expect(Object.values(kinds).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(urgent)
  const desk = await atDesk(web, 'support')
  const html = await (await desk.get('/painel/pedidos')).text()
  expect(/desk-count is-hot">(\d+)</.exec(html)?.[1]).toBe(String(urgent))
})
