// Databases: one
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contractingPersonal } from '../../../src/modules/contracting/personal.ts'
import {
  sealAcceptance,
  sealableContracts,
  sealedContracts,
} from '../../../src/modules/contracting/sealed-contracts.server.ts'
import { contractAcceptances } from '../../../src/modules/contracting/tables.server.ts'
import { verifyAcceptances } from '../../../src/modules/contracting/verify-acceptances.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createCipher } from '../../../src/platform/storage/cipher.ts'
import { resealColumn } from '../../../src/platform/storage/reseal.ts'
import { countReadable, sealReadable } from '../../../src/platform/storage/sealing.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { recordsOf } from '../../support/personal.ts'
import { createHiringSetup, evidence, type HiringSetup, ticked, weekly } from './hiring-setup.ts'

const formerKey = '11'.repeat(32)
const newKey = '22'.repeat(32)
/** Whether sealing is due. In an upgraded database, rows are readable until then. */
let isDue = false
const sealing = { cipher: createCipher(formerKey), isDue: () => isDue }
const tables = sealableContracts(sealing)

let own: TestDatabase
let setup: HiringSetup
beforeAll(async () => {
  own = await testDatabase()
  setup = createHiringSetup(own.url, sealing)
})
afterAll(async () => {
  await setup.database.$client.end()
  await own.close()
})
beforeEach(() => {
  isDue = false
})

const verify = (cipher = sealing.cipher) =>
  verifyAcceptances({ database: setup.database, sealing: { cipher, isDue: () => true } })
const readable = async () => [...(await countReadable(setup.database, tables)).values()]
const stored = async () => {
  const { rows } = await setup.database.execute(
    sql`select a::text as row from contract_acceptances a union all select a::text from contract_addenda a`,
  )
  return JSON.stringify(rows)
}

/** Signs a contract and an addendum to it, sealed if `isDue` is set. */
async function signed() {
  const { contracting, database } = setup
  const viewer = await setup.createUser()
  const draft = await contracting.startHiring({ ...weekly, viewer })
  if (!draft.ok) throw new Error(draft.code)
  const { draftId } = draft.value
  const accepted = await contracting.acceptContract({ draftId, viewer, ticked, evidence })
  if (!accepted.ok) throw new Error(accepted.code)
  const { orderId } = accepted.value
  const written = {
    orderId,
    paymentType: '6x',
    priceText: 'R$ 1.500,00',
    firstDue: '2026-12-05',
    isMore: false,
  }
  const plan = await contracting.planRenegotiation(written)
  if (!plan.ok) throw new Error(plan.code)
  const words = { validDays: 7, words: 'Como combinamos.', by: newId() }
  const proposed = await database.transaction((tx) =>
    contracting.proposeRenegotiation(tx, { ...written, plan: plan.value, ...words }),
  )
  if (!proposed.ok) throw new Error(proposed.code)
  const { renegotiationId } = proposed.value
  const shown = await contracting.renegotiationOf({ renegotiationId, userId: viewer.id })
  const added = await contracting.acceptRenegotiation({
    ...{ renegotiationId, viewer, ticked, evidence, shownSha256: shown?.sha256 ?? '' },
  })
  if (!added.ok) throw new Error(added.code)
  return { orderId, userId: viewer.id }
}

/** Returns everything that is read of the signed texts. */
async function said({ orderId, userId }: { orderId: string; userId: string }) {
  const { contracting, database } = setup
  const person = { userId, email: undefined, phone: undefined }
  const kept = contractingPersonal({ sealing }).filter(({ kind }) => kind === 'contract')
  return {
    copy: await contracting.copyOf({ orderId, userId }),
    addenda: await contracting.addendumCopiesOf({ orderId, userId }),
    party: await contracting.partyOf({ orderId, userId }),
    evidence: await contracting.evidenceOf({ orderId, userId }),
    exported: await Promise.all(kept.map((source) => recordsOf(source, database, person))),
    verified: await contracting.verifySigned({ orderId, userId }),
  }
}

test('contracts signed before sealing are readable, then sealed, and everything read of them stays the same', async () => {
  const before = await signed()
  expect(await readable()).toEqual([1, 1])
  expect(await stored()).toContain('529.982.247-25')
  expect(await sealReadable(setup.database, sealing, tables)).toBe(0)
  const asReadable = await said(before)
  expect(asReadable.verified).toMatchObject([
    { isIntact: true, isLinked: true },
    { isIntact: true, isLinked: true },
  ])

  isDue = true
  const after = await signed()
  expect(await readable()).toEqual([1, 1])
  expect(await verify()).toEqual({ records: 4, breaches: [] })
  expect(await sealReadable(setup.database, sealing, tables)).toBe(2)
  expect(await sealReadable(setup.database, sealing, tables)).toBe(0)
  expect(await stored()).not.toMatch(/529\.?982\.?247/)
  expect(await verify()).toEqual({ records: 4, breaches: [] })
  expect(await said(before)).toEqual(asReadable)
  const { copy, addenda, party, exported } = await said(after)
  expect(copy?.text).toContain('529.982.247-25')
  expect(addenda[0]?.text).toContain('529.982.247-25')
  expect(party).toMatchObject({ name: 'Ana Souza', cpf: '52998224725', phone: '+5548999991234' })
  expect(JSON.stringify(exported)).toContain('"document":"52998224725"')
})

const empty = `party = '{"name":"","cpf":"","phone":""}'`

test.each([
  ['the text is removed and nothing is sealed', `text = '', ${empty}`],
  ['something is sealed and the text stays', `sealed = '\\x01'`],
  ['the text changes while it is sealed', `sealed = '\\x01', text = 'outro', ${empty}`],
  ['the party stays', `sealed = '\\x01', text = ''`],
  ['the party changes', `sealed = '\\x01', text = '', party = '{"name":"Eva","cpf":"","phone":""}'`],
  ['another column changes too', `sealed = '\\x01', text = '', ${empty}, ip = '198.51.100.1'`],
  ['its hash changes', `sealed = '\\x01', text = '', ${empty}, sha256 = '${'0'.repeat(64)}'`],
  [
    'it is erased before its time',
    `sealed = null, text = '', ${empty}, ip = '', user_agent = '', email = '', erased_at = now()`,
  ],
])('the database refuses a change of a readable contract where %s', async (_, change) => {
  const { orderId } = await signed()
  await expect(
    setup.database.$client.query(`update contract_acceptances set ${change} where order_id = $1`, [orderId]),
  ).rejects.toThrow('only ever added')
})

test.each([
  ['is taken out', 'sealed = null'],
  ['gets a readable text beside it', `text = 'outro'`],
  ['is set together with another column', `sealed = '\\x01', email = 'x@exemplo.com.br'`],
  ['is erased before its time', `sealed = null, ip = '', user_agent = '', email = '', erased_at = now()`],
])('the database refuses a change of a sealed record that %s', async (_, change) => {
  isDue = true
  const { orderId } = await signed()
  for (const table of ['contract_acceptances', 'contract_addenda']) {
    await expect(
      setup.database.$client.query(`update ${table} set ${change} where order_id = $1`, [orderId]),
    ).rejects.toThrow('only ever added')
  }
})

test('a contract that would change by sealing is not sealed, nor are the others of its batch', async () => {
  await sealAll()
  await signed()
  const other = await signed()
  isDue = true
  const [acceptances] = sealableContracts({
    ...sealing,
    cipher: {
      ...sealing.cipher,
      // Decrypts to the text that was signed for another order.
      open: (name, bytes) =>
        sealing.cipher.open(name, bytes).map((byte, at) => (at === 20 ? byte ^ 1 : byte)),
    },
  })
  if (!acceptances) throw new Error('no contracts')
  await expect(sealReadable(setup.database, sealing, [acceptances])).rejects.toThrow()
  expect(await readable()).toEqual([2, 2])
  expect((await said(other)).verified.every(({ isIntact }) => isIntact)).toBe(true)
})

test('keys can be exchanged in the middle of sealing; with a wrong key every record is a breach', async () => {
  await sealAll()
  isDue = false
  await signed()
  const both = createCipher(newKey, [formerKey])
  const { records } = await verify(both)
  expect(await verify(both)).toEqual({ records, breaches: [] })
  let resealed = 0
  for (const column of sealedContracts) resealed += await resealColumn(setup.database, both, column)
  expect(resealed).toBe(records - 2)
  isDue = true
  const alone = { cipher: createCipher(newKey), isDue: () => true }
  expect(await sealReadable(setup.database, alone, sealableContracts(alone))).toBe(2)
  expect(await verify(alone.cipher)).toEqual({ records, breaches: [] })
  const wrong = await verify(createCipher('33'.repeat(32)))
  expect(wrong).toMatchObject({ records })
  expect(new Set(wrong.breaches.map(({ reason }) => reason))).toEqual(new Set(['text_changed']))
  expect(wrong.breaches).toHaveLength(records)
})

test('a sealed record put in the place of another cannot be opened', async () => {
  const { id, sealed, userId, orderId } =
    (await setup.database.select().from(contractAcceptances))[0] ?? expect.fail()
  const moved = sealAcceptance(
    { cipher: createCipher(newKey), isDue: () => true },
    {
      ...{ id: newId(), text: 'outro', party: { name: 'Eva', cpf: '', phone: '' } },
    },
  )
  await setup.database
    .update(contractAcceptances)
    .set({ sealed: moved.sealed })
    .where(eq(contractAcceptances.id, id))
  await expect(setup.contracting.copyOf({ orderId, userId })).rejects.toThrow('changed, moved')
  await setup.database.update(contractAcceptances).set({ sealed }).where(eq(contractAcceptances.id, id))
})

async function sealAll(): Promise<void> {
  isDue = true
  await sealReadable(setup.database, sealing, tables)
  expect(await readable()).toEqual([0, 0])
  isDue = false
}
