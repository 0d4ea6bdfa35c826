// Databases: both
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixedClock } from '../../../src/core/clock.ts'
import { retention } from '../../../src/core/retention.ts'
import { accountOf } from '../../../src/modules/identity/contact.ts'
import { createProposals, type VehicleProposal } from '../../../src/modules/proposals/index.server.ts'
import { proposals } from '../../../src/modules/proposals/tables.server.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { linksAt } from '../../../src/web/paths.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

let place: TestDatabase
let database: Database
const rest = {
  identity: { accountOf },
  links: linksAt('https://recomeco.exemplo'),
  teamEmail: 'equipe@exemplo.com.br',
}
const sent: { to: string; kind: string; text: string }[] = []
let desk: ReturnType<typeof createProposals>

beforeAll(async () => {
  place = await testDatabase()
  database = openDatabase({ url: place.url })
  desk = createProposals({
    database,
    clock: fixedClock('2026-11-21T12:00:00Z'),
    newId,
    send: async (_tx, message) => void sent.push(message),
    ...rest,
  })
})
afterAll(async () => {
  await database.$client.end()
  await place.close()
})

const car: VehicleProposal = {
  name: 'Joana Pereira',
  birthDate: '1990-05-17',
  phone: '+5548999991234',
  email: 'joana@exemplo.com.br',
  income: 350_000,
  vehicleBrand: 'Fiat',
  vehicleModel: 'Uno',
  vehicleYear: '2019',
  vehicleValue: 3_500_000,
}
const ask = (proposal: VehicleProposal, trap = '', ip = '127.0.0.1') =>
  desk.requestVehicleProposal({ proposal, trap, userId: undefined, ip })

test('a proposal is stored once, however often it is sent, and confirmed to the person and to the team', async () => {
  await Promise.all([ask(car), ask(car), ask(car)])
  expect(await database.select().from(proposals)).toMatchObject([{ ...car, status: 'received' }])
  expect(sent.map(({ to, kind }) => [to, kind])).toEqual([
    ['joana@exemplo.com.br', 'proposal.received'],
    ['equipe@exemplo.com.br', 'proposal.for-team'],
  ])
  expect(sent[0]?.text).toContain('R$ 35.000,00')
})

test.each([
  ['the hidden field was filled', { ...car, vehicleModel: 'Argo' }, 'https://casino.example'],
  ['the model is an advertisement', { ...car, vehicleModel: 'cheap loans www.loans.example' }, ''],
])('it is kept apart and answers nobody when %s', async (_why, proposal, trap) => {
  sent.length = 0
  expect(await ask(proposal, trap, '127.0.0.2')).toEqual({ ok: true, value: undefined })
  expect(sent).toEqual([])
  const rows = await database.select().from(proposals)
  expect(rows.find(({ vehicleModel }) => vehicleModel === proposal.vehicleModel)?.status).toBe('suspected')
})

test('the seventh request of an hour from one network is refused', async () => {
  for (let year = 2001; year <= 2006; year++) {
    expect(await ask({ ...car, vehicleYear: String(year) }, '', '127.0.0.3')).toMatchObject({ ok: true })
  }
  expect(await ask({ ...car, vehicleYear: '2007' }, '', '127.0.0.3')).toMatchObject({
    ok: false,
    code: 'too_many',
  })
})

test('a proposal is erased once the time the privacy policy gives it is over', async () => {
  const after = (days: number) =>
    createProposals({
      database,
      clock: fixedClock(new Date(Date.parse('2026-11-21T12:00:00Z') + days * 24 * 60 * 60_000)),
      newId,
      send: async () => {},
      ...rest,
    }).jobs['proposals.forget'].run()
  await after(retention.proposalDays)
  expect((await database.select().from(proposals)).length).toBeGreaterThan(0)
  await after(retention.proposalDays + 1)
  expect(await database.select().from(proposals)).toEqual([])
})
