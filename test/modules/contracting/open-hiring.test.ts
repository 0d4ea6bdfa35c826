// Databases: one
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { ana, createHiringSetup, evidence, type HiringSetup, ticked, weekly } from './hiring-setup.ts'

let server: TestDatabase
let setup: HiringSetup
let minute = 0

beforeAll(async () => {
  server = await testDatabase()
  setup = createHiringSetup(server.url)
})
afterAll(async () => {
  await setup.database.$client.end()
  await server.close()
})

type Viewer = { id: string }
const cash = { ...weekly, planId: 'a-vista' }
const none = { draftId: undefined }

/** Chooses a plan one minute after the previous choice. */
async function choose(viewer: Viewer | null, choice: typeof weekly = weekly): Promise<string> {
  setup.time.now = new Date(Date.parse('2026-11-21T15:00:00Z') + ++minute * 60_000).toISOString()
  const started = await setup.contracting.startHiring({ ...choice, viewer })
  if (!started.ok) throw new Error(started.code)
  return started.value.draftId
}

const waiting = async (viewer: Viewer | null, draftId?: string) =>
  (await setup.contracting.openHiring({ draftId, viewer }))?.draft

test('an open hiring waits on every device of its person, with today’s terms, and for nobody else', async () => {
  const [viewer, other] = [await setup.createUser(), await setup.createUser()]
  const draftId = await choose(viewer)
  const hiring = await setup.contracting.openHiring({ ...none, viewer })
  expect(hiring).toMatchObject({
    draft: { id: draftId, planId: 'semanal-20x', party: { name: 'Ana Souza', cpf: '52998224725' } },
    offer: { serviceTitle: 'Limpeza de Nome', entry: 40_000 },
  })
  expect(await waiting(other)).toBeUndefined()
  expect(await waiting(other, draftId)).toBeUndefined()
  expect(await waiting(null, draftId)).toBeUndefined()
})

test('a choice made before signing in belongs to the first person who signs in with it', async () => {
  const [viewer, other] = [await setup.createUser(), await setup.createUser()]
  const draftId = await choose(null)
  expect(await waiting(null, draftId)).toMatchObject({ id: draftId })
  const claim = (who: Viewer) => setup.contracting.claimHiring({ draftIds: [draftId], viewer: who })
  expect(await claim(viewer)).toMatchObject({ hiring: { draft: { id: draftId } } })
  expect(await claim(other)).toEqual({})
  expect(await waiting(viewer)).toMatchObject({ id: draftId })
  expect(await waiting(null, draftId)).toBeUndefined()
})

test.each(['on this browser', 'on another device'])('of two choices the newest counts: %s', async (where) => {
  const viewer = await setup.createUser()
  const isHereNewer = where === 'on this browser'
  const older = isHereNewer ? await choose(viewer) : await choose(null)
  const newer = isHereNewer ? await choose(null, cash) : await choose(viewer, cash)
  const claimed = await setup.contracting.claimHiring({ draftIds: [isHereNewer ? newer : older], viewer })
  expect(claimed.hiring?.draft).toMatchObject({ id: newer, planId: 'a-vista' })
  expect(claimed.superseded?.draft).toMatchObject({ id: older, planId: 'semanal-20x' })
  expect(await waiting(viewer)).toMatchObject({ id: newer })
})

test('making the same choice twice is not announced as superseded', async () => {
  const viewer = await setup.createUser()
  await choose(viewer)
  const draftId = await choose(null)
  expect(await setup.contracting.claimHiring({ draftIds: [draftId, draftId, 'x'], viewer })).toMatchObject({
    hiring: { draft: { id: draftId } },
  })
  expect((await setup.contracting.claimHiring({ draftIds: [], viewer })).superseded).toBeUndefined()
})

test('a person who signed has no open hiring, whatever was chosen before', async () => {
  const viewer = await setup.createUser()
  const older = await choose(viewer, cash)
  const draftId = await choose(viewer)
  const accepted = await setup.contracting.acceptContract({ draftId, viewer, ticked, evidence })
  expect(accepted).toMatchObject({ ok: true })
  expect(await waiting(viewer)).toBeUndefined()
  expect(await waiting(viewer, draftId)).toBeUndefined()
  // A browser that still shows the other draft may sign it.
  expect(await waiting(viewer, older)).toMatchObject({ id: older })
})

test('discarding erases the data typed in the account and in this browser, and nobody else’s', async () => {
  const [viewer, other] = [await setup.createUser(), await setup.createUser()]
  const [own, foreign, ofBrowser] = [await choose(viewer), await choose(other), await choose(null)]
  const left = () => setup.count('hiring_drafts', sql`id in (${own}, ${foreign}, ${ofBrowser})`)
  await setup.contracting.discardHiring({ draftId: foreign, viewer: null })
  expect(await left()).toBe(3)
  await setup.contracting.discardHiring({ draftId: ofBrowser, viewer })
  expect(await left()).toBe(1)
  expect(await waiting(other)).toMatchObject({ id: foreign })
})

test('a choice without an account is erased after three days, one of an account after thirty', async () => {
  const viewer = await setup.createUser()
  const ids = [await choose(null, { ...weekly, ...ana }), await choose(viewer)]
  const purge = setup.contracting.jobs['contracting.purge-drafts']
  const left = async (days: number) => {
    setup.time.now = new Date(
      Date.parse('2026-11-21T15:00:00Z') + (minute + 1) * 60_000 + days * 86_400_000,
    ).toISOString()
    await purge.run()
    return setup.count('hiring_drafts', sql`id in (${ids[0]}, ${ids[1]})`)
  }
  expect(await left(2.9)).toBe(2)
  expect(await left(3)).toBe(1)
  expect(await left(29.9)).toBe(1)
  expect(await left(30)).toBe(0)
})
