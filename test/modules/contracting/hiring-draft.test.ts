// Databases: both
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { ana, type House, openHouse, weekly } from './house.ts'

let server: TestDatabase
let house: House

beforeAll(async () => {
  server = await testDatabase()
  house = openHouse(server.url)
})
afterAll(async () => {
  await house.database.$client.end()
  await server.close()
})

test('a draft begun by a visitor becomes the first reader who signs in', async () => {
  const started = await house.contracting.startHiring({ ...weekly, viewer: null })
  const draftId = started.ok ? started.value.draftId : ''
  const open = {
    state: 'open',
    draft: {
      id: draftId,
      serviceId: 'clean-name',
      variant: null,
      planId: 'semanal-20x',
      party: { name: 'Ana Souza', cpf: '52998224725', phone: '+5548999991234' },
    },
  }
  expect(await house.contracting.readDraft({ draftId, viewer: null })).toEqual(open)
  const viewer = await house.person()
  expect(await house.contracting.readDraft({ draftId, viewer })).toEqual(open)
  const second = await house.person()
  expect(await house.contracting.readDraft({ draftId, viewer: second })).toEqual({ state: 'not_found' })
})

test('choosing again changes the open draft; a stranger with its id gets one of his own', async () => {
  const viewer = await house.person()
  const first = await house.contracting.startHiring({ ...weekly, viewer })
  const draftId = first.ok ? first.value.draftId : ''
  const again = await house.contracting.startHiring({ ...weekly, planId: 'a-vista', viewer, draftId })
  expect(again).toEqual({ ok: true, value: { draftId } })
  const stranger = await house.person()
  const other = await house.contracting.startHiring({ ...weekly, viewer: stranger, draftId })
  expect(other.ok && other.value.draftId).not.toBe(draftId)
  expect(await house.contracting.readDraft({ draftId, viewer })).toMatchObject({
    draft: { planId: 'a-vista' },
  })
})

test('a plan the catalogue does not sell, or sells to others, starts nothing', async () => {
  const start = house.contracting.startHiring
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
  expect(await start({ ...weekly, cpf: '123.456.789-00', viewer: null })).toMatchObject({
    code: 'invalid_party',
  })
})

test('an id that is none is unreadable, one that points nowhere is not found', async () => {
  expect(await house.contracting.readDraft({ draftId: '%%%', viewer: null })).toEqual({ state: 'unreadable' })
  const draftId = '0199f0aa-0000-7000-8000-000000000001'
  expect(await house.contracting.readDraft({ draftId, viewer: null })).toEqual({ state: 'not_found' })
})

test('a draft nobody signed is erased after three days', async () => {
  const started = await house.contracting.startHiring({ ...weekly, viewer: null })
  const draftId = started.ok ? started.value.draftId : ''
  const purge = house.contracting.jobs['contracting.purge-drafts']
  house.time.now = '2026-11-24T14:00:00Z'
  await purge.run()
  expect(await house.count('hiring_drafts', sql`id = ${draftId}`)).toBe(1)
  house.time.now = '2026-11-24T16:00:00Z'
  await purge.run()
  expect(await house.count('hiring_drafts', sql`id = ${draftId}`)).toBe(0)
})
