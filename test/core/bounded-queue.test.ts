import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundedQueue, OverloadedError } from '../../src/core/bounded-queue.ts'

/** Creates work that ends when the test resolves or rejects it. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let began = false
  const run = () => {
    began = true
    return promise
  }
  return { run, resolve, reject, hasBegun: () => began }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('as many run as there are slots, the next waits, and one more is refused at once', async () => {
  const queue = boundedQueue({ slots: 2, places: 1 })
  const [first, second, third] = [work(), work(), work()]
  const done = [first, second, third].map(({ run }) => queue(run))
  expect([first, second, third].map((one) => one.hasBegun())).toEqual([true, true, false])
  await expect(queue(async () => 'late')).rejects.toThrow(OverloadedError)

  first.resolve('first')
  await turn()
  expect(third.hasBegun()).toBe(true)
  second.resolve('second')
  third.resolve('third')
  expect(await Promise.all(done)).toEqual(['first', 'second', 'third'])
  expect(await queue(async () => 'again')).toBe('again')
})

test('preferred work has reserved places, and runs in order with the rest', async () => {
  const queue = boundedQueue({ slots: 1, places: 1, reserved: 1 })
  const order: string[] = []
  const first = work()
  const done = [queue(first.run)]
  const come = (name: string, isPreferred: boolean) =>
    queue(
      async () => {
        order.push(name)
        return name
      },
      { isPreferred },
    )
  done.push(come('other', false))
  await expect(come('late', false)).rejects.toThrow(OverloadedError)
  done.push(come('preferred', true))
  await expect(come('late', true)).rejects.toThrow(OverloadedError)
  first.resolve('first')
  await Promise.all(done)
  expect(order).toEqual(['other', 'preferred'])
})

test('failed work frees its slot', async () => {
  const queue = boundedQueue({ slots: 1, places: 1 })
  const failing = work()
  const refused = queue(failing.run)
  const next = queue(async () => 'next')
  failing.reject(new Error('no'))
  await expect(refused).rejects.toThrow('no')
  expect(await next).toBe('next')
  await expect(queue(() => Promise.reject(new Error('alone')))).rejects.toThrow('alone')
  expect(await queue(async () => 'free')).toBe('free')
})

test('never more run than there are slots or wait than places, and each is done or refused', async () => {
  const cases = fc.record({
    slots: fc.integer({ min: 1, max: 4 }),
    places: fc.integer({ min: 0, max: 4 }),
    comings: fc.array(fc.constantFrom('come', 'leave'), { maxLength: 40 }),
  })
  await fc.assert(
    fc.asyncProperty(cases, async ({ slots, places, comings }) => {
      const queue = boundedQueue({ slots, places })
      const inside: ReturnType<typeof work>[] = []
      const all: Promise<unknown>[] = []
      const order: number[] = []
      let [within, refused, came] = [0, 0, 0]
      for (const event of comings) {
        if (event === 'come') {
          const one = work()
          const number = came++
          const asked = queue(() => {
            order.push(number)
            inside.push(one)
            return one.run()
          })
          const isFull = within === slots + places
          if (!isFull) within++
          all.push(asked.then(undefined, (error) => expect(error).toBeInstanceOf(OverloadedError)))
          if (isFull) refused++
        } else {
          const leaving = inside.shift()
          if (leaving) within--
          leaving?.resolve('done')
        }
        await turn()
        expect(inside.length).toBe(Math.min(within, slots))
      }
      while (inside.length > 0) {
        inside.shift()?.resolve('done')
        await turn()
      }
      await Promise.all(all)
      expect(order).toEqual(order.toSorted((one, other) => one - other))
      expect(order.length + refused).toBe(came)
    }),
    { numRuns: 100 },
  )
})
