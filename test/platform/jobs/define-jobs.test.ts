import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJobs, handleJobs, scheduled } from '../../../src/platform/jobs/define-jobs.ts'
import { PayloadError } from '../../../src/platform/payload.ts'

const declared = defineJobs({
  'parcels.send': z.object({ parcelId: z.string() }),
  'parcels.sweep': scheduled,
})

function handled() {
  const ran: unknown[] = []
  const jobs = handleJobs(declared, {
    'parcels.send': { retryDelay: 10, run: async (data) => void ran.push(data) },
    'parcels.sweep': { every: { seconds: 60 }, run: async () => void ran.push('swept') },
  })
  return { ran, jobs }
}

test('a handler gets its job’s payload, a scheduled one none', async () => {
  const { ran, jobs } = handled()
  await jobs['parcels.send'].run({ parcelId: 'a', of: 'an earlier version' })
  await jobs['parcels.sweep'].run({})
  expect(ran).toEqual([{ parcelId: 'a' }, 'swept'])
  expect(jobs).toMatchObject({
    'parcels.send': { retryDelay: 10 },
    'parcels.sweep': { every: { seconds: 60 } },
  })
})

test('a payload that does not parse rejects before the handler runs', async () => {
  const { ran, jobs } = handled()
  const unreadable = jobs['parcels.send'].run({ packageId: 'a' })
  await expect(unreadable).rejects.toThrow(PayloadError)
  await expect(unreadable).rejects.toThrow('job parcels.send does not parse: parcelId: ')
  expect(ran).toEqual([])
})
