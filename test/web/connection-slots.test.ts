import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import { sendInSlot } from '../../src/web/file-response.server.ts'

// An instance of its own, because other tests of this worker may still hold streams.
let slots: typeof import('../../src/web/connection-slots.server.ts')
beforeAll(async () => {
  const own = '../../src/web/connection-slots.server.ts?own'
  slots = await import(own)
})

const get = new Request('http://localhost/arquivo')
const large = { name: 'a.pdf', mediaType: 'application/pdf', bytes: new Uint8Array(300_000) }

test('a person may read four files at once; each frees its place however it ends, and others are not limited', async () => {
  const holder = newId()
  const open = (what: typeof large | Response = large, request = get) =>
    sendInSlot(request, holder, async () => what)
  const unread = [await open(), await open(), await open(), await open()]
  const fifth = await open()
  expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await fifth.text()).toMatch(/<h1>Você já está baixando outros arquivos<\/h1>.*href="\/arquivo"/s)
  expect((await sendInSlot(get, newId(), async () => large)).status).toBe(200)

  expect((await unread[0]?.arrayBuffer())?.byteLength).toBe(300_000)
  // Neither an answer without a file, nor an error, nor a HEAD holds the place that was freed.
  expect((await open(new Response('none', { status: 404 }))).status).toBe(404)
  await expect(sendInSlot(get, holder, () => Promise.reject(new Error('no file')))).rejects.toThrow('no file')
  expect((await open(large, new Request(get, { method: 'HEAD' }))).status).toBe(200)
  const left = new AbortController()
  expect((await open(large, new Request(get, { signal: left.signal }))).status).toBe(200)
  expect((await open()).status).toBe(429)
  left.abort()
  expect((await open()).status).toBe(200)
  await Promise.all(unread.slice(1).map((answer) => answer.body?.cancel()))
})

test('a process has at most five thousand streams, over all networks; downloads do not count', async () => {
  const openOf = (at: number) => slots.takeSlot({ person: `person ${at}`, network: `network ${at >> 4}` })
  const held = Array.from({ length: 5_000 }, (_, at) => openOf(at))
  expect(held.filter(Boolean)).toHaveLength(5_000)
  expect([openOf(5_000), slots.takeSlot({ member: 'zoe' })]).toEqual([undefined, undefined])
  expect(slots.takeSlot({ downloads: 'zoe' })).toBeDefined()
  held[0]?.()
  const free = slots.takeSlot({ member: 'zoe' })
  expect(free).toBeDefined()
  for (const leave of [...held, free]) leave?.()
})
