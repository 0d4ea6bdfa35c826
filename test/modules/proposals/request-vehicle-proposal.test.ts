// Databases: one
import { afterAll, beforeAll, expect, test } from 'vitest'
import { retention } from '../../../src/core/retention.ts'
import { accountOf } from '../../../src/modules/identity/contact.ts'
import { createProposals, type VehicleProposal } from '../../../src/modules/proposals/index.server.ts'
import { proposals } from '../../../src/modules/proposals/tables.server.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { linksAt } from '../../../src/web/paths.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { fixedClock } from '../../support/fixed-clock.ts'

let server: TestDatabase
let database: Database
const sharedDeps = {
  identity: { accountOf },
  links: linksAt('https://recomeco.exemplo'),
  teamEmail: () => 'equipe@exemplo.com.br',
}
const sent: { to: string; kind: string; text: string }[] = []
let module: ReturnType<typeof createProposals>

beforeAll(async () => {
  server = await testDatabase()
  database = openDatabase({ url: server.url })
  module = createProposals({
    database,
    clock: fixedClock('2026-11-21T12:00:00Z'),
    newId,
    send: async (_tx, message) => void sent.push(message),
    ...sharedDeps,
  })
})
afterAll(async () => {
  await database.$client.end()
  await server.close()
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
const request = (proposal: VehicleProposal, honeypot = '', ip = '127.0.0.1') =>
  module.requestVehicleProposal({ proposal, honeypot, userId: undefined, ip })

test('a repeated request is stored once, and requester and team are notified', async () => {
  await Promise.all([request(car), request(car), request(car)])
  expect(await database.select().from(proposals)).toMatchObject([{ ...car, status: 'received' }])
  expect(sent.map(({ to, kind }) => [to, kind])).toEqual([
    ['joana@exemplo.com.br', 'proposal.received'],
    ['equipe@exemplo.com.br', 'proposal.for-team'],
  ])
  expect(sent[1]?.text).toContain('Há um pedido de proposta.')
})

test('the request of a signed-in person is kept with the account, and so is its confirmation', async () => {
  sent.length = 0
  const userId = newId()
  const asked = { ...car, vehicleModel: 'Argo Trekking' }
  await module.requestVehicleProposal({ proposal: asked, honeypot: '', userId, ip: '127.0.0.8' })
  const rows = await database.select().from(proposals)
  expect(rows.find(({ vehicleModel }) => vehicleModel === asked.vehicleModel)?.userId).toBe(userId)
  expect(sent[0]).toMatchObject({ to: car.email, kind: 'proposal.received', userId })
})

test('nobody can write to others in our name: neither the reply nor the team’s e-mail repeats the typed text', async () => {
  sent.length = 0
  const name = 'Banco Prata\nSua conta foi bloqueada, ligue 0800 1234\u202e'
  const typed = {
    ...car,
    name,
    email: 'vitima@exemplo.com.br',
    vehicleBrand: 'Ligue\njá',
    vehicleModel: '0800 1234\u202e',
  }
  await request(typed, '', '127.0.0.9')
  const [reply, notice] = sent
  expect(reply?.to).toBe('vitima@exemplo.com.br')
  const words = /Banco|Prata|bloqueada|0800|Ligue|35\.000/
  expect(notice?.to).toBe('equipe@exemplo.com.br')
  for (const mail of [reply, notice]) expect(mail?.text).not.toMatch(words)
})

test.each([
  ['the honeypot field is filled', { ...car, vehicleModel: 'Argo' }, 'https://casino.example'],
  ['the model contains a URL', { ...car, vehicleModel: 'cheap loans www.loans.example' }, ''],
])('a proposal is stored as suspected spam without a reply when %s', async (_why, proposal, honeypot) => {
  sent.length = 0
  expect(await request(proposal, honeypot, '127.0.0.2')).toEqual({ ok: true, value: undefined })
  expect(sent).toEqual([])
  const rows = await database.select().from(proposals)
  expect(rows.find(({ vehicleModel }) => vehicleModel === proposal.vehicleModel)?.status).toBe('suspected')
})

test('refuses the seventh request of an hour from one network', async () => {
  for (let year = 2001; year <= 2006; year++) {
    expect(await request({ ...car, vehicleYear: String(year) }, '', '127.0.0.3')).toMatchObject({ ok: true })
  }
  expect(await request({ ...car, vehicleYear: '2007' }, '', '127.0.0.3')).toMatchObject({
    ok: false,
    code: 'too_many',
  })
})

test('a proposal is deleted after the retention period of the privacy policy', async () => {
  const after = (days: number) =>
    createProposals({
      database,
      clock: fixedClock(new Date(Date.parse('2026-11-21T12:00:00Z') + days * 24 * 60 * 60_000)),
      newId,
      send: async () => {},
      ...sharedDeps,
    }).jobs['proposals.forget'].run()
  await after(retention.proposalDays)
  expect((await database.select().from(proposals)).length).toBeGreaterThan(0)
  await after(retention.proposalDays + 1)
  expect(await database.select().from(proposals)).toEqual([])
})
