// Databases: one
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync, inflateSync } from 'node:zlib'
import { getTableName, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { retention } from '../../../src/core/retention.ts'
import { recordInbound } from '../../../src/modules/notifications/addresses-store.server.ts'
import type { ListedPayment } from '../../../src/modules/payments/ports.ts'
import { keepRaw } from '../../../src/modules/payments/set-aside/raw-store.server.ts'
import { LINK_MINUTES } from '../../../src/modules/privacy/domain/request.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createCipher } from '../../../src/platform/storage/cipher.ts'
import type { SealedColumn } from '../../../src/platform/storage/reseal.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { onDatabase } from '../../support/database.ts'
import { atDesk } from '../../support/desk.ts'
import { deliver } from '../../support/listeners.ts'
import { holdTransaction } from '../../support/second-connections.ts'
import { allPages, webWith } from '../../support/web.ts'
import { pdf } from '../documents/sample-files.ts'
import { ana, createPeople, type Values } from './people.ts'

const lines: string[] = []
let dataDir: string
const web = webWith(
  allPages,
  async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'erasure-'))
    return { DATA_DIR: dataDir }
  },
  { log: createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } }) },
)
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const cipher = createCipher('ab'.repeat(32))
const { account, sendAll, openRequestAtDesk, finish } = createPeople(web)

const bento: Values = {
  name: 'Bentinho Jaboticaba',
  email: 'bentinho.jaboticaba@exemplo.com.br',
  cpf: '11144477735',
  phone: '+5511987651234',
  street: 'Avenida Jaboticabal, 777',
  secret: 'score-do-bentinho',
}

/** Returns everything that is stored, decrypted: each place with its text. */
async function everything(): Promise<{ place: string; text: string }[]> {
  const { rows: tables } = await web.database.$client.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  )
  const found: { place: string; text: string }[] = []
  for (const { schema, name } of tables) {
    const { rows } = await web.database.$client.query<{ text: string }>(
      `select t::text as text from "${schema}"."${name}" t`,
    )
    for (const { text } of rows) found.push({ place: name, text })
  }
  const { app } = web
  const sealed: readonly SealedColumn[] = [
    ...[...app.registrations.sealed, ...app.consultations.sealed, ...app.team.sealed, ...app.payments.sealed],
    ...[...app.privacy.sealed, ...app.identity.sealed, ...app.contracting.sealed],
  ]
  for (const { column, row, nameOf } of sealed) {
    const table = getTableName(column.table)
    const { rows } = await web.database.$client.query<Record<string, unknown>>(`select * from "${table}"`)
    for (const values of rows) {
      const bytes = values[column.name]
      if (!(bytes instanceof Uint8Array)) continue
      const opened = Buffer.from(cipher.open(nameOf(...row.map((part) => String(values[part.name]))), bytes))
      found.push({ place: `${table} (sealed)`, text: `${opened.toString('utf8')} ${inflated(opened)}` })
    }
  }
  for (const key of await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })) {
    if (!key.isFile()) continue
    const path = join(key.parentPath, key.name)
    const name = path.slice(join(dataDir, 'files').length + 1)
    const opened = Buffer.from(cipher.open(`blob/v1/${name}`, await readFile(path)))
    found.push({ place: `file ${name}`, text: `${name} ${opened.toString('utf8')}` })
  }
  return [...found, { place: 'log', text: lines.join('\n') }]
}

function inflated(bytes: Buffer): string {
  for (const inflate of [inflateRawSync, inflateSync]) {
    try {
      return inflate(bytes).toString('utf8')
    } catch {
      // Not compressed.
    }
  }
  return ''
}

/** Returns the places that contain any of a person's values, in any format that the values are written in. */
async function placesOf({ cpf, phone, ...values }: Values): Promise<string[]> {
  const formatted = cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4')
  const needles = [...Object.values(values), cpf, formatted, phone, phone.slice(3)]
  const places = (await everything()).flatMap(({ place, text }) =>
    needles.some((needle) => text.includes(needle)) ? [place] : [],
  )
  return [...new Set(places)].sort()
}

/** Stores a payment of a charge with the provider's payload, which names the payer; returns the payment's id. */
async function paid(chargeId: string, person: Values, state = 'approved'): Promise<string> {
  const [paymentId, now] = [newId(), web.app.clock.now()]
  await web.database.$client.query(
    `insert into provider_payments (id, provider, provider_id, charge_id, method, state, status, amount, refunded, fee,
       approved_at, received_at, created_at, updated_at)
     values ($1, 'mercado-pago', $2, $3, 'pix', $4, $4, 2500, 0, 0, $5, $5, $5, $5)`,
    [paymentId, paymentId, chargeId, state, now],
  )
  await web.database.$client.query("update charges set status = 'approved', settled_at = $2 where id = $1", [
    ...[chargeId, now],
  ])
  const raw = JSON.stringify({ payer: { name: person.name, cpf: person.cpf } })
  const listed = [{ providerId: paymentId, raw } as ListedPayment]
  await keepRaw(web.database, { cipher, provider: 'mercado-pago', listed, now })
  return paymentId
}

const setState = (paymentId: string, state: string, concern: string | null = null) =>
  web.database.$client.query('update provider_payments set state = $2, concern = $3 where id = $1', [
    ...[paymentId, state, concern],
  ])

async function chargeOf(consultationId: string): Promise<string> {
  const { rows } = await web.database.$client.query<{ charge_id: string }>(
    'select charge_id from consultations where id = $1',
    [consultationId],
  )
  return rows[0]?.charge_id ?? ''
}

/** Creates a paid look-up of a guest or an account. */
async function lookup(person: Values, userId?: string): Promise<string> {
  const { consultations } = web.app
  await consultations.requestConsultation({
    kind: 'complete',
    subject: { cpf: person.cpf, name: person.name, phone: person.phone, email: person.email },
    ...{ method: 'pix', declared: true, userId },
    evidence: { ip: '198.51.100.77', userAgent: 'Celular' },
  })
  const { rows } = await web.database.$client.query<{ id: string; charge_id: string }>(
    'select id, charge_id from consultations order by created_at desc, id desc limit 1',
  )
  const { id = '', charge_id: chargeId = '' } = rows[0] ?? {}
  await deliver(web.database, consultations.listeners, {
    type: 'charge.settled',
    payload: {
      ...{ chargeId, purpose: { kind: 'consultation', id }, userId: null },
      ...{ amount: 2_500, received: 2_500, method: 'pix', paidOn: '2026-03-02' },
    },
  })
  return id
}

async function deliverLookup(consultationId: string, person: Values): Promise<void> {
  const actor = (await web.app.team.members()).find(({ role }) => role === 'support')?.id ?? ''
  const delivered = await web.app.backoffice.deliverLookup({
    ...{
      consultationId,
      seenVersion: 0,
      actor,
      reason: 'feita no bureau',
      text: `Nada consta: ${person.secret}`,
    },
    file: { name: `${person.secret}.pdf`, bytes: pdf(person.secret) },
  })
  if (!delivered.ok) throw new Error(delivered.code)
  await sendAll()
}

/**
 * On a server, waits until another transaction waits for a lock. The embedded database admits no other transaction before this
 * one ends.
 */
const waitsForLock = onDatabase({
  async postgres(tx: Transaction) {
    await expect
      .poll(async () => (await tx.execute(sql`select 1 from pg_locks where not granted`)).rows.length)
      .toBeGreaterThan(0)
  },
  embedded: async () => undefined,
})

/** Returns the number of privacy requests in the team's queue. */
async function openRequests(): Promise<number> {
  const kinds = ['privacy.answer'] as const
  const asked = { role: 'support', memberId: newId(), view: 'open' as const, kinds, limit: 50 }
  return (await web.app.backoffice.readQueue(asked)).items.length
}

/** Returns the obligations of the privacy module. */
function obligations() {
  const [source] = web.app.privacy.obligations
  if (!source) throw new Error('nothing is owed')
  return source
}

test('an erased account is gone from database, files, messages, journal and logs, and the person reads what stays', async () => {
  const { id, browser } = await account(ana)
  await web.app.jobs['identity.reset']?.run({ userId: id })
  const links = async () =>
    (await web.database.$client.query('select 1 from verifications where user_id = $1', [id])).rows.length
  expect(await links()).toBeGreaterThan(0)
  const words = 'Uma conta de luz, mesmo no nome da sua mãe.'
  await web.database.transaction((tx) =>
    web.app.documents.request(tx, { userId: id, kind: 'address', words }),
  )
  const desk = await atDesk(web, 'staff')
  await desk.post(`/painel/clientes/${id}`, { intent: 'reveal', motivo: 'conferir cadastro' })
  const before = await placesOf(ana)
  for (const place of [
    ...[
      'users',
      'profiles',
      'profiles (sealed)',
      'messages',
      'message_consents',
      'proposals',
      'registrations (sealed)',
    ],
  ]) {
    expect(before).toContain(place)
  }
  expect(before.some((place) => place.startsWith('file documents/'))).toBe(true)
  expect(before.some((place) => place.startsWith('file journal/'))).toBe(true)

  const centre = await (await browser.get('/account/privacidade')).text()
  for (const shown of [
    'Conta e cadastro',
    'Documentos enviados',
    'Registros de acesso',
    'Proposta que não virou',
  ]) {
    expect(centre).toContain(shown)
  }
  const file = await browser.get('/account/privacidade/arquivo')
  expect(file.headers.get('content-disposition')).toContain('meus-dados.json')
  const exported = JSON.stringify(await file.json())
  for (const value of [ana.name, ana.email, ana.cpf, ana.phone, ana.street, 'Uno'])
    expect(exported).toContain(value)
  expect(exported).not.toContain(bento.email)
  const copy = await (await browser.get('/account/privacidade?copia=1')).text()
  for (const value of [ana.name, ana.street, '529.982.247-25']) expect(copy).toContain(value)

  const plan = await (await browser.get('/account/privacidade?apagar=1')).text()
  expect(plan).toContain('Registros de acesso')
  expect(plan).toContain('Marco Civil da Internet, art. 15')
  expect((await browser.post('/account/privacidade?apagar=1', { intent: 'erasure' })).status).toBe(422)
  const asked = await browser.post('/account/privacidade?apagar=1', { intent: 'erasure', entendi: '1' })
  expect(asked.status).toBe(302)
  expect((await browser.post('/account/privacidade', { intent: 'erasure', entendi: '1' })).status).toBe(422)
  expect(await openRequests()).toBe(1)

  const page = await openRequestAtDesk(desk)
  expect(await (await desk.get(page)).text()).toContain('O que fica, e por qual lei')
  expect((await desk.post(page, { intent: 'erase' })).status).toBe(422)
  expect((await desk.post(page, { intent: 'erase', conferi: '1' })).status).toBe(302)
  const [message] = await web.app.notifications.recent({ limit: 1 })
  expect(message).toMatchObject({ to: ana.email, subject: 'Os seus dados foram apagados' })
  expect(message?.text).toContain('Registros de acesso (Marco Civil da Internet, art. 15)')
  await finish()

  expect(await placesOf(ana)).toEqual([])
  expect(await links()).toBe(0)
  expect(
    (await web.database.$client.query('select 1 from document_requests where user_id = $1', [id])).rows,
  ).toEqual([])
  expect((await browser.get('/account/privacidade')).headers.get('location')).toContain('/auth')
  const record = (await web.app.backoffice.latestAudit({ limit: 5 })).find(
    ({ action }) => action === 'privacy.erase',
  )
  expect(record?.subject).toBe(page.split('/').at(-1))
  expect(await web.app.backoffice.firstAuditBreach()).toBeUndefined()
  expect(await openRequests()).toBe(0)
})

test('signed contracts stay complete and verifiable, and nothing else does', async () => {
  const { id, browser } = await account(bento)
  const viewer = { id, email: bento.email, nome: bento.name, documento: bento.cpf }
  const { contracting } = web.app
  const started = await contracting.startHiring({
    ...{ serviceId: 'clean-name', planId: 'a-vista', viewer },
    ...{ cpf: bento.cpf, phone: bento.phone, name: bento.name },
  })
  if (!started.ok) throw new Error(started.code)
  const evidence = { ip: '203.0.113.50', userAgent: 'Navegador da pessoa' }
  const ticked = ['Li e aceito os termos do contrato.']
  const accepted = await contracting.acceptContract({
    draftId: started.value.draftId,
    viewer,
    ticked,
    evidence,
  })
  if (!accepted.ok) throw new Error(accepted.code)
  await sendAll()
  const desk = await atDesk(web, 'staff')
  const order = `/painel/pedidos/${accepted.value.orderId}`
  const nota = `${bento.name} atende depois das 18h em ${bento.phone}`
  expect((await desk.post(order, { intent: 'contact', canal: 'whatsapp', nota })).status).toBe(302)
  expect((await desk.post(order, { intent: 'note', nota })).status).toBe(302)
  await recordInbound(web.database, { channel: 'whatsapp', address: bento.phone, at: web.app.clock.now() })
  expect(await placesOf(bento)).toEqual(expect.arrayContaining(['channel_addresses', 'order_events']))
  const exported = (await (await browser.get('/account/privacidade/arquivo')).json()) as object
  expect(JSON.stringify(exported).split(JSON.stringify(nota))).toHaveLength(3)

  await browser.post('/account/privacidade?apagar=1', { intent: 'erasure', entendi: '1' })
  const page = await openRequestAtDesk(desk)
  expect(await (await desk.get(page)).text()).toContain('Há um serviço em andamento')
  const refused = await desk.post(page, { intent: 'erase', conferi: '1' })
  expect(refused.status).toBe(422)
  expect(await placesOf(bento)).toContain('users')

  const withdrawn = await contracting.withdraw({ orderId: accepted.value.orderId, viewer })
  if (!withdrawn.ok) throw new Error(withdrawn.code)
  expect((await desk.post(page, { intent: 'erase', conferi: '1' })).status).toBe(302)
  await finish()
  expect(await placesOf(bento)).toEqual(['contract_acceptances', 'contract_acceptances (sealed)'])
  expect((await contracting.verifyAcceptances()).breaches).toEqual([])

  // Five years after the end of the service the text is erased too, and the chain is still valid.
  web.pass(4 * 365 * 24 * 60)
  await web.app.jobs['privacy.forget-contracts']?.run({})
  expect(await placesOf(bento)).toEqual(['contract_acceptances', 'contract_acceptances (sealed)'])
  await expect(
    web.database.$client.query(
      `update contract_acceptances set text = '', ip = '', user_agent = '', email = '', sealed = null, erased_at = accepted_at + interval '4 years',
         party = '{"name":"","cpf":"","phone":""}' where order_id = $1`,
      [accepted.value.orderId],
    ),
  ).rejects.toThrow(/only ever added/)
  await expect(
    web.database.$client.query(
      `update contract_acceptances set text = '', ip = '', user_agent = '', email = '', erased_at = accepted_at + interval '6 years',
         party = '{"name":"","cpf":"","phone":""}' where order_id = $1`,
      [accepted.value.orderId],
    ),
  ).rejects.toThrow(/only ever added/)
  web.pass(2 * 365 * 24 * 60)
  await web.app.jobs['privacy.forget-contracts']?.run({})
  expect(await placesOf(bento)).toEqual([])
  const { orderId } = accepted.value
  // When it was erased is evidence too.
  await expect(
    web.database.$client.query('update contract_acceptances set erased_at = now() where order_id = $1', [
      orderId,
    ]),
  ).rejects.toThrow(/only ever added/)
  expect(await contracting.partyOf({ orderId, userId: viewer.id })).toBeUndefined()
  expect(await contracting.verifyAcceptances()).toMatchObject({ records: 1, breaches: [] })
  web.pass(-6 * 365 * 24 * 60)
})

test('a person without an account proves an address by a link, sees the stored data, and is erased', async () => {
  const person = {
    ...ana,
    email: 'convidada@exemplo.com.br',
    phone: '+5548998887766',
    secret: 'resultado-convidada',
  }
  const other = { ...bento, email: 'outro@exemplo.com.br', phone: '+5548997776655' }
  const consultationId = await lookup(person)
  const otherId = await lookup(other)
  const guest = web.browser()
  const answers = await Promise.all(
    [person.email, 'ninguem@exemplo.com.br'].map(async (contato) => {
      const answer = await web.browser().post('/privacidade/meus-dados', { contato })
      return [answer.status, (await answer.text()).replaceAll(/nonce="[^"]*"/g, '')]
    }),
  )
  expect(answers[0]).toEqual(answers[1])
  expect((await guest.post('/privacidade/meus-dados', { contato: 'nada' })).status).toBe(422)
  const sent = await web.app.notifications.recent({ limit: 2 })
  expect(sent.map(({ to, kind }) => [to, kind]).sort()).toEqual([
    ['convidada@exemplo.com.br', 'privacy.link'],
    ['ninguem@exemplo.com.br', 'privacy.link'],
  ])
  const own = new URL(sent.find(({ to }) => to === person.email)?.links[0] ?? '').pathname
  const nobody = new URL(sent.find(({ to }) => to !== person.email)?.links[0] ?? '').pathname
  expect(await (await guest.get(nobody)).text()).not.toContain('Consulta avulsa')

  const shown = await guest.get(own)
  expect(shown.headers.get('cache-control')).toBe('private, no-store')
  expect(await shown.text()).toContain('Consulta avulsa e a sua declaração')
  expect((await guest.get(`${own}x`)).status).toBe(404)
  const exported = await (await guest.get(`${own}/arquivo`)).text()
  expect(exported).toContain(person.phone)
  expect(exported).not.toContain(other.phone)

  await guest.post(`${own}?apagar=1`, { intent: 'erasure', entendi: '1' })
  const desk = await atDesk(web, 'staff')
  const page = await openRequestAtDesk(desk)
  expect(await (await desk.get(page)).text()).toContain('Há uma consulta paga e não entregue')
  await deliverLookup(consultationId, person)
  const paymentId = await paid(await chargeOf(consultationId), person, 'in_mediation')
  expect(await (await desk.get(page)).text()).toContain('Há um pagamento contestado no banco')
  expect((await desk.post(page, { intent: 'erase', conferi: '1' })).status).toBe(422)
  await setState(paymentId, 'approved')
  expect((await placesOf(person)).filter((place) => place !== 'charges')).toEqual(
    expect.arrayContaining([
      ...['consultation_results (sealed)', 'consultations (sealed)', 'messages', 'raw_payments (sealed)'],
    ]),
  )
  expect((await desk.post(page, { intent: 'erase', conferi: '1' })).status).toBe(302)
  await finish()
  // The declaration, with the CPF that it was about: sealed, and kept with its article.
  expect(await placesOf(person)).toEqual(['consultations (sealed)'])
  expect(await web.app.consultations.forTeam({ id: otherId })).toBeDefined()

  web.pass(61)
  expect(await (await guest.get(own)).text()).toContain('Este link venceu')
  await web.app.jobs['privacy.sweep']?.run({})
  expect((await web.database.$client.query('select 1 from privacy_links')).rowCount).toBe(0)
})

test('an erasure by one address erases at the other, typed with it, only messages about look-ups', async () => {
  const person = {
    ...ana,
    email: 'so.o.email@exemplo.com.br',
    phone: '+5548996665544',
    secret: 'resultado-so-o-email',
  }
  const consultationId = await lookup(person)
  await deliverLookup(consultationId, person)
  await paid(await chargeOf(consultationId), person, 'approved')
  // The present owner of that number gets messages of their own.
  await web.database.transaction((tx) =>
    web.app.notifications.send(tx, {
      ...{ to: person.phone, channel: 'whatsapp', kind: 'privacy.link' },
      ...{ subject: 'Os seus dados', text: 'Um pedido de quem tem este número.' },
    }),
  )
  await sendAll()
  const left = async () => {
    const { rows } = await web.database.$client.query<{ kind: string }>(
      'select distinct kind from messages where "to" = $1 order by kind',
      [person.phone],
    )
    return rows.map(({ kind }) => kind)
  }
  expect(await left()).toEqual(expect.arrayContaining(['consultation.delivered', 'privacy.link']))
  const guest = web.browser()
  await guest.post('/privacidade/meus-dados', { contato: person.email })
  const sent = await web.app.notifications.recent({ limit: 5 })
  const own = new URL(sent.find(({ to }) => to === person.email)?.links[0] ?? '').pathname
  await guest.post(`${own}?apagar=1`, { intent: 'erasure', entendi: '1' })
  // Without an account it leads to the form for a new link, because the page's own link is a secret.
  const [received] = await web.app.notifications.recent({ limit: 1 })
  expect(received).toMatchObject({ to: person.email, kind: 'privacy.received' })
  expect(received?.links).toEqual([expect.stringMatching(/\/privacidade\/meus-dados$/)])
  await guest.post(own, { intent: 'question', texto: 'Por que ainda guardam isto?' })
  const desk = await atDesk(web, 'staff')
  const page = await openRequestAtDesk(desk)
  expect((await desk.post(page, { intent: 'erase', conferi: '1' })).status).toBe(302)
  await finish()
  expect(await left()).toEqual(['privacy.link'])
  // Nobody is left to answer: what else was asked does not wait for the team.
  expect(await openRequests()).toBe(0)
})

test('an erasure leaves messages about look-ups of the owner of a contact that was typed with another', async () => {
  const owner = {
    ...ana,
    name: 'Dorotéia Mangabeira',
    email: 'doroteia.mangabeira@exemplo.com.br',
    cpf: '31415926590',
    phone: '+5548997773311',
    secret: 'resultado-da-doroteia',
  }
  const typist = {
    ...ana,
    name: 'Evaristo Umbuzeiro',
    email: 'evaristo.umbuzeiro@exemplo.com.br',
    cpf: '27182818205',
    phone: '+5548997773322',
    secret: 'resultado-do-evaristo',
  }
  const { id: ownerId } = await account(owner)
  const { id: typistId, browser } = await account(typist)
  const buy = async (person: Values, userId?: string) => {
    const id = await lookup(person, userId)
    await deliverLookup(id, person)
    await paid(await chargeOf(id), person)
    return id
  }
  const theirs = [await buy(owner, ownerId), await buy({ ...owner, secret: 'de-visitante' })]
  const typed = await buy({ ...typist, email: owner.email, phone: owner.phone }, typistId)
  const left = async (lookups: readonly string[]) => {
    const { rows } = await web.database.$client.query<{ kind: string; channel: string }>(
      `select kind, channel from messages where kind like 'consultation.%' and about && $1 and "to" = any($2) and text <> ''
       order by kind, channel, id`,
      [lookups, [owner.email, owner.phone]],
    )
    return rows.map(({ kind, channel }) => `${kind} ${channel}`)
  }
  const before = await left(theirs)
  expect(before).toContain('consultation.delivered email')
  expect(before).toContain('consultation.delivered whatsapp')
  expect((await left([typed])).length).toBeGreaterThan(0)

  await browser.post('/account/privacidade?apagar=1', { intent: 'erasure', entendi: '1' })
  const desk = await atDesk(web, 'staff')
  const page = await openRequestAtDesk(desk)
  expect((await desk.post(page, { intent: 'erase', conferi: '1' })).status).toBe(302)
  await finish()
  expect(await left([typed])).toEqual([])
  expect(await left(theirs)).toEqual(before)
})

test('an erasure leaves messages of earlier releases, which name no look-up, to another account', async () => {
  const person = { ...ana, email: 'so.este@exemplo.com.br', phone: '+5548996665533', secret: 'so-este' }
  const consultationId = await lookup(person)
  await deliverLookup(consultationId, person)
  await paid(await chargeOf(consultationId), person)
  const other = newId()
  await web.database.$client.query(
    `insert into messages (id, "to", channel, kind, subject, text, links, status, user_id, created_at)
     values ($1, $2, 'whatsapp', 'consultation.delivered', 'Pronta', 'De outra conta.', '{}', 'sent', $3, now())`,
    [other, person.phone, newId()],
  )
  await web.database.$client.query(`update messages set about = null where "to" = $1`, [person.phone])
  const guest = web.browser()
  await guest.post('/privacidade/meus-dados', { contato: person.email })
  const sent = await web.app.notifications.recent({ limit: 5 })
  const own = new URL(sent.find(({ to }) => to === person.email)?.links[0] ?? '').pathname
  await guest.post(`${own}?apagar=1`, { intent: 'erasure', entendi: '1' })
  const desk = await atDesk(web, 'staff')
  expect((await desk.post(await openRequestAtDesk(desk), { intent: 'erase', conferi: '1' })).status).toBe(302)
  await finish()
  const { rows } = await web.database.$client.query<{ id: string }>(
    `select id from messages where "to" = $1`,
    [person.phone],
  )
  expect(rows).toEqual([{ id: other }])
})

test('the team sees only the last digits of a proven number', async () => {
  const phone = '+5548995554433'
  const guest = web.browser()
  await guest.post('/privacidade/meus-dados', { contato: '(48) 99555-4433' })
  const sent = await web.app.notifications.recent({ limit: 5 })
  const own = new URL(sent.find(({ to }) => to === phone)?.links[0] ?? '').pathname
  await guest.post(own, { intent: 'question', texto: 'O que vocês têm do meu número?' })
  const desk = await atDesk(web, 'support')
  const page = await openRequestAtDesk(desk)
  const html = await (await desk.get(page)).text()
  expect(html).toContain('O que vocês têm do meu número?')
  expect(html).toMatch(/4433/)
  expect(html).not.toMatch(/99555|995554433/)
  await guest.post(own, { intent: 'cancel', pedido: page.split('/').at(-1) ?? '' })
  expect(await openRequests()).toBe(0)
})

test('an open dispute blocks an erasure until the team closes the case; a given-up refund does not', async () => {
  const person = { ...bento, name: 'Gil Sapucaia', email: 'gil@exemplo.com.br', phone: '+5548995554433' }
  const { id } = await account(person)
  const chargeId = await chargeOf(await lookup(person, id))
  const { privacy } = web.app
  const blocks = async () =>
    (await privacy.planErasure({ person: { userId: id, email: person.email, phone: undefined } })).blocks
  const paymentId = await paid(chargeId, person)
  expect(await blocks()).toEqual(['lookup'])
  await setState(paymentId, 'in_mediation')
  expect(await blocks()).toEqual(['dispute', 'lookup'])
  await setState(paymentId, 'charged_back', 'charged_back')
  expect(await blocks()).toEqual(['dispute', 'lookup'])
  await setState(paymentId, 'charged_back')
  expect(await blocks()).toEqual(['lookup'])

  const refund = (status: string) =>
    web.database.$client.query(
      `insert into refunds (id, provider_payment_id, charge_id, amount, origin, reason, status, idempotency_key, created_at)
       values ($1::uuid, $2, $3, 100, 'team', 'x', $4, $1::text, now())`,
      [newId(), paymentId, chargeId, status],
    )
  for (const status of ['done', 'given_up', 'reversed']) await refund(status)
  expect(await blocks()).toEqual(['lookup'])
  await refund('failed')
  expect(await blocks()).toEqual(['money', 'lookup'])
})

test('an account’s address can be erased only from within the account', async () => {
  const person = { ...bento, name: 'Hilda Sucupira', email: 'hilda@exemplo.com.br', phone: '+5548995554422' }
  const { id } = await account(person)
  const guest = web.browser()
  await guest.post('/privacidade/meus-dados', { contato: ` ${person.email.toUpperCase()} ` })
  const own = new URL((await web.linksTo(person.email))[0] ?? '').pathname
  expect(await (await guest.get(`${own}?apagar=1`)).text()).toContain('Este e-mail é de uma conta')
  await guest.post(`${own}?apagar=1`, { intent: 'erasure', entendi: '1' })
  const asked = await (await guest.get(own)).text()
  expect(asked).toContain('Este e-mail tem uma conta. Entre nela')
  const desk = await atDesk(web, 'staff')
  const page = await openRequestAtDesk(desk)
  expect((await desk.post(page, { intent: 'erase', conferi: '1' })).status).toBe(422)
  expect(await placesOf(person)).toContain('messages')
  // A person who proved the address sees only the messages of the account.
  const { rows } = await web.database.$client.query('select 1 from documents where user_id = $1', [id])
  expect(rows).toHaveLength(1)
  expect(await (await guest.get(`${own}/arquivo`)).text()).not.toContain(person.street)
  await guest.post(own, { intent: 'cancel', pedido: page.split('/').at(-1) ?? '' })
  expect(await openRequests()).toBe(0)
})

test('two tabs request once, two members erase once, and what a third tab sent meanwhile is erased too', async () => {
  const person = {
    ...{ name: 'Iracema Buritizal', email: 'iracema@exemplo.com.br', cpf: '15350946056' },
    ...{ phone: '+5548995554411', street: 'Ladeira do Buriti, 3', secret: 'laudo-iracema' },
  }
  const { id, browser } = await account(person)
  const ask = () => browser.post('/account/privacidade?apagar=1', { intent: 'erasure', entendi: '1' })
  expect((await Promise.all([ask(), ask()])).map(({ status }) => status).sort()).toEqual([302, 422])
  const desk = await atDesk(web, 'staff')
  const page = await openRequestAtDesk(desk)
  const erase = () => desk.post(page, { intent: 'erase', conferi: '1' })
  expect((await Promise.all([erase(), erase()])).map(({ status }) => status).sort()).toEqual([302, 422])
  const late = await web.app.documents.add({
    ...{ userId: id, personType: 'fisica', name: `${person.secret}-2.pdf`, bytes: pdf(`${person.secret}-2`) },
  })
  expect(late.ok).toBe(true)
  await finish()
  await finish()
  expect(await placesOf(person)).toEqual([])
})

test('a customer who signs during the erasure has either signed or is erased, never both', async () => {
  const person = {
    ...{ name: 'Jandira Murici', email: 'jandira@exemplo.com.br', cpf: '71428793860' },
    ...{ phone: '+5548995554400', street: 'Beco do Murici, 12', secret: 'laudo-jandira' },
  }
  const { id, browser } = await account(person)
  const viewer = { id, email: person.email, nome: person.name, documento: person.cpf }
  const { contracting } = web.app
  const plan = { serviceId: 'clean-name', planId: 'a-vista', viewer }
  const started = await contracting.startHiring({ ...plan, ...person })
  if (!started.ok) throw new Error(started.code)
  await browser.post('/account/privacidade?apagar=1', { intent: 'erasure', entendi: '1' })
  const desk = await atDesk(web, 'staff')
  const page = await openRequestAtDesk(desk)
  const erase = () => desk.post(page, { intent: 'erase', conferi: '1' }).then(({ status }) => status)
  // A signature under way: it has its draft and its order, and is not complete.
  const erased = await holdTransaction(web.database, async (tx) => {
    await tx.execute(sql`select 1 from hiring_drafts where id = ${started.value.draftId} for update`)
    await web.app.orders.openOrder(tx, {
      ...{ id: newId(), userId: id, serviceId: 'clean-name', planId: 'a-vista' },
      ...{ serviceTitle: 'Limpeza de Nome', servicePrice: 150_000, paymentType: 'PIX à vista' },
    })
    const status = erase()
    await waitsForLock(tx)
    return { status }
  })
  expect(await erased.status).toBe(422)
  expect(await placesOf(person)).toContain('users')

  // The reverse case: nobody can sign what was erased first.
  await web.database.$client.query("update orders set status = 'cancelled' where user_id = $1", [id])
  expect(await erase()).toBe(302)
  const evidence = { ip: '203.0.113.50', userAgent: 'Navegador da pessoa' }
  const { draftId } = started.value
  const late = await contracting.acceptContract({ draftId, viewer, ticked: ['Li.'], evidence })
  expect(late.ok).toBe(false)
  await finish()
  expect(await placesOf(person)).toEqual([])
})

test('after a restored back-up, erasures are repeated from the list stored beside the database', async () => {
  const person = {
    ...{ name: 'Carlota Umbuzeiro', email: 'carlota@exemplo.com.br', cpf: '39053344705' },
    ...{ phone: '+5521987654321', street: 'Travessa do Umbu, 9', secret: 'laudo-carlota' },
  }
  const { id, browser } = await account(person)
  await browser.post('/account/privacidade?apagar=1', { intent: 'erasure', entendi: '1' })
  const desk = await atDesk(web, 'staff')
  const page = await openRequestAtDesk(desk)
  await desk.post(page, { intent: 'erase', conferi: '1' })
  await finish()
  expect(await placesOf(person)).toEqual([])

  // What is kept for it lasts as long as the oldest back-up that may come back.
  const minutesOfDays = (days: number) => days * 24 * 60
  web.pass(minutesOfDays(retention.journalDays))
  await web.app.jobs['privacy.repeat-erasures']?.run({})

  // The database as in an earlier back-up, from before and after the request: the person before the erasure.
  for (const restored of [
    'delete from privacy_requests where user_id = $1',
    "update privacy_requests set status = 'open', decided_at = null, decided_by = null where user_id = $1",
  ]) {
    await web.database.$client.query(restored, [id])
    await web.database.$client.query('update users set email = $2, erased_at = null where id = $1', [
      id,
      person.email,
    ])
    await web.database.$client.query('update profiles set nome = $2 where user_id = $1', [id, person.name])
    await web.database.$client.query(
      `insert into messages (id, "to", channel, kind, subject, text, links, status, user_id, created_at)
       values ($1, $2, 'email', 'contract.accepted', 'x', $3, '{}', 'sent', $4, now())`,
      [newId(), person.email, person.name, id],
    )
    expect(await placesOf(person)).toEqual(['messages', 'profiles', 'users'])
    await web.app.jobs['privacy.repeat-erasures']?.run({})
    expect(await placesOf(person)).toEqual([])
    expect(await openRequests()).toBe(0)
  }
  expect(await web.app.storage.list('erasures')).not.toEqual([])
  web.pass(minutesOfDays(1))
  await web.app.jobs['privacy.repeat-erasures']?.run({})
  expect(await web.app.storage.list('erasures')).toEqual([])
  web.pass(-minutesOfDays(retention.journalDays + 1))
})

test('an address that the last message cannot reach is erased after three days', async () => {
  const person = {
    ...{
      name: 'Fausto Cambuci',
      email: 'fausto@exemplo.com.br',
      cpf: '15350946056',
      phone: '+5531987650001',
    },
    ...{ street: 'Beco do Cambuci, 3', secret: 'laudo-fausto' },
  }
  const { browser } = await account(person)
  await browser.post('/account/privacidade?apagar=1', { intent: 'erasure', entendi: '1' })
  const desk = await atDesk(web, 'staff')
  const page = await openRequestAtDesk(desk)
  // Words alone erase nothing.
  const answered = { intent: 'answer', atendido: '1', resposta: 'Apagamos tudo o que havia.' }
  expect((await desk.post(page, answered)).status).toBe(422)
  await desk.post(page, { intent: 'erase', conferi: '1' })
  const finishWithoutSending = () => web.app.jobs['privacy.finish-erasures']?.run({})
  web.pass(3 * 24 * 60 - 1)
  await finishWithoutSending()
  expect(await placesOf(person)).toContain('messages')
  web.pass(1)
  await finishWithoutSending()
  expect(await placesOf(person)).not.toContain('messages')
  web.pass(-3 * 24 * 60)
})

test('limits a visitor’s links to their own data', async () => {
  const ask = (at: number) =>
    web.app.privacy.sendPrivacyLink({ typed: `visita${at}@exemplo.com.br`, ip: '198.51.100.77' })
  for (let at = 0; at < 10; at++) expect(await ask(at)).toMatchObject({ ok: true })
  expect(await ask(10)).toMatchObject({ code: 'too_many' })
})

test('the link to one’s own data opens them for an hour, and is deleted after it', async () => {
  const email = 'dona.do.endereco@exemplo.com.br'
  const { privacy } = web.app
  await privacy.sendPrivacyLink({ typed: email, ip: '198.51.100.78' })
  const [link = ''] = await web.linksTo(email)
  const key = link.split('/').at(-1) ?? ''
  expect(await privacy.personOfLink({ key })).toMatchObject({ email, userId: undefined })
  expect(await privacy.personOfLink({ key: `${key}x` })).toBeUndefined()
  const browser = web.browser()
  web.pass(LINK_MINUTES - 1)
  expect((await browser.get(link)).status).toBe(200)
  web.pass(1)
  expect(await privacy.personOfLink({ key })).toBe('expired')
  expect((await browser.get(`${link}/arquivo`)).status).toBe(404)
  const { pathname } = new URL(link, 'http://localhost')
  expect(
    (await browser.post(pathname, { intent: 'access', texto: 'Quero ver tudo o que guardam.' })).status,
  ).toBe(404)
  const stored = async () =>
    (await web.database.$client.query<{ count: number }>('select count(*) from privacy_links')).rows[0]?.count
  expect(await stored()).not.toBe(0)
  web.pass(1)
  await web.app.jobs['privacy.sweep']?.run({})
  expect(await stored()).toBe(0)
  web.pass(-LINK_MINUTES - 1)
})

test('a consent is given and withdrawn per purpose, with its history; an unlisted purpose is none', async () => {
  const person = { ...bento, name: 'Dalva Mangabeira', email: 'dalva@exemplo.com.br' }
  const { id, browser } = await account(person)
  const { privacy } = web.app
  const set = (finalidade: string, sim: string) =>
    browser.post('/account/privacidade', { intent: 'consent', finalidade, sim })
  await set('testimonial', '1')
  await set('testimonial', '1')
  web.pass(5)
  await set('testimonial', '0')
  await set('anything', '1')
  const [testimonial, contact] = await privacy.ownConsents({ userId: id })
  expect(testimonial).toMatchObject({ purpose: 'testimonial', isGiven: false })
  expect(testimonial?.history.map(({ isGiven }) => isGiven)).toEqual([false, true])
  expect(contact).toMatchObject({ isGiven: false, history: [] })
  expect(await privacy.hasConsent(web.database, { userId: id, purpose: 'testimonial' })).toBe(false)
})

test('the page says whether a consent is given, and its button changes that and nothing else', async () => {
  const person = { ...bento, name: 'Dario Mangabeira', email: 'dario@exemplo.com.br' }
  const { id, browser } = await account(person)
  const names = {
    testimonial: 'Publicar o meu depoimento',
    after: 'Falar comigo depois que o serviço acabar',
  }
  const shown = async (name: string) => {
    const html = await (await browser.get('/account/privacidade')).text()
    const [, part = ''] = html.split(`<h3>${name}</h3>`)
    const [form = ''] = part.split('</form>')
    const hidden = [...form.matchAll(/name="(finalidade|sim)" value="([^"]*)"/g)].map(
      ([, field = '', value = '']): [string, string] => [field, value],
    )
    return { says: /<b>(.*?)<\/b>/.exec(form)?.[1], label: /aria-label="(.*?)"/.exec(form)?.[1], hidden }
  }
  const press = async (name: string) =>
    browser.post('/account/privacidade', [['intent', 'consent'], ...(await shown(name)).hidden])
  const notGiven = { says: 'Você não disse sim', label: `Dizer sim: ${names.testimonial}` }
  expect(await shown(names.testimonial)).toMatchObject(notGiven)
  await press(names.testimonial)
  const given = { says: 'Você disse sim', label: `Voltar atrás: ${names.testimonial}` }
  expect(await shown(names.testimonial)).toMatchObject(given)
  expect(await shown(names.after)).toMatchObject({ says: 'Você não disse sim' })
  await press(names.testimonial)
  expect(await shown(names.testimonial)).toMatchObject(notGiven)
  const [testimonial] = await web.app.privacy.ownConsents({ userId: id })
  expect(testimonial?.history.map(({ isGiven }) => isGiven)).toEqual([false, true])
})

test('a consent changed six hundred times hides no other, and the page shows its last changes', async () => {
  const person = { ...bento, name: 'Dirceu Mangabeira', email: 'dirceu@exemplo.com.br' }
  const { id, browser } = await account(person)
  const { privacy } = web.app
  await browser.post('/account/privacidade', { intent: 'consent', finalidade: 'contact-after', sim: '1' })
  await web.database.$client.query(
    `insert into consents (id, user_id, purpose, is_given, version, at)
     select gen_random_uuid(), $1, 'testimonial', n % 2 = 0, '1', $2::timestamptz + n * interval '1 second'
     from generate_series(1, 600) n`,
    [id, web.app.clock.now()],
  )
  expect(await privacy.hasConsent(web.database, { userId: id, purpose: 'contact-after' })).toBe(true)
  const [testimonial, contact] = await privacy.ownConsents({ userId: id })
  expect(contact).toMatchObject({ isGiven: true, history: [{ isGiven: true }] })
  expect(testimonial).toMatchObject({ isGiven: true })
  expect(testimonial?.history.slice(0, 3).map(({ isGiven }) => isGiven)).toEqual([true, false, true])
  expect(testimonial?.history).toHaveLength(50)
})

test('a correction is answered at the desk within its deadline, shown to its author, and changes nobody else', async () => {
  const person = { ...bento, name: 'Elvira Cajazeira', email: 'elvira@exemplo.com.br' }
  const { browser } = await account(person)
  expect((await browser.post('/account/privacidade', { intent: 'correction', texto: ' ' })).status).toBe(422)
  await browser.post('/account/privacidade', { intent: 'correction', texto: 'Meu nome é com dois éles.' })
  const [open] = await obligations().open({ limit: 1 })
  expect(open?.dueAt.getTime()).toBe((open?.since.getTime() ?? 0) + 15 * 24 * 3_600_000)
  const { browser: stranger } = await account({
    ...ana,
    name: 'Fabiana Pitangueira',
    email: 'fabiana@exemplo.com.br',
  })
  await stranger.post('/account/privacidade', { intent: 'cancel', pedido: open?.id ?? '' })
  const desk = await atDesk(web, 'support')
  const page = await openRequestAtDesk(desk)
  expect(await (await desk.get(page)).text()).toContain('dois éles')
  expect((await desk.post(page, { intent: 'answer', atendido: '1', resposta: 'curta' })).status).toBe(422)
  const named = { intent: 'answer', atendido: '1', resposta: 'O seu CPF agora é 529.982.247-25.' }
  expect(await (await desk.post(page, named)).text()).toContain('Tire o CPF do texto')
  await desk.post(page, { intent: 'answer', atendido: '1', resposta: 'Corrigimos o seu nome para Ellvira.' })
  const centre = await (await browser.get('/account/privacidade')).text()
  expect(centre).toContain('Corrigimos o seu nome para Ellvira.')
  expect(centre).toContain('atendido')
  expect(await obligations().count({ limit: 9 })).toBe(0)
})

test('an export contains no secret of a link, and nothing that a stranger typed', async () => {
  const person = { ...ana, name: 'Gertrudes Mangabeira', email: 'gertrudes@exemplo.com.br' }
  const { id, browser } = await account(person)
  await web.browser().post('/auth', { intent: 'reset-request', email: person.email })
  await web.app.jobs['identity.reset']?.run({ userId: id })
  const { rows } = await web.database.$client.query<{ text: string }>(
    `select text from messages where "to" = $1 and status = 'queued' and text like '%recuperar=%'`,
    [person.email],
  )
  const [token = 'none'] = /(?<=recuperar=)[\w-]{20,}/.exec(rows[0]?.text ?? '') ?? []
  expect(token).not.toBe('none')
  for (const way of ['', '/arquivo']) {
    const copy = await (await browser.get(`/account/privacidade${way}`)).text()
    expect(copy).not.toContain(token)
  }
  const copy = await (await browser.get('/account/privacidade/arquivo')).text()
  expect(copy).toContain('recuperar=…')

  // Somebody signs up with a mistyped address: its owner sees that, and not who it was.
  const mistyped = 'endereco.de.outra@exemplo.com.br'
  const profile = { nome: 'Hermínia Pitomba', documento: '11144477735', telefone: '+5548991112222' }
  await web.app.identity.signUp({
    ...{ email: mistyped, password: 'Girassol@77-azul', ip: '203.0.113.9' },
    profile: { ...profile, tipoConta: 'pessoal' },
  })
  const kept = await web.app.privacy.readOwnData({
    person: { userId: undefined, email: mistyped, phone: undefined },
    perKind: 100,
  })
  expect(JSON.stringify(kept)).toContain(mistyped)
  expect(JSON.stringify(kept)).not.toMatch(/Hermínia|11144477735|991112222/)
})

test('the owner of a number that others mistyped reads nothing of theirs', async () => {
  const mistyped = '+5548996665544'
  const guest = { name: 'Zenilda Pitangueira', cpf: '15350946056', phone: mistyped }
  await web.app.contracting.startHiring({
    ...{ serviceId: 'clean-name', planId: 'mensal-12x', viewer: null },
    ...{ name: guest.name, cpf: guest.cpf, phone: guest.phone },
  })
  const customer = {
    ...{ name: 'Olegário Cambuci', email: 'olegario@exemplo.com.br', cpf: '86288366757', phone: mistyped },
    ...{ street: 'Rua do Cambuci, 5', secret: 'do-olegario' },
  }
  await account(customer)
  const reader = web.browser()
  await reader.post('/privacidade/meus-dados', { contato: mistyped })
  const sent = await web.app.notifications.recent({ limit: 5 })
  const link = sent.find(({ kind }) => kind === 'privacy.link')?.links[0] ?? ''
  const exported = await (await reader.get(`${new URL(link).pathname}/arquivo`)).text()
  expect(exported).toContain('"tipo": "draft"')
  for (const theirs of [guest.name, guest.cpf, customer.name, customer.email, '1980-01-02'])
    expect(exported).not.toContain(theirs)
})

test.each([
  ['4 years', "ip = '', user_agent = ''", false],
  ['6 years', "ip = '', user_agent = ''", true],
  ['6 years', "ip = '', user_agent = '', to_date = to_date + 1", false],
  ['6 years', "ip = ''", false],
])('a postponement after %s: %s is allowed: %s', async (age, change, isAllowed) => {
  const id = newId()
  const changed = web.database.transaction(async (tx) => {
    for (const constraint of ['order', 'user', 'payment_id_payments_id_fk'])
      await tx.execute(sql.raw(`alter table postponements drop constraint postponements_${constraint}`))
    await tx.execute(
      sql`insert into postponements values (${id}, ${id}, ${id}, ${id}, '2026-03-01', '2026-03-05', 's', now(), 'ip', 'agent')`,
    )
    await tx.execute(
      sql.raw(
        `update postponements set ${change}, erased_at = requested_at + interval '${age}' where id = '${id}'`,
      ),
    )
    throw new Error('allowed')
  })
  const said = await changed.catch(({ message, cause }: Error) => `${message} ${cause}`)
  expect(said).toMatch(isAllowed ? /^allowed/ : /only ever added/)
})
