// Databases: one
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { DOCUMENT_REVIEW_HOURS } from '../../../src/core/commitments.ts'
import { createDocuments, type Documents } from '../../../src/modules/documents/index.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import { linksAt } from '../../../src/web/paths.ts'
import { checkSource } from '../../support/check-source.ts'
import { onDatabase } from '../../support/database.ts'
import { world } from '../../support/identity.ts'
import { memoryStore } from '../../support/memory-store.ts'
import { pdf } from './sample-files.ts'

const w = world()
let documents: Documents
let sent: { to: string; kind: string; subject: string; text: string }[]

beforeEach(() => {
  sent = []
  documents = createDocuments({
    database: w.database,
    storage: memoryStore(),
    clock: { now: w.now },
    newId,
    enqueue: async () => {},
    send: async (_tx, message) => void sent.push(message),
    contactOf: w.identity.contactOf,
    links: linksAt('https://recomeco.exemplo'),
  })
})

async function createUser() {
  const email = await w.register()
  const [row] = await w.rows(sql`select id from users where email = ${email}`)
  return { id: String(row?.id), email }
}

let files = 0
async function upload(
  userId: string,
  { content = `arquivo ${++files}`, requestId = undefined as string | undefined } = {},
) {
  const added = await documents.add({
    userId,
    personType: 'fisica',
    name: 'rg.pdf',
    bytes: pdf(content),
    requestId,
  })
  if (!added.ok) throw new Error(added.code)
  return added.value.id
}
const review = (
  documentId: string,
  decision: 'accepted' | 'rejected',
  given: { words?: string; seenVersion?: number } = {},
) =>
  w.database.transaction((tx) =>
    documents.review(tx, { documentId, decision, words: 'Está ilegível', seenVersion: 0, ...given }),
  )
const request = (userId: string, words?: string, kind: 'address' | 'identity' = 'address') =>
  w.database.transaction((tx) => documents.request(tx, { userId, kind, words }))
const reviewOf = async (userId: string) => (await documents.listOf({ userId })).map(({ review }) => review)

test('a rejection tells the owner why and requests another file; the file sent for it fulfils the request', async () => {
  const { id: userId, email } = await createUser()
  const documentId = await upload(userId, { content: 'borrado' })
  expect(await reviewOf(userId)).toEqual(['waiting'])
  expect(await review(documentId, 'rejected')).toEqual({ ok: true, value: 'rejected' })
  expect(sent).toMatchObject([
    { to: email, kind: 'document.rejected', subject: 'Precisamos de outro arquivo' },
  ])
  expect(sent[0]?.text).toContain('O motivo:\nEstá ilegível')
  expect(sent[0]?.text).toContain('https://recomeco.exemplo/account?aba=cadastro#documentos')
  expect(await documents.listOf({ userId })).toMatchObject([
    { review: 'rejected', rejection: 'Está ilegível' },
  ])
  const [asked] = await documents.requestsOf({ userId })
  expect(asked).toMatchObject({ kind: 'replacement', documentId, note: 'Está ilegível' })

  const again = {
    userId,
    personType: 'fisica' as const,
    name: 'rg.pdf',
    bytes: pdf('borrado'),
    requestId: asked?.id,
  }
  expect(await documents.add(again)).toEqual({ ok: false, code: 'rejected_before' })
  expect(await documents.requestsOf({ userId })).toHaveLength(1)
  await upload(userId, { requestId: asked?.id })
  expect(await documents.requestsOf({ userId })).toEqual([])
})

test('accepting notifies the owner, and takes back a rejection', async () => {
  const { id: userId } = await createUser()
  const documentId = await upload(userId)
  await review(documentId, 'rejected')
  expect(await review(documentId, 'accepted', { seenVersion: 1 })).toMatchObject({ ok: true })
  expect(sent.map(({ kind }) => kind)).toEqual(['document.rejected', 'document.accepted'])
  expect(await documents.requestsOf({ userId })).toEqual([])
  expect(await documents.listOf({ userId })).toMatchObject([{ review: 'accepted', rejection: undefined }])
})

test('refuses a decision over an unseen one, or without words for the customer', async () => {
  const { id: userId } = await createUser()
  const documentId = await upload(userId)
  expect(await review(documentId, 'rejected', { words: ' ' })).toMatchObject({ code: 'no_words' })
  const named = { words: 'O CPF 529.982.247-25 está ilegível.' }
  expect(await review(documentId, 'rejected', named)).toMatchObject({ code: 'names_cpf' })
  const both = await Promise.all([review(documentId, 'accepted'), review(documentId, 'rejected')])
  expect(both.map((answer) => (answer.ok ? 'done' : answer.code)).toSorted()).toEqual([
    'changed_meanwhile',
    'done',
  ])
  expect(sent).toHaveLength(1)
  expect(await review(randomUUID(), 'accepted')).toMatchObject({ code: 'not_found' })
})

test('a document is requested once, by name; a file fulfils it, unnamed only if it is the only request', async () => {
  const { id: userId } = await createUser()
  expect(await request(userId, 'Em nome do CPF 52998224725')).toMatchObject({ code: 'names_cpf' })
  const other = await w.database.transaction((tx) => documents.request(tx, { userId, kind: 'other' }))
  expect(other).toMatchObject({ code: 'no_words' })
  expect(await request(userId)).toMatchObject({ ok: true })
  expect(await request(userId)).toMatchObject({ code: 'already_requested' })
  expect(sent).toMatchObject([{ kind: 'document.requested', subject: 'Precisamos de um documento' }])
  expect(sent[0]?.text).toContain('Comprovante de residência')
  const answer = await upload(userId)
  expect(await documents.requestsOf({ userId })).toEqual([])
  await documents.remove({ id: answer, userId })
  expect(await documents.requestsOf({ userId })).toHaveLength(1)
})

test('a requested document keeps its kind when rejected, and so does each replacement', async () => {
  const { id: userId } = await createUser()
  const asked = await request(userId, 'Dos últimos 3 meses')
  let sentFor = asked.ok ? asked.value : ''
  const address = { kind: 'address', note: 'Dos últimos 3 meses' }
  const versions: string[] = []
  for (const words of ['Está ilegível', 'Está cortado']) {
    const documentId = await upload(userId, { requestId: sentFor })
    versions.push(documentId)
    expect(await documents.forTeam({ id: documentId })).toMatchObject({ originalRequest: address })
    await review(documentId, 'rejected', { words })
    expect(sent.at(-1)?.text).toContain('Comprovante de residência (rg.pdf)')
    const open = await documents.requestsOf({ userId })
    expect(open).toMatchObject([{ kind: 'replacement', documentId, note: words, replaces: address }])
    sentFor = open[0]?.id ?? ''
  }
  // Once the rejected files are removed, the same one document is still asked for.
  for (const id of versions) await documents.remove({ id, userId })
  expect(await documents.requestsOf({ userId })).toMatchObject([{ id: sentFor, replaces: address }])
  const last = await upload(userId)
  expect(await documents.requestsOf({ userId })).toEqual([])
  await review(last, 'accepted')
  expect(sent.at(-1)?.text).toContain('Comprovante de residência (rg.pdf)')

  const own = await upload(userId)
  expect(await documents.forTeam({ id: own })).toMatchObject({ originalRequest: undefined })
  await review(own, 'rejected')
  expect(await documents.requestsOf({ userId })).toMatchObject([{ kind: 'replacement', replaces: undefined }])
})

test('nobody fulfils another user’s request', async () => {
  const [asked, other] = [await createUser(), await createUser()]
  const made = await request(asked.id)
  await upload(other.id, { requestId: made.ok ? made.value : '' })
  expect(await documents.requestsOf({ userId: asked.id })).toHaveLength(1)
})

test('an earlier file fulfils the request that it is sent for', async () => {
  const { id: userId } = await createUser()
  await upload(userId, { content: 'já enviado' })
  const made = await request(userId)
  await upload(userId, { content: 'já enviado', requestId: made.ok ? made.value : '' })
  expect(await documents.requestsOf({ userId })).toEqual([])
})

test('a file that names none of several requests fulfils none', async () => {
  const { id: userId } = await createUser()
  for (const kind of ['identity', 'address'] as const) await request(userId, undefined, kind)
  await upload(userId)
  expect(await documents.requestsOf({ userId })).toHaveLength(2)
})

test('after any mix of events each unreviewed document is in the queue once, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(2), fc.constantFrom('accept', 'reject', 'remove', 'send', 'ask')), {
        maxLength: 10,
      }),
      async (mix) => {
        await w.database.execute(sql`truncate documents, document_requests`)
        const { id: userId } = await createUser()
        const waiting = new Set<string>()
        const known: { id: string; version: number }[] = []
        const send = async () => {
          const id = await upload(userId)
          waiting.add(id)
          known.push({ id, version: 0 })
        }
        await send()
        for (const [which, event] of mix) {
          w.pass({ minutes: 1 })
          const one = known[which % known.length]
          if (event === 'send') await send()
          if (event === 'ask') await request(userId)
          if (!one || event === 'send' || event === 'ask') continue
          if (event === 'remove') await documents.remove({ id: one.id, userId })
          else {
            const decision = event === 'accept' ? 'accepted' : 'rejected'
            const decided = await review(one.id, decision, { seenVersion: one.version })
            if (decided.ok) one.version++
          }
          waiting.delete(one.id)
        }
        const [source] = documents.obligations
        if (!source) throw new Error('documents offer no obligations')
        const found = await checkSource(source)
        expect(found.map(({ id }) => id).toSorted()).toEqual([...waiting].toSorted())
        for (const { dueAt, since } of found)
          expect(dueAt.getTime() - since.getTime()).toBe(DOCUMENT_REVIEW_HOURS * 3_600_000)
      },
    ),
    { numRuns: onDatabase({ postgres: 15, embedded: 3 }) },
  )
}, 240_000)
