import { expect } from 'vitest'
import type { Obligation, ObligationSource } from '../../src/core/obligation.ts'

/**
 * Checks what must hold for every source: pages of any size, from any position, form its whole list, in the order of the queue.
 */
export async function checkSource(source: ObligationSource): Promise<Obligation[]> {
  const all = await source.open({ limit: 10_000 })
  expect(all).toEqual(all.toSorted(byDue))
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(await source.count({ limit: 10_000 })).toBe(all.length)
  expect(await source.count({ limit: 2 })).toBe(Math.min(2, all.length))
  expect((await source.among({ ids: all.map(({ id }) => id) })).toSorted(byDue)).toEqual(all)
  expect(await source.among({ ids: ['mercadopago 2026-03-01', 'x'] })).toEqual([])
  const moments = all.flatMap(({ dueAt, id }) => [
    { dueAt, id },
    { dueAt, id: 'mercadopago 2026-03-01' },
    { dueAt, id: '' },
    { dueAt: new Date(dueAt.getTime() - 3_600_000), id },
    { dueAt: new Date(dueAt.getTime() + 1), id: 'zz' },
  ])
  for (const after of moments) {
    const rest = all.filter((obligation) => byDue(obligation, after) > 0)
    expect(await source.open({ after, limit: 10_000 })).toEqual(rest)
    expect(await source.open({ after, limit: 1 })).toEqual(rest.slice(0, 1))
  }
  return all
}

function byDue(a: { dueAt: Date; id: string }, b: { dueAt: Date; id: string }): number {
  return a.dueAt.getTime() - b.dueAt.getTime() || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}
