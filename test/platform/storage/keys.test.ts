// Databases: one. Encrypted texts in columns and files, independent of the database.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runRekey } from '../../../scripts/backup/run-rekey.ts'
import { compose } from '../../../src/composition.ts'
import { parseConfig } from '../../../src/platform/config/config.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { fingerprintOf } from '../../../src/platform/signing.ts'
import { KeyError } from '../../../src/platform/storage/canary.ts'
import { createCipher, sealJson } from '../../../src/platform/storage/cipher.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

const [old, next] = ['ab'.repeat(32), 'cd'.repeat(32)]
let server: TestDatabase
let database: Database
let dataDir: string

beforeEach(async () => {
  server = await testDatabase()
  database = openDatabase({ url: server.url })
  dataDir = mkdtempSync(join(tmpdir(), 'keys-'))
})
afterEach(async () => {
  await database.$client.end()
  await server.close()
  rmSync(dataDir, { recursive: true })
})

const variables = (keys: Record<string, string>) => ({
  ...{ DATABASE_URL: server.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent', SESSION_SECRET: 's'.repeat(64) },
  ...keys,
})

/** Runs a process of the shop with some keys, for the duration of `work`. */
async function shopWith<T>(
  keys: Record<string, string>,
  work: (app: Awaited<ReturnType<typeof compose>>) => Promise<T>,
): Promise<T> {
  const config = { ...parseConfig(variables(keys), () => ({ session: '', encryption: '' })), demo: false }
  const clock = { now: () => new Date() }
  const app = await compose({ config, database, clock, log: createLog({ level: 'silent' }) })
  try {
    return await work(app)
  } finally {
    await app.stopJobs()
  }
}

test('keys are exchanged while processes with either run; the old one is refused once all is sealed again', async () => {
  const userId = newId()
  await database.$client.query('insert into users (id, email, created_at) values ($1, $2, now())', [
    userId,
    'ana@exemplo.com.br',
  ])
  await shopWith({ ENCRYPTION_KEY: old }, async (app) => {
    await app.storage.put('documents/a', Buffer.from('um documento'))
    const sealed = sealJson(createCipher(old), `registration/v1/${userId}/fisica`, { nome: 'Ana' })
    await database.$client.query(
      'insert into registrations (user_id, tipo_pessoa, sealed, saved_at) values ($1, $2, $3, now())',
      [userId, 'fisica', Buffer.from(sealed)],
    )
  })
  const both = async (app: Awaited<ReturnType<typeof compose>>) => {
    expect(Buffer.from((await app.storage.get('documents/a')) ?? []).toString()).toBe('um documento')
    expect(await app.registrations.of({ userId })).toMatchObject([{ dados: { nome: 'Ana' } }])
  }

  // A wrong key reports which one is missing, and changes nothing.
  await expect(shopWith({ ENCRYPTION_KEY: next }, both)).rejects.toThrow(KeyError)
  await expect(shopWith({ ENCRYPTION_KEY: next }, both)).rejects.toThrow(/falta a de impressão [0-9a-f]{16}/)

  // First every process receives the new key as an additional one, then they seal with it, one after another.
  await shopWith({ ENCRYPTION_KEY: old, ENCRYPTION_KEY_OTHERS: next }, both)
  await shopWith({ ENCRYPTION_KEY: next, ENCRYPTION_KEY_OTHERS: old }, async (app) => {
    await both(app)
    await app.storage.put('documents/b', Buffer.from('outro'))
  })
  await shopWith({ ENCRYPTION_KEY: old, ENCRYPTION_KEY_OTHERS: next }, async (app) => {
    await both(app)
    expect(await app.storage.get('documents/b')).toBeDefined()
  })
  await expect(shopWith({ ENCRYPTION_KEY: next }, both)).rejects.toThrow(KeyError)

  let text = ''
  const print = (line: string) => {
    text += line
  }
  const around = { print, printError: print, now: () => new Date() }
  const env = variables({ ENCRYPTION_KEY: next, ENCRYPTION_KEY_OTHERS: old })
  expect(await runRekey([], { ...around, env })).toBe(0)
  expect(text).toContain('dados, 1; arquivos, 1')
  // A process that was not restarted yet still seals with the former key.
  expect(text).toContain(
    'Se todos os processos já rodam com essa chave, tire ENCRYPTION_KEY_OTHERS; se algum',
  )
  await shopWith({ ENCRYPTION_KEY: next }, both)
  await expect(shopWith({ ENCRYPTION_KEY: old }, both)).rejects.toThrow(KeyError)
})

/** Returns a blind index as a release before made it, which took the fingerprint of the key as it was typed. */
function indexBefore(key: string, value: string): string {
  const [, digest] = createCipher(key).blindIndex('profile-documento').of(value).split(':')
  return `${fingerprintOf(key).slice(0, 8)}:${digest}`
}

test('an earlier installation with a key in capitals works with either spelling', async () => {
  const capitals = old.toUpperCase()
  const [userId, cpf] = [newId(), '52998224725']
  const { $client } = database
  await $client.query('insert into users (id, email, created_at) values ($1, $2, now())', [
    userId,
    'ana@a.com',
  ])
  await $client.query(
    `insert into profiles (user_id, nome, documento, documento_sealed, documento_index, updated_at)
     values ($1, 'Ana', '', $2, $3, now())`,
    [
      userId,
      createCipher(old).seal(`profile-documento/v1/${userId}`, Buffer.from(cpf)),
      indexBefore(capitals, cpf),
    ],
  )
  const fingerprint = fingerprintOf(capitals)
  const canary = createCipher(old).seal(`key-canary/${fingerprint}`, Buffer.from(fingerprint))
  await $client.query('insert into key_canaries (fingerprint, sealed, created_at) values ($1, $2, now())', [
    ...[fingerprint, canary],
  ])
  const found = (app: Awaited<ReturnType<typeof compose>>) => app.identity.findPeople({ text: cpf, limit: 5 })

  for (const key of [capitals, old])
    expect(await shopWith({ ENCRYPTION_KEY: key }, found)).toMatchObject([{ id: userId }])

  const nothing = () => {}
  const around = { print: nothing, printError: nothing, now: () => new Date() }
  expect(await runRekey([], { ...around, env: variables({ ENCRYPTION_KEY: capitals }) })).toBe(0)
  const { rows } = await $client.query(
    'select documento_index as index, fingerprint from profiles, key_canaries where user_id = $1',
    [userId],
  )
  expect(rows).toEqual([{ index: indexBefore(old, cpf), fingerprint: fingerprintOf(old) }])
  for (const key of [capitals, old])
    expect(await shopWith({ ENCRYPTION_KEY: key }, found)).toMatchObject([{ id: userId }])
})
