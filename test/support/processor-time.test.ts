import { expect, test } from 'vitest'
import { minProcessorTime } from './processor-time.ts'

test('work of ten times its budget exceeds it on a slow machine too', async () => {
  const ms = await minProcessorTime(10, () => {
    const before = process.threadCpuUsage()
    while (process.threadCpuUsage(before).user < 100_000);
  })
  expect(ms).toBeGreaterThan(10)
})

test('work within its budget is measured once', async () => {
  let times = 0
  const work = () => {
    times += 1
  }
  expect(await minProcessorTime(1_000, work)).toBeLessThan(1_000)
  expect(times).toBe(1)
})
