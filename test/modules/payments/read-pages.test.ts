// A provider's list is read page by page while its payments move within the list: no payment may be skipped.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repeated } from '../../../src/modules/payments/domain/sweep.ts'
import type { PaymentProvider } from '../../../src/modules/payments/ports.ts'
import { readPages } from '../../../src/modules/payments/settlement/read-pages.ts'
import { at } from './rows.ts'
import { reported, scriptedBank } from './scripted-bank.ts'

const pageSize = 20
const named = (count: number) => Array.from({ length: count }, (_, index) => String(index))

/** Reads the pages of a list in which some payments move to the end after each requested page. */
async function pagesOf(ids: string[], moves: readonly string[][] = []) {
  const offsets: number[] = []
  const list: PaymentProvider['list'] = async ({ offset }) => {
    offsets.push(offset)
    const page = ids.slice(offset, offset + pageSize).map((providerId) => reported({ providerId }))
    const moved = moves[offsets.length - 1] ?? []
    ids = [...ids.filter((id) => !moved.includes(id)), ...moved]
    return { ok: true, value: page }
  }
  const { bank } = scriptedBank([], { pageSize, list })
  const pages: { ids: string[]; isLast: boolean }[] = []
  for await (const page of readPages(bank, { by: 'change', from: at(0), to: at(9) })) {
    if ('refusal' in page) throw new Error(page.refusal.code)
    pages.push({ ids: page.payments.map(({ providerId }) => providerId), isLast: page.isLast })
  }
  return { offsets, pages }
}

test('each page repeats the last ten of the one before, and only a shorter one is the last', async () => {
  const ids = named(45)
  expect(await pagesOf(ids)).toEqual({
    offsets: [0, 10, 20, 30],
    pages: [
      { ids: ids.slice(0, 20), isLast: false },
      { ids: ids.slice(10, 30), isLast: false },
      { ids: ids.slice(20, 40), isLast: false },
      { ids: ids.slice(30), isLast: true },
    ],
  })
})

test('does not accept a page that repeats nothing of the one before, and rereads from further up', async () => {
  const ids = named(45)
  // All ten payments that the second page would repeat move to the end, and ten more: the page begins after payments that were
  // never read.
  const { offsets, pages } = await pagesOf(ids, [ids.slice(0, 20)])
  expect(offsets.slice(0, 3)).toEqual([0, 10, 0])
  expect(pages[1]?.ids).toEqual(ids.slice(20, 40))
  expect(new Set(pages.flatMap((page) => page.ids))).toEqual(new Set(ids))
})

test('reads every payment of a list although up to ten move between two pages', async () => {
  const some = fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { maxLength: repeated })
  const moving = fc.array(some, { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 60 }), moving, async (count, moves) => {
      const ids = named(count)
      const existing = moves.map((some) => some.filter((one) => one < count).map(String))
      const { pages } = await pagesOf(ids, existing)
      expect(new Set(pages.flatMap((page) => page.ids))).toEqual(new Set(ids))
      expect(pages.map(({ isLast }) => isLast)).toEqual(pages.map((_, index) => index === pages.length - 1))
    }),
  )
})

test('a refusal ends the reading, whatever was read before it', async () => {
  const refusal = { ok: false, code: 'unavailable' } as const
  const ids = named(pageSize)
  const { bank } = scriptedBank([], {
    pageSize,
    list: async ({ offset }) =>
      offset === 0 ? { ok: true, value: ids.map((providerId) => reported({ providerId })) } : refusal,
  })
  const pages: object[] = []
  for await (const page of readPages(bank, { by: 'change', from: at(0), to: at(9) })) pages.push(page)
  expect(pages).toMatchObject([{ isLast: false }, { refusal }])
})

test.each<[name: string, at: (offset: number) => string[]]>([
  ['ignores the offset', () => named(pageSize)],
  [
    'never continues the page before',
    (offset) => named(pageSize).map((id) => (offset === 0 ? id : `other ${offset} ${id}`)),
  ],
])('a provider that %s ends the reading after some tries', async (_, idsAt) => {
  let asked = 0
  const { bank } = scriptedBank([], {
    pageSize,
    async list({ offset }) {
      if (++asked > 100) throw new Error('asked for ever')
      return { ok: true, value: idsAt(offset).map((providerId) => reported({ providerId })) }
    },
  })
  const pages: object[] = []
  for await (const page of readPages(bank, { by: 'change', from: at(0), to: at(9) })) pages.push(page)
  expect(pages.at(-1)).toMatchObject({ refusal: { ok: false, code: 'unavailable' } })
  // One request for the page itself, then ten, and four for going back and forth over twenty payments.
  expect(asked).toBe(16)
})

test('rereads a long list that moved away from its start, and completely', async () => {
  const ids = named(400)
  const moves = Array.from({ length: 40 }, (_, page) => (page === 35 ? ids.slice(0, 340) : []))
  const { pages } = await pagesOf(ids, moves)
  expect(new Set(pages.flatMap((page) => page.ids))).toEqual(new Set(ids))
})

test('reads every other payment when twelve change between two pages, one at the end of the first', async () => {
  let ids = Array.from({ length: 70 }, (_, index) => String(index))
  const all = new Set(ids)
  const moved = [...ids.slice(0, 11), '45']
  let asked = 0
  const list: PaymentProvider['list'] = async ({ offset }) => {
    const page = ids
      .slice(offset, offset + 50)
      .map((providerId) =>
        reported({ providerId, updatedAt: moved.includes(providerId) && asked > 0 ? at(8) : at(1) }),
      )
    if (asked++ === 0) ids = [...ids.filter((id) => !moved.includes(id)), ...moved]
    return { ok: true, value: page }
  }
  const { bank } = scriptedBank([], { pageSize: 50, list })
  const read = new Set<string>()
  for await (const page of readPages(bank, { by: 'change', from: at(0), to: at(9) })) {
    if ('refusal' in page) throw new Error(page.refusal.code)
    for (const { providerId } of page.payments) read.add(providerId)
  }
  expect([...all].filter((id) => !read.has(id))).toEqual([])
})

/** Reads changes of which the provider answers some requests otherwise than asked; returns what was read, or the refusal. */
async function readAltered(count: number, answer: (at: { asked: number; offset: number }) => number[]) {
  let asked = 0
  const { bank } = scriptedBank([], {
    pageSize: 50,
    async list({ offset }) {
      if (asked > 400) throw new Error('asked for ever')
      const places = answer({ asked: asked++, offset }).filter((place) => place >= 0 && place < count)
      // As the adapters do with a page that is shorter than its total.
      if (places.length !== Math.max(0, Math.min(50, count - offset)))
        return { ok: false, code: 'unavailable' }
      return {
        ok: true,
        value: places.map((place) => reported({ providerId: String(place), updatedAt: at(place) })),
      }
    },
  })
  const read = new Set<string>()
  for await (const page of readPages(bank, { by: 'change', from: at(0), to: at(9) })) {
    if ('refusal' in page) return page.refusal
    for (const { providerId } of page.payments) read.add(providerId)
  }
  return read.size
}
const from = (offset: number) => Array.from({ length: 50 }, (_, index) => offset + index)

test('skips no payment when any page is once answered in the wrong order, in place of another, or with one left out', async () => {
  const otherwise = {
    backwards: (offset: number, count: number) => from(offset).map((place) => count - 1 - place),
    'the page before': (offset: number) => from(Math.max(0, offset - 50)),
    'the page after': (offset: number) => from(offset + 50),
    'one payment left out': (offset: number) =>
      from(offset).map((place, at) => (at < 20 ? place : place + 1)),
  }
  for (const [name, wrong] of Object.entries(otherwise))
    for (let count = 1; count <= 230; count += 3)
      for (let altered = 0; altered * 40 < count; altered++) {
        const answer = ({ asked, offset }: { asked: number; offset: number }) =>
          asked === altered ? wrong(offset, count) : from(offset)
        const read = await readAltered(count, answer)
        expect([name, count, altered, typeof read === 'number' ? read : count]).toEqual([
          name,
          count,
          altered,
          count,
        ])
      }
})

test('reads a list that is always in the opposite order to its end', async () => {
  for (const count of [1, 50, 51, 81, 139, 1000])
    expect(await readAltered(count, ({ offset }) => from(offset).map((place) => count - 1 - place))).toBe(
      count,
    )
})

test('refuses a list with a page that never answers in its place, and does not take it as read', async () => {
  const read = await readAltered(100, ({ offset }) => (offset === 40 ? from(0) : from(offset)))
  expect(read).toMatchObject({ ok: false, code: 'unavailable' })
})
