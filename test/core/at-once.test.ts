import { expect, test } from 'vitest'
import { forEachAtOnce } from '../../src/core/at-once.ts'

/** Runs items for at most `limit` at once, each in one turn of the event loop or more, and records what happens. */
async function runsOf(items: readonly number[], limit: number, failing: readonly number[] = []) {
  const begun: number[] = []
  let [running, max] = [0, 0]
  const error = await forEachAtOnce(items, limit, async (item) => {
    begun.push(item)
    max = Math.max(max, ++running)
    for (let turn = 0; turn <= item % 3; turn++) await new Promise(setImmediate)
    running--
    if (failing.includes(item)) throw new Error(`item ${item}`)
  }).catch((reason: Error) => reason.message)
  return { begun, max, running, error }
}

test('each item is run once, in order, and never more than the limit at once', async () => {
  const items = Array.from({ length: 20 }, (_, index) => index)
  for (const limit of [1, 3, 20, 50]) {
    const { begun, max, running, error } = await runsOf(items, limit)
    expect(begun).toEqual(items)
    expect([max, running, error]).toEqual([Math.min(limit, 20), 0, undefined])
  }
  expect((await runsOf([], 3)).begun).toEqual([])
})

test('after a failure nothing is begun, what runs ends, and the failure is thrown', async () => {
  const { begun, running, error } = await runsOf([2, 0, 2, 2, 2], 3, [0])
  expect(begun).toEqual([2, 0, 2])
  expect([running, error]).toEqual([0, 'item 0'])
})
