// Databases: both
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { company, evidence, type House, openHouse, publicUrl, ticked, weekly } from './house.ts'

let server: TestDatabase
let house: House

beforeAll(async () => {
  server = await testDatabase()
  house = openHouse(server.url)
})
beforeEach(() => {
  house.time.now = '2026-11-21T15:00:00Z'
})
afterAll(async () => {
  await house.database.$client.end()
  await server.close()
})

async function drafted(choice: Parameters<House['contracting']['startHiring']>[0] | object = {}) {
  const viewer = await house.person()
  const started = await house.contracting.startHiring({ ...weekly, viewer, ...choice })
  if (!started.ok) throw new Error(started.code)
  return { viewer, draftId: started.value.draftId }
}

async function ratesOf(choice: object) {
  const { viewer, draftId } = await drafted(choice)
  const accepted = await house.contracting.acceptContract({ draftId, viewer, ticked, evidence })
  if (!accepted.ok) throw new Error(accepted.code)
  const { rows } = await house.database.execute(
    sql`select distinct rate, rate_period from payments where order_id = ${accepted.value.orderId}`,
  )
  return rows
}

test('every payment of a plan knows the rate of its contract; one at cash price knows none', async () => {
  expect(await ratesOf({})).toEqual([{ rate: 651, rate_period: 'week' }])
  expect(await ratesOf({ planId: 'mensal-12x' })).toEqual([{ rate: 1_465, rate_period: 'month' }])
  expect(await ratesOf({ planId: 'a-vista' })).toEqual([{ rate: null, rate_period: null }])
  expect(await ratesOf({ serviceId: 'traffic-fines', planId: 'mensal-6x' })).toEqual([
    { rate: null, rate_period: null },
  ])
})

async function shown(draftId: string, viewer: { id: string }) {
  const reading = await house.contracting.readDraft({ draftId, viewer })
  if (reading.state !== 'open') throw new Error(reading.state)
  const rendered = house.contracting.renderContract({ draft: reading.draft })
  if (!rendered.ok) throw new Error(rendered.code)
  return rendered.value
}

test('one acceptance writes the order, its steps, its payments, the evidence, the message and the event', async () => {
  const { viewer, draftId } = await drafted()
  const { text, sha256 } = await shown(draftId, viewer)
  const accepted = await house.contracting.acceptContract({
    draftId,
    viewer,
    ticked,
    evidence,
    shownSha256: sha256,
  })
  if (!accepted.ok) throw new Error(accepted.code)
  const { orderId } = accepted.value
  expect(accepted.value).toEqual({ orderId, payments: 21, first: true })

  const order = await house.orders.orderOf({ userId: viewer.id, orderId })
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

  const { rows: payments } = await house.database.execute(
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
  } = await house.database.execute(sql`select * from contract_acceptances where order_id = ${orderId}`)
  expect(kept).toMatchObject({
    draft_id: draftId,
    user_id: viewer.id,
    template_version: '2026-11-21.1',
    text,
    sha256,
    accepted_at_text: '21/11/2026 às 12:00 (horário de São Paulo)',
    ip: evidence.ip,
    user_agent: evidence.userAgent,
    email: viewer.email,
    email_verified: true,
    ticked,
  })

  const { rows: messages } = await house.database.execute(
    sql`select "to", subject, text, links from messages where user_id = ${viewer.id}`,
  )
  expect(messages).toMatchObject([
    {
      to: viewer.email,
      subject: 'Contrato confirmado: Limpeza de Nome',
      links: expect.arrayContaining([`${publicUrl}/contract/copia/${orderId}`]),
    },
  ])
  expect(messages[0]?.text).toContain('Parcela 20 de 20: R$ 99,90, em 10/04/2027')
  expect(messages[0]?.text).toContain('desistir até 30 de novembro de 2026')
  expect(messages[0]?.text).not.toMatch(/529\.?982/)
  expect(
    await house.count('events', sql`type = 'contract.accepted' and payload->>'orderId' = ${orderId}`),
  ).toBe(1)
})

test('an account that knew no document learns the one of the contract; one that knew keeps its own', async () => {
  const profile = async (userId: string) =>
    (
      await house.database.execute(
        sql`select nome, documento, telefone from profiles where user_id = ${userId}`,
      )
    ).rows
  const fresh = await drafted()
  await house.contracting.acceptContract({ ...fresh, ticked, evidence })
  expect(await profile(fresh.viewer.id)).toEqual([
    { nome: 'Ana Souza', documento: '52998224725', telefone: '+5548999991234' },
  ])
  const known = await drafted()
  await house.database.execute(
    sql`insert into profiles (user_id, documento, updated_at) values (${known.viewer.id}, '11144477735', now())`,
  )
  await house.contracting.acceptContract({ ...known, ticked, evidence })
  expect(await profile(known.viewer.id)).toMatchObject([{ nome: 'Ana Souza', documento: '11144477735' }])
})

test('the personal data of a signed draft are erased, and reading it leads to its order', async () => {
  const { viewer, draftId } = await drafted()
  const accepted = await house.contracting.acceptContract({ draftId, viewer, ticked, evidence })
  const { rows } = await house.database.execute(
    sql`select name, cpf, phone from hiring_drafts where id = ${draftId}`,
  )
  expect(rows).toEqual([{ name: null, cpf: null, phone: null }])
  expect(await house.contracting.readDraft({ draftId, viewer })).toEqual({
    state: 'accepted',
    orderId: accepted.ok && accepted.value.orderId,
  })
})

test('ten acceptances of one draft at the same moment make one order', async () => {
  const { viewer, draftId } = await drafted()
  const all = await Promise.all(
    Array.from({ length: 10 }, () => house.contracting.acceptContract({ draftId, viewer, ticked, evidence })),
  )
  const accepted = all.map((outcome) => (outcome.ok ? outcome.value : undefined))
  expect(new Set(accepted.map((value) => value?.orderId)).size).toBe(1)
  expect(accepted.filter((value) => value?.first)).toHaveLength(1)
  expect(accepted.every((value) => value?.payments === 21)).toBe(true)
  expect(await house.count('orders', sql`user_id = ${viewer.id}`)).toBe(1)
  expect(await house.count('payments', sql`user_id = ${viewer.id}`)).toBe(21)
  expect(await house.count('contract_acceptances', sql`user_id = ${viewer.id}`)).toBe(1)
  expect(await house.count('messages', sql`user_id = ${viewer.id}`)).toBe(1)
})

test('many people signing at the same moment leave whole chains', async () => {
  const drafts = await Promise.all(Array.from({ length: 20 }, () => drafted()))
  const all = await Promise.all(
    drafts.map(({ viewer, draftId }) =>
      house.contracting.acceptContract({ draftId, viewer, ticked, evidence }),
    ),
  )
  expect(all.every((outcome) => outcome.ok)).toBe(true)
  const verified = await house.contracting.verifyAcceptances()
  expect(verified.breaches).toEqual([])
  expect(verified.records).toBeGreaterThanOrEqual(20)
})

test("another person's draft is not found, neither to read nor to sign", async () => {
  const { draftId } = await drafted()
  const stranger = await house.person()
  expect(await house.contracting.readDraft({ draftId, viewer: stranger })).toEqual({ state: 'not_found' })
  expect(await house.contracting.readDraft({ draftId, viewer: null })).toEqual({ state: 'not_found' })
  expect(
    await house.contracting.acceptContract({ draftId, viewer: stranger, ticked, evidence }),
  ).toMatchObject({ ok: false, code: 'not_found' })
  expect(await house.count('orders', sql`user_id = ${stranger.id}`)).toBe(0)
})

test('what was shown yesterday is not signed today: its dates have changed', async () => {
  const { viewer, draftId } = await drafted()
  const { sha256 } = await shown(draftId, viewer)
  house.time.now = '2026-11-22T15:00:00Z'
  const late = await house.contracting.acceptContract({
    draftId,
    viewer,
    ticked,
    evidence,
    shownSha256: sha256,
  })
  expect(late).toMatchObject({ ok: false, code: 'changed' })
  expect(await house.count('orders', sql`user_id = ${viewer.id}`)).toBe(0)

  const again = await shown(draftId, viewer)
  expect(
    await house.contracting.acceptContract({ draftId, viewer, ticked, evidence, shownSha256: again.sha256 }),
  ).toMatchObject({ ok: true })
})

test('a plan that another tab changed is not signed under the old text', async () => {
  const { viewer, draftId } = await drafted()
  const { sha256 } = await shown(draftId, viewer)
  const changed = await house.contracting.startHiring({ ...weekly, planId: 'a-vista', viewer, draftId })
  expect(changed).toEqual({ ok: true, value: { draftId } })
  expect(
    await house.contracting.acceptContract({ draftId, viewer, ticked, evidence, shownSha256: sha256 }),
  ).toMatchObject({ ok: false, code: 'changed' })
})

test('a draft whose plan is no longer sold is refused', async () => {
  const { viewer, draftId } = await drafted()
  await house.database.execute(sql`update hiring_drafts set plan_id = 'gone' where id = ${draftId}`)
  expect(await house.contracting.acceptContract({ draftId, viewer, ticked, evidence })).toMatchObject({
    ok: false,
    code: 'not_sold',
  })
})

test('nothing ticked, nobody signed in and an id that is none are refused', async () => {
  const { viewer, draftId } = await drafted()
  const sign = house.contracting.acceptContract
  expect(await sign({ draftId, viewer, ticked: [], evidence })).toMatchObject({ code: 'not_ticked' })
  expect(await sign({ draftId, viewer: { ...viewer, email: '' }, ticked, evidence })).toMatchObject({
    code: 'incomplete',
  })
  expect(await sign({ draftId: "1' or 1=1", viewer, ticked, evidence })).toMatchObject({ code: 'not_found' })
})

test('payments that cannot be written leave no order behind, and the refusal says which kind', async () => {
  const broken = house.contractingWith({
    scheduleInstalments: async () => {
      throw new Error('disk full')
    },
  })
  const { viewer, draftId } = await drafted()
  expect(await broken.acceptContract({ draftId, viewer, ticked, evidence })).toMatchObject({
    ok: false,
    code: 'instalments_failed',
  })
  const cash = await drafted({ planId: 'a-vista' })
  expect(await broken.acceptContract({ ...cash, ticked, evidence })).toMatchObject({ code: 'payment_failed' })
  expect(await house.count('orders', sql`user_id = ${viewer.id}`)).toBe(0)
  expect(await house.count('order_steps', sql`order_id not in (select id from orders)`)).toBe(0)
  expect(house.failures).toHaveLength(2)
  expect(await house.contracting.acceptContract({ draftId, viewer, ticked, evidence })).toMatchObject({
    ok: true,
  })
})

test('the owner reads the exact copy; another person reads none', async () => {
  const { viewer, draftId } = await drafted()
  const { text, sha256 } = await shown(draftId, viewer)
  const accepted = await house.contracting.acceptContract({ draftId, viewer, ticked, evidence })
  const orderId = accepted.ok ? accepted.value.orderId : ''
  expect(await house.contracting.copyOf({ orderId, userId: viewer.id })).toMatchObject({ text, sha256 })
  const stranger = await house.person()
  expect(await house.contracting.copyOf({ orderId, userId: stranger.id })).toBeUndefined()
  expect(await house.contracting.copyOf({ orderId: 'x', userId: viewer.id })).toBeUndefined()
  expect(await house.contracting.partyOf({ orderId, userId: viewer.id })).toMatchObject({
    name: 'Ana Souza',
    cpf: '52998224725',
    phone: '+5548999991234',
    email: viewer.email,
    plan: { total: 239_800, cashPrice: 150_000 },
  })
  expect(text).toContain(company.legalName)
})

test('evidence refuses to be rewritten, and a rewriting that gets past is found', async () => {
  const { viewer, draftId } = await drafted()
  const accepted = await house.contracting.acceptContract({ draftId, viewer, ticked, evidence })
  const orderId = accepted.ok ? accepted.value.orderId : ''
  const rewrite = sql`update contract_acceptances set ip = '198.51.100.1' where order_id = ${orderId}`
  await expect(house.database.execute(rewrite)).rejects.toThrow()
  await expect(
    house.database.execute(sql`delete from contract_acceptances where order_id = ${orderId}`),
  ).rejects.toThrow()

  const trigger = (state: string) =>
    sql.raw(`alter table contract_acceptances ${state} trigger contract_acceptances_append_only`)
  await house.database.execute(trigger('disable'))
  await house.database.execute(rewrite)
  expect((await house.contracting.verifyAcceptances()).breaches).toMatchObject([{ reason: 'record_changed' }])
  await house.database.execute(
    sql`update contract_acceptances set ip = ${evidence.ip} where order_id = ${orderId}`,
  )
  expect((await house.contracting.verifyAcceptances()).breaches).toEqual([])
  await house.database.execute(
    sql`update contract_acceptances set text = text || ' ' where order_id = ${orderId}`,
  )
  expect((await house.contracting.verifyAcceptances()).breaches).toMatchObject([{ reason: 'text_changed' }])
  await house.database.execute(sql`delete from contract_acceptances where order_id = ${orderId}`)
  expect((await house.contracting.verifyAcceptances()).breaches).toMatchObject([{ reason: 'end_missing' }])
  await house.database.execute(trigger('enable'))
})
