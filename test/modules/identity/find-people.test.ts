// Databases: one
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDocumentos } from '../../../src/modules/identity/documentos.server.ts'
import { readPeopleSearch } from '../../../src/modules/identity/domain/people-search.ts'
import { findPeople, waysToFind } from '../../../src/modules/identity/find-people.ts'
import { profiles } from '../../../src/modules/identity/tables.server.ts'
import { upsertProfile } from '../../../src/modules/identity/users.server.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { sealing } from '../../support/sealing.ts'

let source: TestDatabase
let database: Database

const documentos = createDocumentos(sealing)
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

beforeAll(async () => {
  source = await testDatabase()
  database = openDatabase({ url: source.url, max: 2 })
  await database.$client.query(`
    insert into users (id, email, created_at)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'pessoa' || n || '@exemplo.com.br', now()
      from generate_series(1, 4000) n;
    insert into profiles (user_id, nome, documento, telefone, updated_at)
      select id, 'Cliente ' || md5(email), lpad((row_number() over ())::text, 11, '7'), '', now() from users;
    update profiles set nome = 'João Conceição d''Ávila', documento = '52998224725', telefone = '+5548999990000'
      where user_id = '${id(1)}';
    update profiles set nome = 'Antônio d’Ávila' where user_id = '${id(3)}';
    update profiles set nome = 'Joana Pereira', telefone = '+5511988887777' where user_id = '${id(2)}';
  `)
  // One row is from an earlier release and readable; one is sealed.
  await database
    .update(profiles)
    .set(documentos.ofProfile(id(2), '12ABC34501DE35'))
    .where(eq(profiles.userId, id(2)))
  await database.$client.query('analyze users; analyze profiles;')
})

afterAll(async () => {
  await database.$client.end()
  await source.close()
})

const found = async (text: string) =>
  (await findPeople({ database, documentos }, { text, limit: 12 })).map((person) => person.id)

test.each([
  ['joao', [1]],
  ['avila jo', [1]],
  ['CONCEICAO', [1]],
  ['pereira joana', [2]],
  ['joana avila', []],
  ['529.982.247-25', [1]],
  ['5299822', []],
  ['52998224724', []],
  ['48 99999', []],
  ['+55 11 98888-7777', [2]],
  ['048 99999-0000', [1]],
  ['0055 48 99999-0000', [1]],
  ['(48) 9999-0000', [1]],
  ['99999-0000', [1]],
  ['9999-0000', [1]],
  ['98888-7777', [2]],
  ["d'Ávila", [1, 3]],
  ['João D’Ávila', [1]],
  ['antonio avila', [3]],
  ['Antônio'.normalize('NFD'), [3]],
  ['12.abc.345/01de-35', [2]],
  ['pessoa2@exemplo.com.br', [2]],
  ['Pessoa4000@Exemplo.com.br', [4000]],
  ['pessoa4000', []],
  ['pessoa2@', []],
  ['%@exemplo.com.br', []],
  ["'", []],
])('%s finds %j', async (text, people) => {
  expect((await found(text)).toSorted()).toEqual(people.map(id))
})

test('stores a name in one accent encoding and without invisible characters, so that it is found however it was typed', async () => {
  const name = 'Conceição Peréz'
  const decomposed = name.normalize('NFD')
  await upsertProfile(
    database,
    { userId: id(5), profile: { nome: decomposed.replace('P', '\u200bP\u00ad') } },
    { now: new Date(), documentos },
  )
  for (const typed of [name, decomposed]) expect(await found(typed)).toEqual([id(5)])
})

test('opens what is found', async () => {
  const joana = await findPeople({ database, documentos }, { text: '12.abc.345/01de-35', limit: 12 })
  expect(joana).toMatchObject([{ name: 'Joana Pereira', document: '12ABC34501DE35' }])
})

test.each([
  'joana',
  'd’avila',
  '52998224725',
  '12ABC34501DE35',
  '(48) 99999-0000',
  '99999-0000',
  'pessoa17@exemplo.com.br',
])('%s is read by an index', async (text) => {
  const search = readPeopleSearch(text)
  if (!search) throw new Error('nothing to look for')
  for (const query of waysToFind({ database, documentos }, search, 12)) {
    const { sql, params } = query.toSQL()
    const { rows } = await database.$client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, params)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/_begins|_index|_name_words|users_email/)
    expect(plan).not.toMatch(/Seq Scan on (?:profiles|users)/)
  }
})
