import { beforeAll, expect, test } from 'vitest'

// An instance of its own, because other tests of this worker may still hold streams.
let slots: typeof import('../../src/web/connection-slots.server.ts')
beforeAll(async () => {
  const own = '../../src/web/connection-slots.server.ts?own'
  slots = await import(own)
})

const request = new Request('http://localhost/orders/1/contrato.pdf')
const download = (holder: string, make: () => Promise<Response>) =>
  slots.inDownloadSlot({ request, holder }, make)

test('a person may download four files at once; each frees its place however it ends, and others are not limited', async () => {
  const started: PromiseWithResolvers<Response>[] = []
  const make = () => {
    const one = Promise.withResolvers<Response>()
    started.push(one)
    return one.promise
  }
  const asked = Array.from({ length: 4 }, () => download('ana', make))
  const fifth = await download('ana', make)
  expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await fifth.text()).toMatch(
    /<h1>Você já está baixando outros arquivos<\/h1>.*href="\/orders\/1\/contrato\.pdf"/s,
  )
  expect(started).toHaveLength(4)
  const other = download('bia', make)
  started[4]?.resolve(new Response('b'))
  expect((await other).status).toBe(200)

  started[0]?.reject(new Error('no file'))
  await expect(asked[0]).rejects.toThrow('no file')
  const next = download('ana', make)
  for (const one of started.slice(1)) one.resolve(new Response('a'))
  expect((await next).status).toBe(200)
  await Promise.all(asked.slice(1))
})

test('a process has at most five thousand streams, over all networks; downloads do not count', async () => {
  const openOf = (at: number) => slots.takeSlot({ person: `person ${at}`, network: `network ${at >> 4}` })
  const held = Array.from({ length: 5_000 }, (_, at) => openOf(at))
  expect(held.filter(Boolean)).toHaveLength(5_000)
  expect([openOf(5_000), slots.takeSlot({ member: 'zoe' })]).toEqual([undefined, undefined])
  expect((await download('zoe', async () => new Response('a'))).status).toBe(200)
  held[0]?.()
  const free = slots.takeSlot({ member: 'zoe' })
  expect(free).toBeDefined()
  for (const leave of [...held, free]) leave?.()
})
