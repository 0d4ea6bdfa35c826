import { expect, test } from 'vitest'
import { retryAtStart } from '../../../src/platform/database/retry-at-start.ts'

const retryLimits = { attempts: 3, pauseMs: 0 }
const lost = () => Object.assign(new Error('terminating connection'), { code: '57P01' })

/** Creates a step that fails `times` times. */
function failing(times: number, error: () => Error) {
  let calls = 0
  const step = async () => {
    if (++calls <= times) throw error()
    return calls
  }
  return { step, calls: () => calls }
}

test('retries a start step after temporary errors, up to a limit', async () => {
  for (const times of [0, 1, 2])
    expect(await retryAtStart(failing(times, lost).step, retryLimits)).toBe(times + 1)
  const { step, calls } = failing(3, lost)
  await expect(retryAtStart(step, retryLimits)).rejects.toThrow('terminating connection')
  expect(calls()).toBe(3)
})

test('a permanent error ends the start at once', async () => {
  const { step, calls } = failing(1, () => new Error('unknown history'))
  await expect(retryAtStart(step, retryLimits)).rejects.toThrow('unknown history')
  expect(calls()).toBe(1)
})
