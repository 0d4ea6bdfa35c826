// Databases: both
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placesOf } from '../../support/places-of-cpfs.ts'
import { restorableDatabase } from '../../support/restorable-database.ts'
import { type Shop, startShop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop({ restorable: await restorableDatabase() })
})
afterAll(() => shop.close())

/** CPFs of this run; a person who hires uses the one of `startShop`. */
const cpfs = { buyer: '52998224725', profile: '11144477735', guest: '39053344705', lookup: '12345678909' }

test('no CPF of a new shop is readable in any table, job, event, message or file after a whole customer journey', async () => {
  const { app } = shop
  const password = 'Girassol@77'
  const signUp = async (email: string) => {
    const profile = { nome: 'Bia Reis', documento: cpfs.profile, telefone: '', tipoConta: 'pessoal' as const }
    await app.identity.signUp({ email, password, profile, ip: '203.0.113.9' })
  }
  await signUp('espera@exemplo.com.br')
  await signUp('bia@exemplo.com.br')
  await shop.work()
  const [sent] = await shop.query<{ body: string }>(
    `select messages::text as body from messages where "to" = 'bia@exemplo.com.br'`,
  )
  const token = /token=([\w-]+)/.exec(sent?.body ?? '')?.[1] ?? ''
  const origin = { ip: '203.0.113.9', userAgent: 'Navegador' }
  expect(await app.identity.confirmEmail({ token, password, ...origin })).toMatchObject({ ok: true })

  await app.contracting.startHiring({
    ...{ serviceId: 'clean-name', planId: 'mensal-12x', viewer: null },
    ...{ name: 'Caio Lima', cpf: cpfs.guest, phone: '(48) 99999-1234' },
  })
  const buyer = await shop.customer()
  const orderId = await shop.hire(buyer, 'mensal-12x')
  const [first, second] = await shop.openInstalments(orderId)
  const { reference } = await shop.charge(buyer, [first?.id ?? ''])
  await shop.simulator.act(reference, 'approve')
  await shop.run('payments.reconcile')
  await shop.work()
  await shop.charge(buyer, [second?.id ?? ''])
  const dados = {
    ...{ nome: 'Ana Souza', cpf: cpfs.buyer, rg: '1234567', endereco: 'Rua do Exemplo, 1' },
    ...{ cidade: 'Florianópolis', cep: '88010000', rendaPresumida: 250_000 },
  }
  await app.registrations.save({ userId: buyer.id, registration: { tipoPessoa: 'fisica', dados } })
  const subject = {
    cpf: cpfs.lookup,
    name: 'Davi Melo',
    phone: '+5548988887777',
    email: 'davi@exemplo.com.br',
  }
  await app.consultations.requestConsultation({
    ...{ kind: 'complete', subject, method: 'pix', declared: true, userId: buyer.id },
    evidence: { ip: '203.0.113.9', userAgent: 'Navegador' },
  })
  await shop.work()

  const places = await placesOf(shop, Object.values(cpfs))
  expect(places.looked).toBeGreaterThan(60)
  expect(places.found).toEqual([])

  // The written data is readable with the key.
  expect(await app.identity.profileOf(buyer.id)).toMatchObject({ documento: cpfs.buyer })
  expect((await app.contracting.copyOf({ orderId, userId: buyer.id }))?.text).toContain('529.982.247-25')
  expect(await app.contracting.partyOf({ orderId, userId: buyer.id })).toMatchObject({ cpf: cpfs.buyer })
  expect(await app.identity.findPeople({ text: cpfs.profile, limit: 2 })).toMatchObject([
    { name: 'Bia Reis' },
  ])
})
