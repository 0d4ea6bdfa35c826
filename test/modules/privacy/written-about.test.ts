// Databases: one
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { todayInSaoPaulo } from '../../../src/core/calendar.ts'
import { newId } from '../../../src/platform/ids.ts'
import { atDesk } from '../../support/desk.ts'
import { allPages, type Browser, webWith } from '../../support/web.ts'
import { pdf } from '../documents/sample-files.ts'
import { createPeople, type Values } from './people.ts'

const mailSecret = 'one-secret-of-the-mail-server'
let dataDir: string
const web = webWith(allPages, async () => {
  // The message journal must not be confused with that of another suite.
  dataDir = await mkdtemp(join(tmpdir(), 'written-about-'))
  return { DATA_DIR: dataDir, MAIL_WEBHOOK_SECRET: mailSecret }
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const { account, sendAll, openRequestAtDesk, finish } = createPeople(web)

const person: Values = {
  name: 'Zuleica Pindobeira',
  email: 'zuleica.pindobeira@exemplo.com.br',
  cpf: '39053344705',
  phone: '+5548988776655',
  street: 'Ladeira Pindobal, 4242',
  secret: 'laudo-da-zuleica',
}

const ask = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await web.database.$client.query<Row>(text, values)).rows

/** Sends the person an offer from the desk, which they accept; returns the order. */
async function acceptedOffer(browser: Browser, words: { title: string; line: string }): Promise<string> {
  const actor = (await web.app.team.members()).find(({ role }) => role === 'support')?.id ?? ''
  const sent = await web.app.backoffice.sendOffer({
    ...{ actor, reason: 'combinado por telefone', email: person.email, serviceId: 'clean-name' },
    ...{ title: words.title, lines: [words.line], paymentType: 'À vista', priceText: 'R$ 1.500,00' },
    validUntil: '2026-03-20',
  })
  if (!sent.ok) throw new Error(sent.code)
  await browser.post(`/proposta/${sent.value.offerId}`, {
    ...{ name: person.name, cpf: person.cpf, phone: person.phone },
  })
  const contract = await (await browser.get('/contract')).text()
  const sha256 = /name="sha256" value="([^"]+)"/.exec(contract)?.[1] ?? ''
  expect((await browser.post('/contract', { sha256, aceito: 'on' })).headers.get('location')).toBe('/payment')
  const [order] = await ask<{ order_id: string }>('select order_id from custom_offers where id = $1', [
    sent.value.offerId,
  ])
  return order?.order_id ?? ''
}

test('notes and names that others wrote are in a person’s data; an erasure ends notes and waiting requests', async () => {
  const { id, browser } = await account(person)
  const words = { title: 'Acordo com três bancos', line: 'O banco A, o banco B e a financeira' }
  const orderId = await acceptedOffer(browser, words)
  const desk = await atDesk(web, 'support')
  const snoozed = await desk.post('/painel', {
    ...{ intent: 'snooze', item: `order.contact~${orderId}`, version: '0' },
    ...{ ate: '2026-03-03T09:00', motivo: `${person.name} pediu para ligar amanhã` },
  })
  expect(snoozed.status).toBe(302)
  await ask(
    `insert into step_completions (id, order_id, step_number, words, protocol, is_shared, completed_by, completed_at, ended_at)
     values ($1, $2, 1, 'Palavras de antes', 'PROTOCOLO-DE-ANTES', true, $3, '2026-03-02', '2026-03-02')`,
    [newId(), orderId, id],
  )
  for (const name of ['prova-do-acordo.pdf', 'rascunho-da-equipe.pdf']) {
    await web.app.orders.addStepFile({ orderId, name, bytes: pdf(name), by: newId() })
  }
  await ask(`update step_files set used_at = '2026-03-02' where name like 'prova%'`)
  const mail = [
    `From: "Zu da Esquina" <${person.email}>`,
    'To: contato@exemplo.com.br',
    'Subject: Uma pergunta',
    'Message-ID: <um@exemplo.com.br>',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Quando começa?',
  ].join('\r\n')
  const received = await browser.machine(
    '/webhooks/correio',
    { authorization: `Bearer ${mailSecret}`, 'content-type': 'message/rfc822' },
    mail,
  )
  expect(received.status).toBe(200)

  const [paymentId, creditId] = [newId(), newId()]
  await ask(
    `insert into provider_payments (id, provider, provider_id, method, amount, status, refunded, fee, created_at, updated_at)
     values ($1, 'mercado-pago', '9', 'pix', 5000, 'approved', 5000, 0, '2026-03-02', '2026-03-02')`,
    [paymentId],
  )
  await ask(
    `insert into credits (id, key, reason, amount, status, provider_payment_id, user_id, resolution, created_at, resolved_at)
     values ($1, 'k', 'unmatched', 5000, 'refunded', $2, $3, 'Era dela, disse ao telefone', '2026-03-02', '2026-03-02')`,
    [creditId, paymentId, id],
  )
  await ask(
    `insert into refunds (id, provider_payment_id, credit_id, amount, origin, reason, status, idempotency_key, created_at, completed_at)
     values ($1, $2, $3, 5000, 'team', 'Devolvido porque pediu', 'done', 'k', '2026-03-02', '2026-03-02')`,
    [newId(), paymentId, creditId],
  )
  await ask(
    `insert into manual_payments (id, key, user_id, order_id, payment_ids, amount, received_on, channel, protocol, reason, status, asked_by, asked_at, decided_by, decided_at, changed_at)
     values ($1, 'k', $2, $3, '[]', 4200, '2026-03-01', 'transfer', 'PROTOCOLO-DO-BANCO', 'Pagou na agência', 'declined', $2, '2026-03-02', $2, '2026-03-02', '2026-03-02')`,
    [newId(), id, orderId],
  )

  const exported = await (await browser.get('/account/privacidade/arquivo')).text()
  const readable = await (await browser.get('/account/privacidade?copia=1')).text()
  for (const held of [
    ...[words.line, `${person.name} pediu para ligar amanhã`, 'Palavras de antes', 'PROTOCOLO-DE-ANTES'],
    ...['Zu da Esquina', 'Quando começa?', 'Era dela, disse ao telefone', 'Devolvido porque pediu'],
    ...['Pagou na agência', 'PROTOCOLO-DO-BANCO', 'prova-do-acordo'],
  ]) {
    expect(exported).toContain(held)
    expect(readable).toContain(held)
  }
  // A file that proves nothing yet is only the team's.
  expect(exported).not.toContain('rascunho-da-equipe')

  const viewer = { id, email: person.email, nome: person.name, documento: person.cpf }
  const withdrawn = await web.app.contracting.withdraw({ orderId, viewer })
  if (!withdrawn.ok) throw new Error(withdrawn.code)
  await browser.post('/account/privacidade?apagar=1', { intent: 'erasure', entendi: '1' })
  await sendAll()
  // Held because of the limit on messages to one person: it would be sent days after the last message.
  await ask(
    `insert into messages (id, "to", channel, kind, subject, text, links, status, user_id, created_at, not_before)
     values ($1, $2, 'email', 'renegotiation.proposed', 'Uma nova forma de pagamento', $3, '{}', 'queued', $4, '2026-03-01', $5)`,
    [
      newId(),
      person.email,
      `Olá, ${person.name}.`,
      id,
      new Date(web.app.clock.now().getTime() + 7 * 86_400_000),
    ],
  )
  const staff = await atDesk(web, 'staff')
  const page = await openRequestAtDesk(staff)
  expect((await staff.post(page, { intent: 'erase', conferi: '1' })).status).toBe(302)
  expect(await ask("select kind from messages where user_id = $1 and status = 'queued'", [id])).toEqual([
    { kind: 'privacy.erased' },
  ])
  await finish()
  expect(await ask('select snooze_reason from obligation_states where subject_id = $1', [orderId])).toEqual([
    { snooze_reason: null },
  ])
  expect(await ask('select 1 from conversations where user_id = $1', [id])).toEqual([])
  expect(
    await ask('select status, "to", text from messages where user_id = $1 and text <> $2', [id, '']),
  ).toEqual([])
  expect(
    await ask("select status, given_up_reason from messages where kind = 'renegotiation.proposed'"),
  ).toEqual([{ status: 'failed', given_up_reason: 'pessoa apagada' }])
  // The last message did not wait for the held one.
  expect(await ask('select sealed from privacy_requests where user_id = $1', [id])).toEqual([
    { sealed: null },
  ])

  // The text of the offer is part of its order, and is erased with it.
  const offer = () => ask('select title, lines from custom_offers where order_id = $1', [orderId])
  expect(await offer()).toEqual([{ title: words.title, lines: [words.line] }])
  const wordsOfMoney = () =>
    ask(
      `select (select reason from refunds where credit_id = $1) as refund, (select resolution from credits where id = $1) as credit,
              m.reason, m.protocol, m.amount::int from manual_payments m where m.order_id = $2`,
      [creditId, orderId],
    )
  const written = {
    ...{ refund: 'Devolvido porque pediu', credit: 'Era dela, disse ao telefone' },
    ...{ reason: 'Pagou na agência', protocol: 'PROTOCOLO-DO-BANCO' },
  }
  await web.app.jobs['payments.erase-raw']?.run({})
  expect(await wordsOfMoney()).toEqual([{ ...written, amount: 4200 }])
  web.pass(6 * 365 * 24 * 60)
  try {
    await web.app.jobs['privacy.forget-contracts']?.run({})
    expect(await offer()).toEqual([{ title: null, lines: [] }])
    await web.app.jobs['payments.erase-raw']?.run({})
    expect(await wordsOfMoney()).toEqual([
      { refund: '', credit: null, reason: '', protocol: '', amount: 4200 },
    ])
  } finally {
    web.pass(-6 * 365 * 24 * 60)
  }
})

test('a person without an account is erased at once, also with a held message', async () => {
  const email = 'sem.conta@exemplo.com.br'
  await ask(
    `insert into messages (id, "to", channel, kind, subject, text, links, status, created_at, not_before)
     values ($1, $2, 'email', 'consultation.delivered', 'x', 'y', '{}', 'queued', '2026-03-01', $3)`,
    [newId(), email, new Date(web.app.clock.now().getTime() + 7 * 86_400_000)],
  )
  const guest = web.browser()
  await guest.post('/privacidade/meus-dados', { contato: email })
  const own = new URL((await web.linksTo(email))[0] ?? '').pathname
  await guest.post(`${own}?apagar=1`, { intent: 'erasure', entendi: '1' })
  const staff = await atDesk(web, 'staff')
  const page = await openRequestAtDesk(staff)
  expect((await staff.post(page, { intent: 'erase', conferi: '1' })).status).toBe(302)
  await finish()
  expect(await ask('select kind, status from messages where "to" = $1', [email])).toEqual([])
  expect(
    await ask("select status, waiting_since from messages where kind = 'consultation.delivered'"),
  ).toEqual([{ status: 'failed', waiting_since: null }])
})

test('the team’s log, which outlives an erasure, has no offer texts and no personal numbers in reasons', async () => {
  const someone = { ...person, email: 'outra@exemplo.com.br', phone: '+5548999990000', cpf: '52998224725' }
  const { id } = await account(someone)
  const actor = (await web.app.team.members()).find(({ role }) => role === 'support')?.id ?? ''
  const offered = {
    ...{ actor, email: someone.email, serviceId: 'clean-name', validUntil: '2026-03-20' },
    ...{ paymentType: 'À vista', priceText: 'R$ 1.500,00' },
    reason: 'pediu pelo (48) 99999-0000, CPF 529.982.247-25, outra@exemplo.com.br',
  }
  expect(
    (await web.app.backoffice.sendOffer({ ...offered, title: 'Palavras da oferta', lines: ['Outras'] })).ok,
  ).toBe(true)
  for (const named of [
    { title: 'Acordo da Zuleica Pindobeira' },
    { title: 'Família PINDOBÉIRA, de Zulêica' },
    { title: `Para ${someone.email}` },
    { lines: ['Negociação com o banco', 'Dívidas de Zuleica Pindobeira'] },
    { paymentType: 'À vista para Zuleica Pindobeira' },
    { paymentType: 'À vista, CPF 529.982.247-25' },
  ]) {
    const refused = await web.app.backoffice.sendOffer({ ...offered, ...named })
    expect(refused).toMatchObject({ ok: false, code: 'names_customer' })
  }
  const [record] = await ask<{ reason: string; detail: object }>(
    "select reason, detail from audit_log where action = 'offer.send' order by position desc limit 1",
  )
  expect(record?.reason).toBe('pediu pelo [telefone], CPF [cpf], [e-mail]')
  expect(JSON.stringify(record?.detail)).not.toMatch(/Palavras da oferta|Outras|outra@/)
  expect(await web.app.backoffice.firstAuditBreach()).toBeUndefined()
  expect(id).not.toBe('')
})

test('the team’s reasons that outlive an erasure have no personal numbers, wherever they are stored', async () => {
  const payer = { ...person, email: 'pagadora@exemplo.com.br' }
  const { id: userId, browser } = await account(payer)
  await browser.post('/service/clean-name', {
    ...{ plan: 'mensal-12x', name: payer.name, cpf: payer.cpf, phone: payer.phone },
  })
  const contract = await (await browser.get('/contract')).text()
  const sha256 = /name="sha256" value="([^"]+)"/.exec(contract)?.[1] ?? ''
  await browser.post('/contract', { sha256, aceito: 'on' })
  const [owed] = await ask<{ id: string; order_id: string; amount: string }>(
    'select id, order_id, amount from payments where user_id = $1 order by number limit 1',
    [userId],
  )
  await ask(`insert into daily_closes (provider, day, status, theirs, ours, differences, closed_at)
    values ('mercado-pago', '2026-03-01', 'differs', 1, 0, '[]', now())`)

  const actor = (await web.app.team.members()).find(({ role }) => role === 'finance')?.id ?? ''
  const decided = {
    actor,
    reason: 'pago por CPF 390.533.447-05, tel48 98877-6655, avisou por pagadora@exemplo.com.br',
  }
  expect(
    await web.app.backoffice.acceptClose({ ...decided, provider: 'mercado-pago', day: '2026-03-01' }),
  ).toMatchObject({ ok: true })
  expect(
    await web.app.backoffice.recordManualPayment({
      ...{ ...decided, key: newId(), orderId: owed?.order_id ?? '', instalmentIds: [owed?.id ?? ''] },
      ...{ amount: Number(owed?.amount), channel: 'cash', protocol: 'recibo 12' },
      receivedOn: todayInSaoPaulo(web.app.clock.now()),
    }),
  ).toMatchObject({ ok: true })

  const clean = 'pago por CPF [cpf], tel[telefone], avisou por [e-mail]'
  expect(await ask("select note from daily_closes where day = '2026-03-01'")).toEqual([{ note: clean }])
  expect(await ask('select reason from manual_payments where user_id = $1', [userId])).toEqual([
    { reason: clean },
  ])
})
