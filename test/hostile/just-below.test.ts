// Databases: one. The measured work is that of this process, independent of the database.
import { createHmac } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { MAX_CONTRACT_BYTES } from '../../src/modules/receipts/public.ts'
import { whatsappSimulator } from '../../src/platform/config/simulator.ts'
import { newId } from '../../src/platform/ids.ts'
import routes from '../../src/web/routes.ts'
import { traitsAt } from '../../src/web/routing/routing.ts'
import {
  type Attack,
  attackerOf,
  budgetMs,
  expensiveValues,
  filled,
  form,
  multipart,
  partOf,
} from '../support/attack.ts'
import { atDesk, signedIn } from '../support/desk.ts'
import { serverOf } from '../support/http.ts'
import { deliver } from '../support/listeners.ts'
import { minLongestTurn } from '../support/processor-time.ts'
import { allPages, type Browser, webWith } from '../support/web.ts'

/*
 * Requests that no limit refuses, because they are just below: as many fields and parts as are counted, as long as they may be, with a
 * valid session, link or signature. The others are in event-loop.test.ts.
 */
const KB = 1024
const MB = 1024 * KB
const mailSecret = 'segredo-do-correio-0123456789abcdef'
const web = webWith(allPages, async () => ({
  MAIL_WEBHOOK_SECRET: mailSecret,
  WHATSAPP_PHONE_NUMBER_ID: whatsappSimulator.phoneNumberId,
  WHATSAPP_ACCESS_TOKEN: whatsappSimulator.accessToken,
  WHATSAPP_BUSINESS_ACCOUNT_ID: whatsappSimulator.businessAccountId,
  WHATSAPP_APP_SECRET: whatsappSimulator.appSecret,
  WHATSAPP_VERIFY_TOKEN: whatsappSimulator.verifyToken,
}))
const { send, holds } = attackerOf(serverOf(web, { trustedProxies: 1 }))

const account = { email: `${newId()}@exemplo.com.br`, password: 'Girassol@77' }
const cookieOf = ({ cookies }: Browser) => [...cookies].map((pair) => pair.join('=')).join('; ')

/** A page with a form, and who may send it. */
interface Place {
  pattern: string
  path: string
  cookie: string
  /** Names of its fields, each with its `maxlength`. */
  fields: Map<string, number>
  intents: string[]
}
const places: Place[] = []

/** Addresses of pages by the patterns of their routes, for those that are about something. */
async function addresses(customer: Browser): Promise<Record<string, string>> {
  const { app, database } = web
  const viewer = { id: '', email: account.email, nome: 'Ana Souza', documento: '52998224725' }
  viewer.id = (await app.identity.accountOf(database, account.email))?.userId ?? ''
  const draft = await app.contracting.startHiring({
    ...{ serviceId: 'clean-name', planId: 'semanal-20x', viewer },
    ...{ name: 'Ana Souza', cpf: '529.982.247-25', phone: '(48) 99999-1234' },
  })
  const signed = draft.ok
    ? await app.contracting.acceptContract({
        ...{ draftId: draft.value.draftId, viewer, ticked: ['Li e aceito.'] },
        evidence: { ip: '203.0.113.7', userAgent: 'Navegador de teste' },
      })
    : draft
  if (!signed.ok) throw new Error(signed.code)
  const { orderId } = signed.value
  const [, instalment] = await app.payments.ofOrder({ orderId })
  const link = `/payments/link/${instalment?.id}`
  await customer.post(link, { intent: 'create' })
  const [payer = ''] = /\/pagar\/[\w-]{43}/.exec(await (await customer.get(link)).text()) ?? []

  const guest = web.browser()
  const email = `nova-${account.email}`
  const chosen = { email, password: account.password, confirmPassword: account.password }
  await guest.post('/auth?aba=criar-conta', { intent: 'sign-up', ...chosen })
  const [confirm = ''] = await web.linksTo(email)
  await guest.post('/privacidade/meus-dados', { contato: account.email })
  const [data = ''] = await web.linksTo(account.email)
  const topic = { kind: 'instalment.due', userId: viewer.id, to: account.email } as const
  const preferences = app.notifications.preferencesLinkOf(topic)
  const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')
  return {
    '/pagar/:token': payer,
    '/auth/confirmar': pathOf(confirm),
    '/dados/:key': pathOf(data),
    '/preferencias/:token': pathOf(preferences?.page ?? ''),
    '/resultado/:key': pathOf(await deliveredLookup(guest)),
    '/payments/link/:instalmentId': link,
    '/payments/adiar/:instalmentId': link.replace('link', 'adiar'),
    '/payments/combinar/:orderId': `/payments/combinar/${orderId}`,
    '/contract/desistir/:orderId': `/contract/desistir/${orderId}`,
    '/painel/pedidos/:id': `/painel/pedidos/${orderId}`,
    '/painel/pedidos/:id/renegociar': `/painel/pedidos/${orderId}/renegociar`,
    '/painel/clientes/:id': `/painel/clientes/${viewer.id}`,
    '/painel/catalogo/:tipo/:id': '/painel/catalogo/service/clean-name',
  }
}

/** Buys a look-up as a guest and delivers it. @returns the link to its result */
async function deliveredLookup(guest: Browser): Promise<string> {
  const subject = { cpf: '529.982.247-25', nome: 'Ana Souza', telefone: '(48) 99999-1234' }
  const bought = { ...subject, email: `resultado-${account.email}`, paymentMethod: 'pix', declaracao: 'on' }
  // Nobody creates its charge here, but the look-up is stored.
  await guest.post('/complete-consult', bought)
  const { database, app } = web
  const { rows } = await database.$client.query('select id, charge_id from consultations')
  const { id, charge_id: chargeId } = rows[0]
  const settled = { amount: 2_500, received: 2_500, method: 'pix', paidOn: '2026-03-02', userId: null }
  await deliver(database, app.consultations.listeners, {
    type: 'charge.settled',
    payload: { chargeId, purpose: { kind: 'consultation', id }, ...settled },
  })
  const result = { consultationId: id, text: 'Nada consta.', source: 'team' } as const
  const prepared = await app.consultations.prepareResult(result)
  if (!prepared.ok) throw new Error(prepared.code)
  await database.transaction((tx) =>
    app.consultations.deliverResult(tx, { consultationId: id, resultId: prepared.value, seenVersion: 0 }),
  )
  return (await web.linksTo(bought.email))[0] ?? ''
}

beforeAll(async () => {
  await web.app.identity.ensureAccounts([{ role: 'customer', ...account }])
  const customer = await signedIn(web, account)
  const known = await addresses(customer)
  const owner = await atDesk(web, 'owner')
  const seen = new Set<string>()
  for (const pattern of routes.map(({ path }) => `/${path ?? ''}`)) {
    const { action } = ((await allPages[pattern]?.()) ?? {}) as { action?: unknown }
    if (!action || (pattern.includes(':') && !known[pattern])) continue
    const path = known[pattern] ?? pattern
    const readers = pattern.startsWith('/painel') ? [owner] : [web.browser(), customer]
    for (const browser of readers) {
      const page = await browser.get(path)
      if (page.status !== 200) continue
      const html = await page.text()
      const tags = [...html.matchAll(/<(?:input|select|textarea)[^>]*?\bname="([^"]+)"[^>]*>/g)]
      const fields = new Map(
        tags.map(([tag, name = '']) => [name, Number(/maxlength="(\d+)"/i.exec(tag)?.[1] ?? 9_990)]),
      )
      fields.delete('intent')
      const intents = new Set(
        [...html.matchAll(/name="intent" value="([^"]+)"/g)].map(([, intent = '']) => intent),
      )
      // The services share one form.
      const fieldset = [...fields.keys(), ...intents].join()
      if (fieldset !== '' && seen.has(fieldset)) continue
      seen.add(fieldset)
      places.push({ pattern, path, cookie: cookieOf(browser), fields, intents: [...intents, ''] })
    }
  }
})

test('the attacked forms include those of guests, customers, links and the team', () => {
  expect([...new Set(places.map(({ pattern }) => pattern))]).toEqual(
    expect.arrayContaining([
      ...[
        '/service/clean-name',
        '/service/vehicle-financing',
        '/cpf-consult',
        '/e-golpe',
        '/auth',
        '/payments',
      ],
      ...['/pagar/:token', '/auth/confirmar', '/dados/:key', '/preferencias/:token', '/resultado/:key'],
      ...[
        '/painel/pedidos/:id',
        '/painel/clientes/:id',
        '/painel/ofertas',
        '/painel/dinheiro',
        '/painel/equipe',
      ],
    ]),
  )
})

test('forms with the maximum number of fields and parts take no more time than others', async () => {
  for (const { path, cookie, fields, intents } of places) {
    const { maxFields } = traitsAt(path.split('?')[0] ?? '')
    const [name = 'paymentIds'] = fields.keys()
    const intent = intents[0] ?? ''
    const room = 250 * KB
    const one = `${name}=`
    // A space is the only escape of one character, and takes the longest to parse.
    const value = '+'.repeat(Math.floor(room / maxFields) - one.length - 1)
    const same = `intent=${intent}${`&${one}${value}`.repeat(maxFields - 1)}`
    await holds({ method: 'POST', path, headers: { ...form, Cookie: cookie }, body: same })
    const count = Math.min(maxFields, 2_000)
    const content = 'a'.repeat(Math.max(1, Math.floor(room / count) - partOf('n1000', '').length))
    const parts = Array.from({ length: count - 1 }, (_, at) => partOf(`n${at}`, content)).join('')
    const body = `${partOf('intent', intent)}${parts}--x--\r\n`
    await holds({ method: 'POST', path, headers: { ...multipart, Cookie: cookie }, body })
  }
})

test('forms with values of maximum length take no more time than others', async () => {
  let turn = 0
  for (const { path, cookie, fields, intents } of places) {
    for (const intent of intents) {
      const body = new URLSearchParams({ intent })
      for (const [name, maxLength] of [...fields].slice(0, 25)) {
        // Each form gets others, and each field of it another.
        const value = expensiveValues[turn++ % expensiveValues.length] ?? ''
        body.set(name, value.slice(0, maxLength))
        if (body.toString().length > 255 * KB) body.delete(name)
      }
      const headers = { ...form, Cookie: cookie }
      await holds({ method: 'POST', path, headers, body: body.toString() })
    }
  }
})

const metaSigned = (body: string) => ({
  'X-Hub-Signature-256': `sha256=${createHmac('sha256', whatsappSimulator.appSecret).update(body).digest('hex')}`,
})
const notice = (changes: string) =>
  `{"object":"whatsapp_business_account","entry":[{"changes":[${changes}{"field":"x","value":{}}]}]}`
const messages = (list: string) =>
  notice(
    `{"field":"messages","value":{"metadata":{"phone_number_id":"${whatsappSimulator.phoneNumberId}"},${list}}},`,
  )

test.each([
  ['brackets', filled('[', 3 * MB - 1)],
  ['changes', notice(filled('{"field":"messages","value":{}},', 3 * MB - 200))],
  ['messages', messages(`"messages":[${filled('{},', 3 * MB - 300)}{}]`)],
  [
    'messages of as many people',
    messages(`"contacts":[${filled('{},', MB)}{}],"messages":[${filled('{"from":"5548999991234"},', MB)}{}]`),
  ],
])('a signed WhatsApp notice of 3 MB of %s takes no more time than its size allows', async (_, body) => {
  const path = '/webhooks/whatsapp'
  await holds({ method: 'POST', path, headers: metaSigned(body), body }, 12 * budgetMs)
})

test('an unsigned notice, or an e-mail of 15 MB, takes no more time than its size allows', async () => {
  await holds(
    {
      method: 'POST',
      path: '/webhooks/whatsapp',
      headers: { 'X-Hub-Signature-256': 'sha256=x' },
      body: filled('[', 3 * MB - 1),
    },
    12 * budgetMs,
  )
  const body = `From: a@b.co\n\n${'a'.repeat(15 * MB - 100)}`
  for (const secret of ['x', mailSecret])
    await holds(
      { method: 'POST', path: '/webhooks/correio', headers: { Authorization: `Bearer ${secret}` }, body },
      60 * budgetMs,
    )
})

test('a contract of 4 MB is read in another process, and 4 MB of text is not read at all', async () => {
  const part = 'Content-Disposition: form-data; name="contrato"; filename="a.pdf"'
  const pdf = `--x\r\n${part}\r\n\r\n%PDF-1.7${filled('/ByteRange [0 1 2 3]', MAX_CONTRACT_BYTES - 100)}\r\n--x--\r\n`
  const file: Attack = { method: 'POST', path: '/conferir-contrato', headers: multipart, body: pdf }
  const ms = await minLongestTurn(budgetMs, async () => expect(await send(file)).toBe(200))
  expect(ms).toBeLessThan(budgetMs)
  const text: Attack = {
    method: 'POST',
    path: '/conferir-contrato',
    headers: form,
    body: `a=${filled('+', 4 * MB)}`,
  }
  expect(await holds(text)).toBe(413)
})
