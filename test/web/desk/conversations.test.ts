// Databases: one
import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { whatsappSimulator } from '../../../src/platform/config/simulator.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { atDesk, demoAccount } from '../../support/desk.ts'
import { allPages, type Browser, webWith } from '../../support/web.ts'

const mailSecret = 'one-secret-of-the-mail-server'
/** Why a request failed, for the message of a failed test. */
const failures: string[] = []
const log = createLog({ level: 'error', destination: { write: (line) => void failures.push(line) } })
const mailboxes = async () => ({
  WHATSAPP_BASE_URL: 'http://127.0.0.1:1/v23.0',
  WHATSAPP_PHONE_NUMBER_ID: whatsappSimulator.phoneNumberId,
  WHATSAPP_ACCESS_TOKEN: whatsappSimulator.accessToken,
  WHATSAPP_BUSINESS_ACCOUNT_ID: whatsappSimulator.businessAccountId,
  WHATSAPP_APP_SECRET: whatsappSimulator.appSecret,
  WHATSAPP_VERIFY_TOKEN: whatsappSimulator.verifyToken,
  MAIL_WEBHOOK_SECRET: mailSecret,
})
const web = webWith(allPages, mailboxes, { log })
const bare = webWith(allPages)

let support: Browser
let finance: Browser

beforeAll(async () => {
  support = await atDesk(web, 'support')
  finance = await atDesk(web, 'finance')
})

const query = async <T>(text: string, values: unknown[] = []) =>
  (await web.database.$client.query(text, values)).rows as T[]
const htmlOf = async (browser: Browser, path: string) =>
  (await (await browser.get(path)).text()).replaceAll('<!-- -->', '')

/** Sends a notice as Meta sends it. */
function sendNotice(change: object, { secret = whatsappSimulator.appSecret as string, on = web } = {}) {
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [change] }],
  })
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  return on.browser().machine('/webhooks/whatsapp', { 'x-hub-signature-256': signature }, body)
}

function says(from: string, text: string, id = newId()) {
  const message = { from, id: `wamid.${id}`, timestamp: '1772452800', type: 'text', text: { body: text } }
  const contacts = [{ wa_id: from, profile: { name: 'Ana' } }]
  return { field: 'messages', value: { messaging_product: 'whatsapp', contacts, messages: [message] } }
}

function hand(lines: string[], { secret = mailSecret, on = web } = {}) {
  return on.browser().machine('/webhooks/correio', { authorization: `Bearer ${secret}` }, lines.join('\r\n'))
}

describe('the addresses for Meta and for the mail server', () => {
  test('Meta confirms the webhook with its verify token alone', async () => {
    const asked = (token: string) =>
      web.browser().get(`/webhooks/whatsapp?hub.mode=subscribe&hub.challenge=4711&hub.verify_token=${token}`)
    const right = await asked(whatsappSimulator.verifyToken)
    expect([right.status, await right.text()]).toEqual([200, '4711'])
    const wrong = await asked('outra')
    expect([wrong.status, await wrong.text()]).toEqual([403, ''])
  })

  test('a forged or unsigned notice or a wrong secret is refused; an unreadable notice is not requested again', async () => {
    expect((await sendNotice(says('5548999991111', 'Oi'), { secret: 'outro' })).status).toBe(401)
    expect((await web.browser().machine('/webhooks/whatsapp', {}, '{}')).status).toBe(401)
    expect((await hand(['From: a@exemplo.com.br', '', 'Oi'], { secret: 'outro' })).status).toBe(401)
    expect((await hand([])).status).toBe(400)
    expect(await query('select 1 from heard_messages')).toEqual([])
    expect((await web.browser().get('/webhooks/correio')).status).toBe(405)
    expect((await sendNotice({ field: 'something-new', value: {} })).status).toBe(200)
  })

  test('when too many e-mails arrive at once, the mail server keeps them for a minute, and none is lost', async () => {
    const lines = (index: number) => [
      ...[`From: muitos${index}@exemplo.com.br`, `Message-ID: <muitos${index}@exemplo.com.br>`, '', 'Oi'],
    ]
    const sent = await Promise.all(Array.from({ length: 12 }, (_, index) => hand(lines(index))))
    const later = sent.flatMap((answer, index) => (answer.status === 503 ? [{ answer, index }] : []))
    expect(
      sent.map(({ status }) => status).filter((status) => status !== 503),
      failures.join(''),
    ).toEqual(Array(12 - later.length).fill(200))
    expect(later.map(({ answer }) => answer.headers.get('retry-after'))).toEqual(later.map(() => '60'))
    for (const { index } of later) expect((await hand(lines(index))).status).toBe(200)
    const stored = await query("select 1 from conversations where address like 'muitos%@exemplo.com.br'")
    expect(stored).toHaveLength(12)
  })

  test('a shop that has not configured them accepts nothing', async () => {
    expect((await sendNotice(says('5548999991111', 'Oi'), { on: bare })).status).toBe(404)
    expect((await hand(['From: a@exemplo.com.br', '', 'Oi'], { on: bare })).status).toBe(404)
    expect((await bare.browser().get('/webhooks/whatsapp')).status).toBe(403)
  })
})

test('a customer’s message is shown at their order and their page, and is answered there', async () => {
  const { email } = demoAccount('customer')
  const [{ id: userId } = { id: '' }] = await query<{ id: string }>('select id from users where email = $1', [
    email,
  ])
  const orderId = newId()
  await query(
    `insert into orders (id, user_id, service_id, plan_id, service_title, service_price, payment_type, status, progress,
       delivery_days, delivery_kind, delivery_date, created_at, updated_at)
     values ($1, $2, 'clean-name', 'semanal-20x', 'Limpeza de Nome', 20000, 'PIX semanal', 'pending', 0, 30,
       'calendarDays', '2026-04-02', now(), now())`,
    [orderId, userId],
  )
  const words = 'Quando termina <b>o meu</b> pedido?'
  const answered = await hand([
    `From: Joana <${email}>`,
    'Subject: Re: Seu pedido',
    'Message-ID: <a1@exemplo>',
    '',
    words,
  ])
  expect(answered.status).toBe(200)

  const [{ id } = { id: '' }] = await query<{ id: string }>(
    'select id from conversations where user_id = $1',
    [userId],
  )
  expect(await htmlOf(support, '/painel')).toContain('Responder mensagem')
  for (const page of [
    `/painel/pedidos/${orderId}`,
    `/painel/clientes/${userId}`,
    `/painel/conversas/${id}`,
  ]) {
    const html = await htmlOf(support, page)
    expect(html).toContain('Quando termina &lt;b&gt;o meu&lt;/b&gt; pedido?')
    expect(html).toContain('Enviar resposta')
  }
  const list = await htmlOf(support, '/painel/conversas')
  expect(list).toContain(`/painel/conversas/${id}`)
  expect(list).not.toContain(email)
  // A member who decides about money can read it and cannot answer.
  expect(await htmlOf(finance, `/painel/conversas/${id}`)).not.toContain('Enviar resposta')

  const page = `/painel/conversas/${id}`
  const answer = { intent: 'answer', version: '2', resposta: 'Sexta-feira.' }
  expect((await finance.post(page, answer)).status).toBe(403)
  expect((await support.post(page, { ...answer, resposta: ' ' })).status).toBe(422)
  expect((await support.post(page, { ...answer, version: '1' })).status).toBe(422)
  expect((await support.post(page, answer)).status).toBe(302)
  expect((await support.post(page, answer)).status).toBe(422)
  const sent = await query(`select "to", channel, subject, status from messages where conversation_id = $1`, [
    id,
  ])
  expect(sent).toEqual([{ to: email, channel: 'email', subject: 'Re: Seu pedido', status: 'queued' }])
  expect(await htmlOf(support, page)).toContain('Sexta-feira.')
  const log = await query<{ detail: object }>("select detail from audit_log where action = 'message.answer'")
  expect(log).toHaveLength(1)
  expect(JSON.stringify(log)).not.toContain('Sexta')
})

test('shows an answer between quoted lines completely, and folds an unmarked quoted message', async () => {
  const body = [
    ...['Respondo abaixo.', '> Qual o horário?', 'À tarde.', ''],
    ...['De: Loja <contato@loja.br>', 'Assunto: Seu pedido', '', 'Pode mandar o RG?', 'Amanhã.'],
  ]
  await hand(['From: citada@exemplo.com.br', 'Message-ID: <citada@exemplo.com.br>', '', ...body])
  const [{ id } = { id: '' }] = await query<{ id: string }>(
    "select id from conversations where address = 'citada@exemplo.com.br'",
  )
  const html = await htmlOf(support, `/painel/conversas/${id}`)
  expect(html).toContain('<p class="desk-said">Respondo abaixo.\n\nÀ tarde.</p><details>')
  expect(html).toContain('Mostrar a mensagem citada</summary><p class="desk-said">De: Loja')
  expect(html).toContain('Pode mandar o RG?\nAmanhã.</p></details>')
})

test('messages of people who are not customers wait apart, and need no answer', async () => {
  const notice = says('5511988887777', 'Vocês são golpe?')
  expect((await sendNotice(notice)).status).toBe(200)
  expect((await sendNotice(notice)).status).toBe(200)
  const strangers = await htmlOf(support, '/painel/conversas?ver=desconhecidos')
  expect(strangers).toContain('Ana')
  expect(strangers).not.toContain('88887777')
  const [{ id } = { id: '' }] = await query<{ id: string }>(
    "select id from conversations where address = '+5511988887777'",
  )
  const page = `/painel/conversas/${id}`
  expect((await htmlOf(support, page)).match(/desk-said">Vocês são golpe\?/g)).toHaveLength(1)
  const claim = { intent: 'claim', item: `message.answer~${id}`, version: '0' }
  expect((await support.post('/painel', claim)).status).toBe(302)
  expect(await htmlOf(support, page)).toContain('Com Atendimento')
  expect((await support.post(page, { intent: 'close', version: '2' })).status).toBe(302)
  expect(await query('select open_since from conversations where id = $1', [id])).toEqual([
    { open_since: null },
  ])
  expect(await htmlOf(support, '/painel/conversas?ver=todas')).toContain(id)
})

describe('a message of which WhatsApp does not state everything', () => {
  const message = (of: object, contact: object | null = { profile: { name: null } }) => ({
    field: 'messages',
    value: { messaging_product: 'whatsapp', contacts: [contact], messages: [of] },
  })
  const whole = { from: '5548977776666', id: 'wamid.nameless', timestamp: '1772452800', type: 'text' }

  test.each([
    ['a name that is null', message({ ...whole, text: { body: 'Sem nome' } }), 'Sem nome'],
    [
      'a contact that is null',
      message({ ...whole, id: 'wamid.2', text: { body: 'Sem ficha' } }, null),
      'Sem ficha',
    ],
    [
      'a context that is null, and neither time nor id',
      message({ from: whole.from, type: 'text', text: { body: 'Sem hora' }, context: null, timestamp: null }),
      'Sem hora',
    ],
    [
      'a picture with text',
      message({ ...whole, id: 'wamid.3', type: 'image', image: { caption: 'Meu RG' } }),
      'Meu RG',
    ],
    [
      'a chosen answer',
      message({
        ...whole,
        id: 'wamid.4',
        type: 'interactive',
        interactive: { button_reply: { title: 'Quero' } },
      }),
      'Quero',
    ],
  ])('is stored with %s, once', async (_, notice, text) => {
    for (const _again of [1, 2]) expect((await sendNotice(notice)).status).toBe(200)
    expect(
      await query(
        `select text, address from heard_messages join conversations on conversations.id = conversation_id where text = $1`,
        [text],
      ),
    ).toEqual([{ text, address: '+5548977776666' }])
  })

  test('is shown with no way to answer if it has no sender, and as raw text if it is unreadable', async () => {
    const nameless = { id: 'wamid.5', timestamp: '1772452800', type: 'text', text: { body: 'Quem sou eu?' } }
    const odd = { algo: { novo: 'da Meta' } }
    for (const notice of [message(nameless), message(odd), { field: 'messages', value: { messages: 'x' } }])
      expect((await sendNotice(notice)).status).toBe(200)
    const [{ id, version } = { id: '', version: 0 }] = await query<{ id: string; version: number }>(
      "select id, version from conversations where address = 'unknown'",
    )
    const page = `/painel/conversas/${id}`
    const html = await htmlOf(support, page)
    expect(html).toContain('WhatsApp · número não informado')
    for (const text of [
      'Quem sou eu?',
      '{&quot;algo&quot;:{&quot;novo&quot;:&quot;da Meta&quot;}}',
      'messages&quot;:&quot;x',
    ])
      expect(html).toContain(text)
    expect(html).toContain('daqui não há como responder')
    expect(html).not.toContain('Enviar resposta')
    const answer = { intent: 'answer', version: String(version), resposta: 'Olá' }
    const refused = await support.post(page, answer)
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('não há para onde responder'),
    ])
    expect((await support.post(page, { intent: 'close', version: String(version) })).status).toBe(302)
    expect(await htmlOf(support, '/painel/conversas?ver=desconhecidos')).toContain('número não informado')
    expect(await query("select 1 from channel_addresses where address = 'unknown'")).toEqual([])
  })

  test('with its person’s id instead of a number belongs to that person’s conversation', async () => {
    const id = 'BR.1234567890'
    const of = (text: string, key: string) => ({
      ...{
        from_user_id: id,
        id: `wamid.${key}`,
        timestamp: '1772452800',
        type: 'text',
        text: { body: text },
      },
    })
    const contact = { user_id: id, profile: { name: 'Bia' } }
    for (const key of ['u1', 'u2'])
      expect((await sendNotice(message(of('Oi', key), contact))).status).toBe(200)
    expect(await query('select name, version from conversations where address = $1', [id])).toEqual([
      { name: 'Bia', version: 3 },
    ])
  })
})

test('stores what comes with a template whose status has characters that no database takes', async () => {
  const value = {
    ...{ event: 'REJ\0ECTED', message_template_name: 'andamento\0', message_template_language: 'pt_BR' },
    ...{ reason: 'INVALID\0_FORMAT\ud800' },
  }
  expect((await sendNotice({ field: 'message_template_status_update', value })).status).toBe(200)
  expect(await query("select name, status, reason from whatsapp_templates where name = 'andamento'")).toEqual(
    [{ name: 'andamento', status: 'REJ ECTED', reason: 'INVALID _FORMAT\ufffd' }],
  )
  await query("delete from whatsapp_templates where name = 'andamento'")
})

test('shows each template with its state at Meta, and asks Meta again', async () => {
  const page = '/painel/mensagens/modelos'
  const value = {
    ...{ event: 'REJECTED', message_template_id: 1, message_template_name: 'lembrete' },
    ...{ message_template_language: 'pt_BR', reason: 'INVALID_FORMAT' },
  }
  expect((await sendNotice({ field: 'message_template_status_update', value })).status).toBe(200)
  const shown = await htmlOf(support, page)
  expect(shown.match(/não pedido/g)).toHaveLength(3)
  expect(shown).toContain('recusado')
  expect(shown).toContain('Motivo: o formato não serve: copie o corpo como está aqui')
  expect(shown).toContain('Olá! Um lembrete: {{1}} Se já resolveu')
  // No server answers at the address of this shop's WhatsApp; the last known status is kept.
  const refused = await support.post(page, { intent: 'ask' })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('A Meta não respondeu')
  expect(await htmlOf(support, page)).toContain('recusado')

  const unconnected = await htmlOf(await atDesk(bare, 'support'), page)
  expect(unconnected).toContain('A loja não está ligada à conta da Meta')
  expect(unconnected).not.toContain('Pedir de novo')
})
