// Databases: one
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, inject, test } from 'vitest'
import {
  createDocumentos,
  indexDocumentos,
  sealableDocumentos,
  sealedDocumentos,
} from '../../../src/modules/identity/documentos.server.ts'
import { findPeople } from '../../../src/modules/identity/find-people.ts'
import { profiles } from '../../../src/modules/identity/tables.server.ts'
import { findProfile, upsertProfile } from '../../../src/modules/identity/users.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import { createCipher } from '../../../src/platform/storage/cipher.ts'
import { resealColumn } from '../../../src/platform/storage/reseal.ts'
import { countReadable, sealReadable } from '../../../src/platform/storage/sealing.ts'
import { CPF, ORIGIN, PASSWORD, world } from '../../support/identity.ts'
import { holdTransaction } from '../../support/second-connections.ts'

const w = world()
const digits = '52998224725'
const formerKey = '11'.repeat(32)
const newKey = '22'.repeat(32)
const now = new Date('2026-03-02T12:00:00Z')

/** Whether sealing is due. In an upgraded database, rows are readable until then. */
let isDue = false
const sealing = { cipher: createCipher(formerKey), isDue: () => isDue }
const documentos = createDocumentos(sealing)
const tables = sealableDocumentos(documentos)
const readable = async () => [...(await countReadable(w.database, tables)).values()]

beforeEach(async () => {
  isDue = false
  await w.rows(sql`delete from profiles`)
  await w.rows(sql`delete from sign_ups`)
})

/** Stores a profile, sealed if `isDue` is set. */
async function profileWith(documento: string): Promise<string> {
  const id = newId()
  await w.rows(
    sql`insert into users (id, email, created_at) values (${id}, ${`${id}@exemplo.com.br`}, now())`,
  )
  await upsertProfile(
    w.database,
    { userId: id, profile: { nome: 'Joana Pereira', documento } },
    { now, documentos },
  )
  return id
}
const rowOf = async (id: string) =>
  (await w.database.select().from(profiles).where(eq(profiles.userId, id)))[0] ?? expect.fail('no profile')
const found = async (text: string, by = documentos) =>
  (await findPeople({ database: w.database, documentos: by }, { text, limit: 9 })).map(({ id, document }) => [
    id,
    document,
  ])

test('until its time a database of an earlier release is written and found as before; then its rows are sealed', async () => {
  const ids = await Promise.all(Array.from({ length: 120 }, () => profileWith(digits)))
  const nobodys = await profileWith('')
  expect(await rowOf(ids[0] ?? '')).toMatchObject({
    documento: digits,
    documentoSealed: null,
    documentoIndex: null,
  })
  expect(await sealReadable(w.database, sealing, tables)).toBe(0)
  expect(await readable()).toEqual([120, 0])
  expect(await found(CPF)).toHaveLength(9)

  isDue = true
  const later = await profileWith(digits)
  expect(await rowOf(later)).toMatchObject({ documento: '', documentoIndex: expect.stringContaining(':') })
  expect(await sealReadable(w.database, sealing, tables)).toBe(120)
  expect(await sealReadable(w.database, sealing, tables)).toBe(0)
  expect(await readable()).toEqual([0, 0])
  for (const id of [...ids, later]) {
    expect(await findProfile(w.database, id, documentos)).toMatchObject({ documento: digits })
  }
  expect(await findProfile(w.database, nobodys, documentos)).toMatchObject({ documento: '' })
  expect(await found(CPF)).toHaveLength(9)
  const stored = JSON.stringify(await w.rows(sql`select profiles::text as row from profiles`))
  expect(stored).not.toContain(digits)
})

test('a readable value that an earlier release writes over a sealed row counts, and is sealed again', async () => {
  isDue = true
  const id = await profileWith('11144477735')
  await w.rows(sql`update profiles set documento = ${digits} where user_id = ${id}`)
  expect(await findProfile(w.database, id, documentos)).toMatchObject({ documento: digits })
  expect(await found(CPF)).toEqual([[id, digits]])
  expect(await sealReadable(w.database, sealing, tables)).toBe(1)
  expect(await found(CPF)).toEqual([[id, digits]])
  expect(await found('111.444.777-35')).toEqual([])
})

// The embedded database has one session at a time, so no lock can be held while a job runs.
test.runIf('server' in inject('database'))('locked rows wait for the next run', async () => {
  const held = await profileWith(digits)
  await profileWith(digits)
  isDue = true
  await holdTransaction(w.database, async (tx) => {
    await tx.execute(sql`select 1 from profiles where user_id = ${held} for update`)
    expect(await sealReadable(w.database, sealing, tables)).toBe(1)
  })
  expect(await readable()).toEqual([1, 0])
  expect(await sealReadable(w.database, sealing, tables)).toBe(1)
})

test('a row that would change by sealing stops its batch', async () => {
  await profileWith(digits)
  const other = await profileWith('11144477735')
  isDue = true
  const wrong = { ...documentos, ofProfile: (userId: string) => documentos.ofProfile(userId, digits) }
  await expect(sealReadable(w.database, sealing, sealableDocumentos(wrong))).rejects.toThrow('would differ')
  expect(await readable()).toEqual([2, 0])
  expect(await rowOf(other)).toMatchObject({ documento: '11144477735', documentoSealed: null })
})

test('keys are exchanged in the middle of sealing: sealed rows open with the new key alone, and are found', async () => {
  isDue = true
  const sealedBefore = await profileWith(digits)
  isDue = false
  const stillReadable = await profileWith(digits)
  isDue = true
  const both = createDocumentos({ cipher: createCipher(newKey, [formerKey]), isDue: () => true })
  expect(await found(CPF, both)).toHaveLength(2)
  let resealed = 0
  for (const column of sealedDocumentos)
    resealed += await resealColumn(w.database, createCipher(newKey, [formerKey]), column)
  expect(resealed).toBe(1)
  expect(await indexDocumentos({ database: w.database, documentos: both })).toBe(1)
  expect(await indexDocumentos({ database: w.database, documentos: both })).toBe(0)
  const alone = createDocumentos({ cipher: createCipher(newKey), isDue: () => true })
  expect((await found(CPF, alone)).toSorted()).toEqual(
    [
      [sealedBefore, digits],
      [stillReadable, digits],
    ].toSorted(),
  )
  expect(await sealReadable(w.database, sealing, sealableDocumentos(alone))).toBe(1)
  expect(await found(CPF, alone)).toHaveLength(2)
})

test('a sealed document moved to another row does not open, and an index without the key finds nobody', async () => {
  isDue = true
  const id = await profileWith(digits)
  const other = await profileWith('')
  await w.rows(
    sql`update profiles set documento_sealed = (select documento_sealed from profiles where user_id = ${id}) where user_id = ${other}`,
  )
  await expect(findProfile(w.database, other, documentos)).rejects.toThrow('changed, moved')
  const guessed = createDocumentos({ cipher: createCipher('33'.repeat(32)), isDue: () => true })
  expect(guessed.ofProfile(id, digits).documentoIndex).not.toBe((await rowOf(id)).documentoIndex)
})

test('a sign-up of a new shop is sealed while it waits, becomes a profile, and is emptied', async () => {
  const email = w.freshEmail()
  const profile = { nome: 'Ana Souza', documento: CPF, telefone: '', tipoConta: 'pessoal' as const }
  await w.identity.signUp({ email, password: PASSWORD, profile, ip: ORIGIN.ip })
  const waiting = JSON.stringify(await w.rows(sql`select sign_ups::text as row from sign_ups`))
  expect(waiting).not.toContain(digits)
  expect((await w.confirm(email, { password: PASSWORD })).ok).toBe(true)
  const viewer = await w.identity.viewerOf(await w.enter(email))
  expect(viewer?.documento()).toBe(digits)
  expect(await w.rows(sql`select documento, documento_sealed from sign_ups`)).toEqual([
    { documento: '', documento_sealed: null },
  ])
})
