// Databases: both
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDocuments, type Documents } from '../../../src/modules/documents/index.server.ts'
import { LARGEST_FILE, MOST_DOCUMENTS } from '../../../src/modules/documents/public.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { BlobStore } from '../../../src/platform/storage/blob-store.ts'
import { encrypted } from '../../../src/platform/storage/encrypted.ts'
import { fileStore } from '../../../src/platform/storage/file-store.ts'
import { world } from '../../support/identity.ts'
import { html, jpeg, pdf, png } from './samples.ts'

const w = world()
let folder: string
let store: BlobStore
let documents: Documents
let jobs: { job: string; id: string }[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'))
  store = encrypted(fileStore(folder), '11'.repeat(32))
  jobs = []
  documents = over(store)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function over(storage: BlobStore): Documents {
  return createDocuments({
    database: w.database,
    storage,
    clock: { now: w.now },
    newId,
    async enqueue(executor, job, data) {
      await executor.execute(sql`select 1`)
      jobs.push({ job, id: String(data.documentId) })
    },
  })
}

async function person(): Promise<string> {
  const email = await w.register()
  const [row] = await w.rows(sql`select id from users where email = ${email}`)
  return String(row?.id)
}

const sent = (userId: string, bytes: Uint8Array, name = 'rg.pdf') =>
  documents.add({ userId, personType: 'fisica', name, bytes })
const files = async () => (await readdir(folder, { recursive: true })).filter((name) => name.includes('/'))
const runJobs = async () => {
  for (const { job, id } of jobs.splice(0)) {
    await documents.jobs[job as 'documents.erase'].run({ documentId: id })
  }
}

test('several documents are kept, listed newest first and given back as they were', async () => {
  const userId = await person()
  for (const [name, bytes] of [
    ['rg.pdf', pdf()],
    ['foto.jpg', jpeg()],
    ['tela.png', png()],
  ] as const) {
    w.pass({ minutes: 1 })
    expect(await sent(userId, bytes, name)).toMatchObject({ ok: true, value: { name } })
  }
  const listed = await documents.listOf({ userId })
  expect(listed.map(({ name, mediaType, size }) => [name, mediaType, size])).toEqual([
    ['tela.png', 'image/png', png().length],
    ['foto.jpg', 'image/jpeg', jpeg().length],
    ['rg.pdf', 'application/pdf', pdf().length],
  ])
  const opened = await documents.open({ id: listed[2]?.id ?? '', userId })
  expect(opened).toMatchObject({ ok: true, value: { name: 'rg.pdf', mediaType: 'application/pdf' } })
  expect(opened.ok && Buffer.from(opened.value.bytes).equals(pdf())).toBe(true)
})

test('nobody but the owner opens or removes a document', async () => {
  const [owner, other] = [await person(), await person()]
  const kept = await sent(owner, pdf())
  const id = kept.ok ? kept.value.id : ''
  for (const userId of [other, randomUUID()]) {
    expect(await documents.open({ id, userId })).toEqual({ ok: false, code: 'unknown_document' })
    expect(await documents.remove({ id, userId })).toEqual({ ok: false, code: 'unknown_document' })
    expect(await documents.listOf({ userId })).toEqual([])
  }
  expect(await documents.open({ id: "' or 1=1", userId: owner })).toMatchObject({ ok: false })
  expect(await documents.open({ id, userId: owner })).toMatchObject({ ok: true })
})

test('what lies on the disk shows nothing, and what was changed there is never given out', async () => {
  const userId = await person()
  const kept = await sent(userId, pdf('CPF 529.982.247-25'))
  const [file = ''] = await files()
  const stored = await readFile(join(folder, file))
  expect(stored.includes('PDF')).toBe(false)
  expect(stored.includes('529.982')).toBe(false)
  stored[60] = (stored[60] ?? 0) ^ 1
  await writeFile(join(folder, file), stored)
  const id = kept.ok ? kept.value.id : ''
  await expect(documents.open({ id, userId })).rejects.toThrow('was changed')
})

test.each([
  ['empty', Buffer.alloc(0)],
  ['wrong_content', html()],
  ['too_large', Buffer.concat([pdf(), Buffer.alloc(LARGEST_FILE)])],
] as const)('a file is refused as %s and leaves nothing behind', async (code, bytes) => {
  const userId = await person()
  expect(await sent(userId, bytes)).toEqual({ ok: false, code })
  expect(await documents.listOf({ userId })).toEqual([])
  expect(await files()).toEqual([])
})

test('a file of exactly 10 MB is taken', async () => {
  const userId = await person()
  const bytes = Buffer.concat([pdf(), Buffer.alloc(LARGEST_FILE)]).subarray(0, LARGEST_FILE)
  expect(await sent(userId, bytes)).toMatchObject({ ok: true })
})

test('the same file sent again, also at the same moment, is one document', async () => {
  const [userId, other] = [await person(), await person()]
  const answers = await Promise.all([
    sent(userId, pdf()),
    sent(userId, pdf(), 'outro.pdf'),
    sent(userId, pdf()),
  ])
  expect(new Set(answers.map((answer) => answer.ok && answer.value.id)).size).toBe(1)
  expect(await documents.listOf({ userId })).toHaveLength(1)
  await sent(other, pdf())
  expect(await documents.listOf({ userId: other })).toHaveLength(1)
  expect(await files()).toHaveLength(2)
})

test('an upload that broke off shows nowhere, and sending the file again completes it', async () => {
  const userId = await person()
  const broken = over({ ...store, put: () => Promise.reject(new Error('the disk is full')) })
  await expect(broken.add({ userId, personType: 'fisica', name: 'rg.pdf', bytes: pdf() })).rejects.toThrow(
    'full',
  )
  expect(await documents.listOf({ userId })).toEqual([])
  expect(await sent(userId, pdf())).toMatchObject({ ok: true })
  expect(await documents.listOf({ userId })).toHaveLength(1)
})

test('an upload nobody completes is swept away after an hour, its bytes too', async () => {
  const userId = await person()
  const breaks = {
    ...store,
    put: async (key: string, body: Uint8Array) => {
      await store.put(key, body)
      throw new Error('killed after writing')
    },
  } as BlobStore
  await expect(
    over(breaks).add({ userId, personType: 'fisica', name: 'rg.pdf', bytes: pdf() }),
  ).rejects.toThrow()
  w.pass({ minutes: 59 })
  await documents.jobs['documents.sweep'].run()
  expect(await files()).toHaveLength(1)
  w.pass({ minutes: 2 })
  await documents.jobs['documents.sweep'].run()
  expect(await files()).toEqual([])
  expect(await w.rows(sql`select id from documents where user_id = ${userId}`)).toEqual([])
})

test('a removed document is gone at once; its bytes go with the job, or with the sweep', async () => {
  const userId = await person()
  const first = await sent(userId, pdf('one'))
  const second = await sent(userId, pdf('two'))
  for (const kept of [first, second]) {
    const id = kept.ok ? kept.value.id : ''
    expect(await documents.remove({ id, userId })).toMatchObject({ ok: true, value: { name: 'rg.pdf' } })
    expect(await documents.open({ id, userId })).toMatchObject({ ok: false })
    expect(await documents.remove({ id, userId })).toMatchObject({ ok: false })
  }
  expect(await documents.listOf({ userId })).toEqual([])
  expect(jobs).toHaveLength(2)
  jobs.pop()
  await runJobs()
  expect(await files()).toHaveLength(1)
  w.pass({ hours: 2 })
  await documents.jobs['documents.sweep'].run()
  expect(await files()).toEqual([])
  expect(await sent(userId, pdf('one'))).toMatchObject({ ok: true })
})

test('a person keeps thirty documents, and a removal makes room', async () => {
  const userId = await person()
  for (let n = 0; n < MOST_DOCUMENTS; n++) await sent(userId, png(`number ${n}`), `${n}.png`)
  expect(await sent(userId, pdf())).toEqual({ ok: false, code: 'too_many' })
  expect(await sent(userId, png('number 3'))).toMatchObject({ ok: true })
  const [newest] = await documents.listOf({ userId })
  await documents.remove({ id: newest?.id ?? '', userId })
  expect(await sent(userId, pdf())).toMatchObject({ ok: true })
})

test('everything of a person’s leaves together', async () => {
  const [userId, other] = [await person(), await person()]
  await sent(userId, pdf('one'))
  await sent(userId, pdf('two'))
  await sent(other, pdf('three'))
  await w.database.transaction((tx) => documents.removeAll(tx, { userId }))
  await runJobs()
  expect(await files()).toHaveLength(1)
  expect(await w.rows(sql`select id from documents where user_id = ${userId}`)).toEqual([])
})
