// Databases: one
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDocuments, type Documents } from '../../../src/modules/documents/index.server.ts'
import { MAX_DOCUMENTS, MAX_FILE_BYTES, MAX_TOTAL_BYTES } from '../../../src/modules/documents/public.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { BlobStore } from '../../../src/platform/storage/blob-store.ts'
import { encrypted } from '../../../src/platform/storage/encrypted.ts'
import { fileStore } from '../../../src/platform/storage/file-store.ts'
import { linksAt } from '../../../src/web/paths.ts'
import { world } from '../../support/identity.ts'
import { html, jpeg, pdf, png } from './sample-files.ts'

const w = world()
let folder: string
let store: BlobStore
let documents: Documents
let jobs: { job: string; id: string }[]
const sent: { kind: string; subject: string; text: string }[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'))
  store = encrypted(fileStore(folder), '11'.repeat(32))
  jobs = []
  documents = documentsOver(store)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function documentsOver(storage: BlobStore): Documents {
  return createDocuments({
    database: w.database,
    storage,
    clock: { now: w.now },
    newId,
    send: async (_tx, message) => void sent.push(message),
    contactOf: w.identity.contactOf,
    links: linksAt('https://recomeco.exemplo'),
    async enqueue(executor, job, data) {
      await executor.execute(sql`select 1`)
      jobs.push({ job, id: String(data.documentId) })
    },
  })
}

async function createUser(): Promise<string> {
  const email = await w.register()
  const [row] = await w.rows(sql`select id from users where email = ${email}`)
  return String(row?.id)
}

const upload = (userId: string, bytes: Uint8Array, name = 'rg.pdf') =>
  documents.add({ userId, personType: 'fisica', name, bytes })
const files = async () => (await readdir(folder, { recursive: true })).filter((name) => name.includes('/'))
const runJobs = async () => {
  for (const { job, id } of jobs.splice(0)) {
    await documents.jobs[job as 'documents.erase'].run({ documentId: id })
  }
}

test('documents are stored, listed newest first and returned unchanged', async () => {
  const userId = await createUser()
  for (const [name, bytes] of [
    ['rg.pdf', pdf()],
    ['foto.jpg', jpeg()],
    ['tela.png', png()],
  ] as const) {
    w.pass({ minutes: 1 })
    expect(await upload(userId, bytes, name)).toMatchObject({ ok: true, value: { name } })
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

test('only the owner can open or remove a document', async () => {
  const [owner, other] = [await createUser(), await createUser()]
  const uploaded = await upload(owner, pdf())
  const id = uploaded.ok ? uploaded.value.id : ''
  for (const userId of [other, randomUUID()]) {
    expect(await documents.open({ id, userId })).toEqual({ ok: false, code: 'unknown_document' })
    expect(await documents.remove({ id, userId })).toEqual({ ok: false, code: 'unknown_document' })
    expect(await documents.listOf({ userId })).toEqual([])
  }
  expect(await documents.open({ id: "' or 1=1", userId: owner })).toMatchObject({ ok: false })
  expect(await documents.open({ id, userId: owner })).toMatchObject({ ok: true })
})

test('stored files are encrypted, and a modified one is never returned', async () => {
  const userId = await createUser()
  const uploaded = await upload(userId, pdf('CPF 529.982.247-25'))
  const [file = ''] = await files()
  const stored = await readFile(join(folder, file))
  expect(stored.includes('PDF')).toBe(false)
  expect(stored.includes('529.982')).toBe(false)
  stored[60] = (stored[60] ?? 0) ^ 1
  await writeFile(join(folder, file), stored)
  const id = uploaded.ok ? uploaded.value.id : ''
  await expect(documents.open({ id, userId })).rejects.toThrow('was changed')
})

test('a file lost by the store returns only when its owner sends the same bytes again', async () => {
  const userId = await createUser()
  const uploaded = await upload(userId, pdf())
  const id = uploaded.ok ? uploaded.value.id : ''
  for (const file of await files()) await rm(join(folder, file))
  await expect(documents.open({ id, userId })).rejects.toThrow('is missing')
  await upload(userId, pdf('another note'), 'rg.pdf')
  await expect(documents.open({ id, userId })).rejects.toThrow('is missing')

  expect(await upload(userId, pdf(), 'de-novo.pdf')).toEqual({ ok: true, value: { id, name: 'rg.pdf' } })
  const opened = await documents.open({ id, userId })
  expect(opened.ok && Buffer.from(opened.value.bytes).equals(pdf())).toBe(true)
})

test.each([
  ['empty', Buffer.alloc(0)],
  ['wrong_content', html()],
  ['too_large', Buffer.concat([pdf(), Buffer.alloc(MAX_FILE_BYTES)])],
] as const)('a file is refused as %s and nothing is stored', async (code, bytes) => {
  const userId = await createUser()
  expect(await upload(userId, bytes)).toEqual({ ok: false, code })
  expect(await documents.listOf({ userId })).toEqual([])
  expect(await files()).toEqual([])
})

test('a file of exactly 10 MB is accepted', async () => {
  const userId = await createUser()
  const bytes = Buffer.concat([pdf(), Buffer.alloc(MAX_FILE_BYTES)]).subarray(0, MAX_FILE_BYTES)
  expect(await upload(userId, bytes)).toMatchObject({ ok: true })
})

test('the same file sent repeatedly or concurrently is one document', async () => {
  const [userId, other] = [await createUser(), await createUser()]
  const answers = await Promise.all([
    upload(userId, pdf()),
    upload(userId, pdf(), 'outro.pdf'),
    upload(userId, pdf()),
  ])
  expect(new Set(answers.map((answer) => answer.ok && answer.value.id)).size).toBe(1)
  expect(await documents.listOf({ userId })).toHaveLength(1)
  await upload(other, pdf())
  expect(await documents.listOf({ userId: other })).toHaveLength(1)
  expect(await files()).toHaveLength(2)
})

test('an unfinished upload is not visible, and sending the file again completes it', async () => {
  const userId = await createUser()
  const broken = documentsOver({ ...store, put: () => Promise.reject(new Error('the disk is full')) })
  await expect(broken.add({ userId, personType: 'fisica', name: 'rg.pdf', bytes: pdf() })).rejects.toThrow(
    'full',
  )
  expect(await documents.listOf({ userId })).toEqual([])
  expect(await upload(userId, pdf())).toMatchObject({ ok: true })
  expect(await documents.listOf({ userId })).toHaveLength(1)
})

test('the sweep deletes an unfinished upload and its bytes after an hour', async () => {
  const userId = await createUser()
  const breaks = {
    ...store,
    put: async (key: string, body: Uint8Array) => {
      await store.put(key, body)
      throw new Error('killed after writing')
    },
  } as BlobStore
  await expect(
    documentsOver(breaks).add({ userId, personType: 'fisica', name: 'rg.pdf', bytes: pdf() }),
  ).rejects.toThrow()
  w.pass({ minutes: 59 })
  await documents.jobs['documents.sweep'].run()
  expect(await files()).toHaveLength(1)
  w.pass({ minutes: 2 })
  await documents.jobs['documents.sweep'].run()
  expect(await files()).toEqual([])
  expect(await w.rows(sql`select id from documents where user_id = ${userId}`)).toEqual([])
})

test('a removed document disappears immediately; the job or the sweep deletes its bytes', async () => {
  const userId = await createUser()
  const first = await upload(userId, pdf('one'))
  const second = await upload(userId, pdf('two'))
  for (const uploaded of [first, second]) {
    const id = uploaded.ok ? uploaded.value.id : ''
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
  expect(await upload(userId, pdf('one'))).toMatchObject({ ok: true })
})

test('a user can store thirty documents, and a removal makes room', async () => {
  const userId = await createUser()
  for (let n = 0; n < MAX_DOCUMENTS; n++) await upload(userId, png(`number ${n}`), `${n}.png`)
  expect(await upload(userId, pdf())).toEqual({ ok: false, code: 'too_many' })
  expect(await upload(userId, png('number 3'))).toMatchObject({ ok: true })
  const [newest] = await documents.listOf({ userId })
  await documents.remove({ id: newest?.id ?? '', userId })
  expect(await upload(userId, pdf())).toMatchObject({ ok: true })
})

test('a user’s documents fill the whole room that there is for them, and not a byte more', async () => {
  const userId = await createUser()
  await upload(userId, pdf('large'))
  const next = pdf('next')
  const isStoredBeside = async (bytes: number) => {
    await w.rows(sql`update documents set size = ${bytes} where user_id = ${userId}`)
    return upload(userId, next)
  }
  expect(await isStoredBeside(MAX_TOTAL_BYTES - next.length + 1)).toEqual({ ok: false, code: 'too_much' })
  expect(await isStoredBeside(MAX_TOTAL_BYTES - next.length)).toMatchObject({ ok: true })
})

test('removing all documents deletes only those of the user', async () => {
  const [userId, other] = [await createUser(), await createUser()]
  await upload(userId, pdf('one'))
  await upload(userId, pdf('two'))
  await upload(other, pdf('three'))
  await w.database.transaction((tx) => documents.removeAll(tx, { userId }))
  await runJobs()
  expect(await files()).toHaveLength(1)
  expect(await w.rows(sql`select id from documents where user_id = ${userId}`)).toEqual([])
})
