// Databases: one
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { createRegistrations, type Registrations } from '../../../src/modules/registrations/index.server.ts'
import type { Registration } from '../../../src/modules/registrations/public.ts'
import { createCipher } from '../../../src/platform/storage/cipher.ts'
import { world } from '../../support/identity.ts'

const w = world()
let registrations: Registrations

beforeAll(() => {
  registrations = createRegistrations({
    database: w.database,
    cipher: createCipher('22'.repeat(32)),
    clock: { now: w.now },
    updateProfile: w.identity.updateProfile,
  })
})

async function createUser(): Promise<string> {
  const email = await w.register()
  const [row] = await w.rows(sql`select id from users where email = ${email}`)
  return String(row?.id)
}

const ana = {
  tipoPessoa: 'fisica',
  dados: {
    nome: ' Ana  Souza ',
    cpf: '529.982.247-25',
    rg: 'MG-12.345.678',
    endereco: 'Rua das Palmeiras, 10, Centro',
    cidade: 'Florianópolis',
    cep: '88010-000',
    rendaPresumida: 350_000,
  },
} as const satisfies Registration

const padaria = {
  tipoPessoa: 'juridica',
  dados: {
    razaoSocial: 'Padaria Exemplo Ltda',
    cnpj: '12.abc.345/01de-35',
    nomeResponsavel: 'Bruno Lima',
    cpfResponsavel: '111.444.777-35',
    rgResponsavel: '1234567',
    enderecoEmpresa: 'Avenida Central, 200, Trindade',
    cidadeEmpresa: 'São José',
    cepEmpresa: '88100000',
    faturamentoPresumido: 9_000_000,
  },
} as const satisfies Registration

test('a registration is normalized, dated and prefills the profile', async () => {
  const userId = await createUser()
  await w.identity.updateProfile(w.database, { userId, telefone: '(48) 99999-0000' })
  await registrations.save({ userId, registration: ana })
  expect(await registrations.of({ userId })).toEqual([
    {
      tipoPessoa: 'fisica',
      dados: { ...ana.dados, nome: 'Ana Souza', cpf: '52998224725', cep: '88010000' },
      savedAt: w.now(),
    },
  ])
  expect(await w.identity.profileOf(userId)).toMatchObject({
    nome: 'Ana Souza',
    documento: '52998224725',
    telefone: '+5548999990000',
  })
})

test("a company's registration is stored beside the person's, and its representative becomes the profile", async () => {
  const userId = await createUser()
  await registrations.save({ userId, registration: ana })
  w.pass({ minutes: 5 })
  await registrations.save({ userId, registration: padaria })
  const saved = await registrations.of({ userId })
  expect(saved.map(({ tipoPessoa }) => tipoPessoa)).toEqual(['juridica', 'fisica'])
  expect(saved[0]?.dados).toMatchObject({ cnpj: '12ABC34501DE35', cepEmpresa: '88100000' })
  expect(await w.identity.profileOf(userId)).toMatchObject({ nome: 'Bruno Lima', documento: '11144477735' })
})

test('saving again replaces the registration and its date', async () => {
  const userId = await createUser()
  await registrations.save({ userId, registration: ana })
  w.pass({ days: 1 })
  await registrations.save({ userId, registration: { ...ana, dados: { ...ana.dados, cidade: 'Palhoça' } } })
  expect(await registrations.of({ userId })).toMatchObject([
    { dados: { cidade: 'Palhoça' }, savedAt: w.now() },
  ])
})

test.each([
  ['cpf', '123.456.789-00'],
  ['rg', '123456'],
  ['endereco', 'Rua 1'],
  ['cidade', 'X'],
  ['cep', '00000-000'],
  ['nome', ' A '],
  ['rendaPresumida', -1],
])('a registration with an invalid %s is refused and nothing is stored', async (field, value) => {
  const userId = await createUser()
  const registration = { ...ana, dados: { ...ana.dados, [field]: value } }
  expect(await registrations.save({ userId, registration })).toEqual({
    ok: false,
    code: 'registration_invalid',
    detail: field,
  })
  expect(await registrations.of({ userId })).toEqual([])
})

test('the row contains no readable data', async () => {
  const userId = await createUser()
  await registrations.save({ userId, registration: ana })
  const [row] = await w.rows(sql`select * from registrations where user_id = ${userId}`)
  const bytes = Buffer.from(row?.sealed as Uint8Array)
  for (const secret of ['Ana', '52998224725', '12.345.678', 'Palmeiras', '350000']) {
    expect(bytes.includes(secret)).toBe(false)
    expect(JSON.stringify(row)).not.toContain(secret)
  }
})

test('a row that was modified or moved in the database cannot be read', async () => {
  const [userId, other] = [await createUser(), await createUser()]
  await registrations.save({ userId, registration: ana })
  await registrations.save({ userId: other, registration: ana })
  await w.rows(
    sql`update registrations set sealed = (select sealed from registrations where user_id = ${other}) where user_id = ${userId}`,
  )
  await expect(registrations.of({ userId })).rejects.toThrow('changed, moved')
  await w.rows(
    sql`update registrations set sealed = set_byte(sealed, 40, (get_byte(sealed, 40) + 1) % 256) where user_id = ${other}`,
  )
  await expect(registrations.of({ userId: other })).rejects.toThrow('changed, moved')
})

test("a user does not get another user's registration", async () => {
  const [userId, other] = [await createUser(), await createUser()]
  await registrations.save({ userId, registration: ana })
  expect(await registrations.of({ userId: other })).toEqual([])
})
