// Databases: one
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { ana, createHiringSetup, type HiringSetup, weekly } from './hiring-setup.ts'

let server: TestDatabase
let setup: HiringSetup

beforeAll(async () => {
  server = await testDatabase()
  setup = createHiringSetup(server.url)
})
afterAll(async () => {
  await setup.database.$client.end()
  await server.close()
})

test("a visitor's draft is assigned to the first user who reads it signed in", async () => {
  const started = await setup.contracting.startHiring({ ...weekly, viewer: null })
  const draftId = started.ok ? started.value.draftId : ''
  const open = {
    state: 'open',
    draft: {
      id: draftId,
      serviceId: 'clean-name',
      variant: null,
      planId: 'semanal-20x',
      dueDay: null,
      shownTotal: null,
      party: { name: 'Ana Souza', cpf: '52998224725', phone: '+5548999991234' },
    },
  }
  expect(await setup.contracting.readDraft({ draftId, viewer: null })).toEqual(open)
  const viewer = await setup.createUser()
  expect(await setup.contracting.readDraft({ draftId, viewer })).toEqual(open)
  const second = await setup.createUser()
  expect(await setup.contracting.readDraft({ draftId, viewer: second })).toEqual({ state: 'not_found' })
})

test('choosing again updates the open draft; another user with its id gets a new one', async () => {
  const viewer = await setup.createUser()
  const first = await setup.contracting.startHiring({ ...weekly, viewer })
  const draftId = first.ok ? first.value.draftId : ''
  const again = await setup.contracting.startHiring({ ...weekly, planId: 'a-vista', viewer, draftId })
  expect(again).toEqual({ ok: true, value: { draftId } })
  const otherUser = await setup.createUser()
  const other = await setup.contracting.startHiring({ ...weekly, viewer: otherUser, draftId })
  expect(other.ok && other.value.draftId).not.toBe(draftId)
  expect(await setup.contracting.readDraft({ draftId, viewer })).toMatchObject({
    draft: { planId: 'a-vista' },
  })
})

test('refuses too many drafts of guests in one network; accounts and an open draft are not limited', async () => {
  const { startHiring } = setup.contracting
  const guest = (ip: string, draftId?: string) => startHiring({ ...weekly, viewer: null, ip, draftId })
  const first = await guest('203.0.113.1')
  await setup.database.$client.query('update rate_limits set expires_at = $1', [
    new Date(setup.clock.now().getTime() + 59.95 * 60_000),
  ])
  for (let made = 0; made < 5; made++) await guest('203.0.113.1')
  expect(await guest('203.0.113.1')).toMatchObject({ code: 'too_many' })
  expect(await guest('203.0.113.1', first.ok ? first.value.draftId : '')).toEqual(first)
  expect(await guest('203.0.113.2')).toMatchObject({ ok: true })
  const viewer = await setup.createUser()
  expect(await startHiring({ ...weekly, viewer, ip: '203.0.113.1' })).toMatchObject({ ok: true })
})

test('refuses an unknown plan, or one of another variant', async () => {
  const start = setup.contracting.startHiring
  const unknown = [
    { serviceId: 'clean-name', planId: 'de-graca' },
    { serviceId: 'nothing', planId: 'a-vista' },
    { serviceId: 'credit-rating', planId: 'pj-a-vista', variant: 'pf' },
  ]
  for (const choice of unknown) {
    expect(await start({ ...ana, ...choice, viewer: null })).toMatchObject({
      ok: false,
      code: 'unknown_plan',
    })
  }
  for (const name of ['..', '\u200b\u200b', '12345', `${'Ana '.repeat(30)}Souza`]) {
    expect(await start({ ...weekly, name, viewer: null })).toMatchObject({ code: 'invalid_party' })
  }
  expect(await start({ ...weekly, cpf: '123.456.789-00', viewer: null })).toMatchObject({
    code: 'invalid_party',
  })
})

test('a malformed id is unreadable, an unknown one is not found', async () => {
  expect(await setup.contracting.readDraft({ draftId: '%%%', viewer: null })).toEqual({ state: 'unreadable' })
  const draftId = '0199f0aa-0000-7000-8000-000000000001'
  expect(await setup.contracting.readDraft({ draftId, viewer: null })).toEqual({ state: 'not_found' })
})
