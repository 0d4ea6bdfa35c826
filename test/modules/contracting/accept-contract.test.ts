// Databases: both
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { profileOf } from '../../../src/modules/identity/contact.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import {
  company,
  createHiringSetup,
  evidence,
  type HiringSetup,
  publicUrl,
  ticked,
  weekly,
} from './hiring-setup.ts'

let server: TestDatabase
let setup: HiringSetup

beforeAll(async () => {
  server = await testDatabase()
  setup = createHiringSetup(server.url)
})
beforeEach(() => {
  setup.time.now = '2026-11-21T15:00:00Z'
})
afterAll(async () => {
  await setup.database.$client.end()
  await server.close()
})

async function createDraft(choice: Parameters<HiringSetup['contracting']['startHiring']>[0] | object = {}) {
  const viewer = await setup.createUser()
  const started = await setup.contracting.startHiring({ ...weekly, viewer, ...choice })
  if (!started.ok) throw new Error(started.code)
  return { viewer, draftId: started.value.draftId }
}

async function ratesOf(choice: object) {
  const { viewer, draftId } = await createDraft(choice)
  const accepted = await setup.contracting.acceptContract({ draftId, viewer, ticked, evidence })
  if (!accepted.ok) throw new Error(accepted.code)
  const { rows } = await setup.database.execute(
    sql`select distinct rate, rate_period from payments where order_id = ${accepted.value.orderId}`,
  )
  return rows
}

test("every instalment stores its plan's interest rate; one at cash price stores none", async () => {
  expect(await ratesOf({})).toEqual([{ rate: 651, rate_period: 'week' }])
  expect(await ratesOf({ planId: 'mensal-12x' })).toEqual([{ rate: 1_465, rate_period: 'month' }])
  expect(await ratesOf({ planId: 'a-vista' })).toEqual([{ rate: null, rate_period: null }])
  expect(await ratesOf({ serviceId: 'traffic-fines', planId: 'mensal-6x' })).toEqual([
    { rate: null, rate_period: null },
  ])
})

async function renderDraft(draftId: string, viewer: { id: string }) {
  const reading = await setup.contracting.readDraft({ draftId, viewer })
  if (reading.state !== 'open') throw new Error(reading.state)
  const rendered = setup.contracting.renderContract({ draft: reading.draft })
  if (!rendered.ok) throw new Error(rendered.code)
  return rendered.value
}

test('one acceptance writes the order, its steps, its instalments, the evidence, the message and the event', async () => {
  const { viewer, draftId } = await createDraft()
  const { sha256 } = await renderDraft(draftId, viewer)
  const accepted = await setup.contracting.acceptContract({
    draftId,
    viewer,
    ticked,
    evidence,
    shownSha256: sha256,
  })
  if (!accepted.ok) throw new Error(accepted.code)
  const { orderId } = accepted.value
  expect(accepted.value).toEqual({ orderId, payments: 21, first: true })

  const order = await setup.orders.orderOf({ userId: viewer.id, orderId })
  expect(order).toMatchObject({
    serviceTitle: 'Limpeza de Nome',
    servicePrice: 239_800,
    paymentType: 'PIX semanal: entrada R$ 400,00 + 20x R$ 99,90',
    status: 'pending',
    progress: 0,
    startDate: null,
    deliveryDate: '2026-12-21',
  })
  expect(order?.steps.map((step) => [step.number, step.completed])).toEqual(
    [1, 2, 3, 4, 5].map((number) => [number, false]),
  )

  const { rows: payments } = await setup.database.execute(
    sql`select number, kind, amount, due_date, status, payment_method from payments where order_id = ${orderId} order by number`,
  )
  expect(payments).toHaveLength(21)
  expect(payments.slice(0, 3)).toEqual([
    {
      number: 0,
      kind: 'entrada',
      amount: 40_000,
      due_date: '2026-11-21',
      status: 'pending',
      payment_method: 'pix',
    },
    {
      number: 1,
      kind: 'parcela',
      amount: 9_990,
      due_date: '2026-11-28',
      status: 'pending',
      payment_method: 'pix',
    },
    {
      number: 2,
      kind: 'parcela',
      amount: 9_990,
      due_date: '2026-12-05',
      status: 'pending',
      payment_method: 'pix',
    },
  ])
  expect(payments.reduce((total, row) => total + Number(row.amount), 0)).toBe(order?.servicePrice)

  const {
    rows: [kept],
  } = await setup.database.execute(sql`select * from contract_acceptances where order_id = ${orderId}`)
  expect(kept).toMatchObject({
    draft_id: draftId,
    user_id: viewer.id,
    template_version: '2026-11-22.2',
    // Text and party are in the sealed content.
    ...{ text: '', party: { name: '', cpf: '', phone: '' }, sealed: expect.any(Uint8Array) },
    sha256,
    accepted_at_text: '21/11/2026 às 12:00 (horário de São Paulo)',
    ip: evidence.ip,
    user_agent: evidence.userAgent,
    email: viewer.email,
    email_verified: true,
    ticked,
  })

  const { rows: messages } = await setup.database.execute(
    sql`select "to", subject, text, links from messages where user_id = ${viewer.id}`,
  )
  expect(messages).toMatchObject([
    {
      to: viewer.email,
      subject: expect.stringMatching(/^Contrato confirmado: pedido /),
      links: [`${publicUrl}/contract/copia/${orderId}`],
    },
  ])
  expect(messages[0]?.text).toContain('Serviço: Limpeza de Nome')
  expect(messages[0]?.text).toContain('Até 30/11/2026 você desiste sem dar motivo')
  expect(messages[0]?.text).not.toMatch(/529\.?982/)
  expect(
    await setup.count('events', sql`type = 'contract.accepted' and payload->>'orderId' = ${orderId}`),
  ).toBe(1)
})

test('a profile without a document gets the contract’s; an existing document stays', async () => {
  const profile = (userId: string) => profileOf(setup, userId)
  const fresh = await createDraft()
  await setup.contracting.acceptContract({ ...fresh, ticked, evidence })
  expect(await profile(fresh.viewer.id)).toEqual({
    ...{ nome: 'Ana Souza', documento: '52998224725', telefone: '+5548999991234', tipoConta: 'pessoal' },
  })
  const known = await createDraft()
  await setup.database.execute(
    sql`insert into profiles (user_id, documento, updated_at) values (${known.viewer.id}, '11144477735', now())`,
  )
  await setup.contracting.acceptContract({ ...known, ticked, evidence })
  expect(await profile(known.viewer.id)).toMatchObject({ nome: 'Ana Souza', documento: '11144477735' })
})

test('signing erases the personal data of the draft, and reading it returns its order', async () => {
  const { viewer, draftId } = await createDraft()
  const accepted = await setup.contracting.acceptContract({ draftId, viewer, ticked, evidence })
  const { rows } = await setup.database.execute(
    sql`select name, cpf, cpf_sealed, phone from hiring_drafts where id = ${draftId}`,
  )
  expect(rows).toEqual([{ name: null, cpf: null, cpf_sealed: null, phone: null }])
  expect(await setup.contracting.readDraft({ draftId, viewer })).toEqual({
    state: 'accepted',
    orderId: accepted.ok && accepted.value.orderId,
  })
})

test('ten concurrent acceptances of one draft create one order', async () => {
  const { viewer, draftId } = await createDraft()
  const all = await Promise.all(
    Array.from({ length: 10 }, () => setup.contracting.acceptContract({ draftId, viewer, ticked, evidence })),
  )
  const accepted = all.map((outcome) => (outcome.ok ? outcome.value : undefined))
  expect(new Set(accepted.map((value) => value?.orderId)).size).toBe(1)
  expect(accepted.filter((value) => value?.first)).toHaveLength(1)
  expect(accepted.every((value) => value?.payments === 21)).toBe(true)
  expect(await setup.count('orders', sql`user_id = ${viewer.id}`)).toBe(1)
  expect(await setup.count('payments', sql`user_id = ${viewer.id}`)).toBe(21)
  expect(await setup.count('contract_acceptances', sql`user_id = ${viewer.id}`)).toBe(1)
  expect(await setup.count('messages', sql`user_id = ${viewer.id}`)).toBe(1)
})

test('many concurrent acceptances leave intact hash chains', async () => {
  const drafts = await Promise.all(Array.from({ length: 20 }, () => createDraft()))
  const all = await Promise.all(
    drafts.map(({ viewer, draftId }) =>
      setup.contracting.acceptContract({ draftId, viewer, ticked, evidence }),
    ),
  )
  expect(all.every((outcome) => outcome.ok)).toBe(true)
  const verified = await setup.contracting.verifyAcceptances()
  expect(verified.breaches).toEqual([])
  expect(verified.records).toBeGreaterThanOrEqual(20)
})

test("another user's draft is not found, neither to read nor to sign", async () => {
  const { draftId } = await createDraft()
  const otherUser = await setup.createUser()
  expect(await setup.contracting.readDraft({ draftId, viewer: otherUser })).toEqual({ state: 'not_found' })
  expect(await setup.contracting.readDraft({ draftId, viewer: null })).toEqual({ state: 'not_found' })
  expect(
    await setup.contracting.acceptContract({ draftId, viewer: otherUser, ticked, evidence }),
  ).toMatchObject({ ok: false, code: 'not_found' })
  expect(await setup.count('orders', sql`user_id = ${otherUser.id}`)).toBe(0)
})

test('a contract shown yesterday is not signed today, because its dates have changed', async () => {
  const { viewer, draftId } = await createDraft()
  const { sha256 } = await renderDraft(draftId, viewer)
  setup.time.now = '2026-11-22T15:00:00Z'
  const late = await setup.contracting.acceptContract({
    draftId,
    viewer,
    ticked,
    evidence,
    shownSha256: sha256,
  })
  expect(late).toMatchObject({ ok: false, code: 'changed' })
  expect(await setup.count('orders', sql`user_id = ${viewer.id}`)).toBe(0)

  const again = await renderDraft(draftId, viewer)
  expect(
    await setup.contracting.acceptContract({ draftId, viewer, ticked, evidence, shownSha256: again.sha256 }),
  ).toMatchObject({ ok: true })
})

test('a draft changed in another tab is not signed with the old text', async () => {
  const { viewer, draftId } = await createDraft()
  const { sha256 } = await renderDraft(draftId, viewer)
  const changed = await setup.contracting.startHiring({ ...weekly, planId: 'a-vista', viewer, draftId })
  expect(changed).toEqual({ ok: true, value: { draftId } })
  expect(
    await setup.contracting.acceptContract({ draftId, viewer, ticked, evidence, shownSha256: sha256 }),
  ).toMatchObject({ ok: false, code: 'changed' })
})

test('a draft whose plan is no longer sold is refused', async () => {
  const { viewer, draftId } = await createDraft()
  await setup.database.execute(sql`update hiring_drafts set plan_id = 'gone' where id = ${draftId}`)
  expect(await setup.contracting.acceptContract({ draftId, viewer, ticked, evidence })).toMatchObject({
    ok: false,
    code: 'not_sold',
  })
})

test('no ticked checkbox, a viewer without an e-mail and a malformed id are refused', async () => {
  const { viewer, draftId } = await createDraft()
  const sign = setup.contracting.acceptContract
  expect(await sign({ draftId, viewer, ticked: [], evidence })).toMatchObject({ code: 'not_ticked' })
  expect(await sign({ draftId, viewer: { ...viewer, email: '' }, ticked, evidence })).toMatchObject({
    code: 'incomplete',
  })
  expect(await sign({ draftId: "1' or 1=1", viewer, ticked, evidence })).toMatchObject({ code: 'not_found' })
})

test('instalments that cannot be written leave no order, and the refusal says which kind failed', async () => {
  const broken = setup.contractingWith({
    scheduleInstalments: async () => {
      throw new Error('disk full')
    },
  })
  const { viewer, draftId } = await createDraft()
  expect(await broken.acceptContract({ draftId, viewer, ticked, evidence })).toMatchObject({
    ok: false,
    code: 'instalments_failed',
  })
  const cash = await createDraft({ planId: 'a-vista' })
  expect(await broken.acceptContract({ ...cash, ticked, evidence })).toMatchObject({ code: 'payment_failed' })
  expect(await setup.count('orders', sql`user_id = ${viewer.id}`)).toBe(0)
  expect(await setup.count('order_steps', sql`order_id not in (select id from orders)`)).toBe(0)
  expect(setup.failures).toHaveLength(2)
  expect(await setup.contracting.acceptContract({ draftId, viewer, ticked, evidence })).toMatchObject({
    ok: true,
  })
})

test('the owner reads the exact copy; another user reads none', async () => {
  const { viewer, draftId } = await createDraft()
  const { text, sha256 } = await renderDraft(draftId, viewer)
  const accepted = await setup.contracting.acceptContract({ draftId, viewer, ticked, evidence })
  const orderId = accepted.ok ? accepted.value.orderId : ''
  expect(await setup.contracting.copyOf({ orderId, userId: viewer.id })).toMatchObject({ text, sha256 })
  const otherUser = await setup.createUser()
  const another = { orderId, userId: otherUser.id }
  expect(await setup.contracting.copyOf(another)).toBeUndefined()
  expect(await setup.contracting.partyOf(another)).toBeUndefined()
  expect(await setup.contracting.evidenceOf(another)).toBeUndefined()
  expect(await setup.contracting.verifySigned(another)).toEqual([])
  expect(await setup.contracting.copyOf({ orderId: 'x', userId: viewer.id })).toBeUndefined()
  expect(await setup.contracting.partyOf({ orderId, userId: viewer.id })).toMatchObject({
    name: 'Ana Souza',
    cpf: '52998224725',
    phone: '+5548999991234',
    email: viewer.email,
    plan: { total: 239_800, cashPrice: 150_000 },
  })
  expect(text).toContain(company.legalName)
})

test('evidence is append-only, and tampering that bypasses the trigger is detected', async () => {
  const { viewer, draftId } = await createDraft()
  const accepted = await setup.contracting.acceptContract({ draftId, viewer, ticked, evidence })
  const orderId = accepted.ok ? accepted.value.orderId : ''
  const rewrite = sql`update contract_acceptances set ip = '198.51.100.1' where order_id = ${orderId}`
  await expect(setup.database.execute(rewrite)).rejects.toThrow()
  await expect(
    setup.database.execute(sql`delete from contract_acceptances where order_id = ${orderId}`),
  ).rejects.toThrow()

  const trigger = (state: string) =>
    sql.raw(`alter table contract_acceptances ${state} trigger contract_acceptances_append_only`)
  await setup.database.execute(trigger('disable'))
  await setup.database.execute(rewrite)
  expect((await setup.contracting.verifyAcceptances()).breaches).toMatchObject([{ reason: 'record_changed' }])
  await setup.database.execute(
    sql`update contract_acceptances set ip = ${evidence.ip} where order_id = ${orderId}`,
  )
  expect((await setup.contracting.verifyAcceptances()).breaches).toEqual([])
  await setup.database.execute(
    sql`update contract_acceptances set text = text || ' ' where order_id = ${orderId}`,
  )
  expect((await setup.contracting.verifyAcceptances()).breaches).toMatchObject([{ reason: 'text_changed' }])
  await setup.database.execute(
    sql`update contract_acceptances set text = '', sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1) where order_id = ${orderId}`,
  )
  expect((await setup.contracting.verifyAcceptances()).breaches).toMatchObject([{ reason: 'text_changed' }])
  await setup.database.execute(sql`delete from contract_acceptances where order_id = ${orderId}`)
  expect((await setup.contracting.verifyAcceptances()).breaches).toMatchObject([{ reason: 'end_missing' }])
  await setup.database.execute(trigger('enable'))
})
